package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What means something to SQL, to a format string or to a shell is only a name here. */
class NamesAreDataTest {
  private static final String STATE_COLUMN = "st\"ate; DROP TABLE sluice_input --";
  private static final String ACTION_COLUMN = "ac'tion %s";
  private static final List<String> STATES = List.of("'; DROP TABLE x; --", "b\"%d", "c\\n{}");
  private static final List<String> ACTIONS = List.of("Robert'); --", "select *");

  @TempDir Path folder;

  private Path write(String name, String stateColumn, String actionColumn, boolean odd)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      int state = i * 7 % 3;
      int action = i * 5 % 11 % 2;
      lines
          .append(
              new ObjectMapper()
                  .writeValueAsString(
                      Map.of(
                          "episode",
                          i / 2,
                          "step",
                          i % 2,
                          stateColumn,
                          odd ? STATES.get(state) : "s" + state,
                          actionColumn,
                          odd ? ACTIONS.get(action) : "a" + action,
                          "reward",
                          i % 4 == 0 ? 1 : 0)))
          .append('\n');
    }
    return Files.writeString(folder.resolve(name), lines);
  }

  private static Run done(String... args) {
    Run run = Run.of(args);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return run;
  }

  @Test
  void filesColumnsAndLabelsMayLookLikeSql() throws IOException {
    String plain = write("plain.jsonl", "state", "action", false).toString();
    Path odd = write("it's; DROP TABLE \"x\" --.jsonl", STATE_COLUMN, ACTION_COLUMN, true);
    String columns = "state=%s,action=%s".formatted(STATE_COLUMN, ACTION_COLUMN);
    for (String policy : List.of("uniform", "always:ACTION")) {
      Run expected = done("evaluate", plain, "--policy", policy.replace("ACTION", "a0"));
      String wanted = policy.replace("ACTION", ACTIONS.get(0));
      Run run = done("evaluate", odd.toString(), "--policy", wanted, "--columns", columns);
      assertThat(run.out()).isEqualTo(expected.out());
    }
  }

  @Test
  void anActionInAnotherCaseIsAnotherActionAndTheLogsIsNamed() throws IOException {
    String plain = write("plain.jsonl", "state", "action", false).toString();
    assertThat(done("evaluate", plain, "--policy", "always:A0").out())
        .contains("action \"A0\" (did you mean \"a0\"?) is never in the log");
    assertThat(done("evaluate", plain, "--policy", "always:b").out())
        .contains("action \"b\" is never in the log");
  }

  @Test
  void aLearnedPolicyFindsItsLabelsAgain() throws IOException {
    Path odd = write("odd.jsonl", STATE_COLUMN, ACTION_COLUMN, true);
    String columns = "state=%s,action=%s".formatted(STATE_COLUMN, ACTION_COLUMN);
    String out = folder.resolve("it's learned.csv").toString();
    done("learn", odd.toString(), "--columns", columns, "--learner", "vi", "--out", out);
    assertThat(Files.readString(Path.of(out))).contains(STATES.get(0), ACTIONS.get(1));
    Run run = done("evaluate", odd.toString(), "--columns", columns, "--policy", out);
    assertThat(run.out()).doesNotContain("not in the log").doesNotContain("never in the log");
  }

  @Test
  void aPolicyToExploreWithFindsItsLabelsAgain() throws IOException {
    Path odd = write("odd.jsonl", STATE_COLUMN, ACTION_COLUMN, true);
    String columns = "state=%s,action=%s".formatted(STATE_COLUMN, ACTION_COLUMN);
    String out = folder.resolve("it's explored.csv").toString();
    String[] plan = {"plan", odd.toString(), "--columns", columns, "--policy", "uniform"};
    List<String> args = new ArrayList<>(List.of(plan));
    args.addAll(List.of("--width", "0.01", "--out", out));
    assertThat(done(args.toArray(String[]::new)).out()).contains("policy to explore with: " + out);
    Run run = done("evaluate", odd.toString(), "--columns", columns, "--policy", out);
    assertThat(run.out()).doesNotContain("not in the log").doesNotContain("never in the log");
  }

  @Test
  void messagesShowLabelsAsTheyAre() throws IOException {
    Path log = folder.resolve("100%s's.csv");
    Files.writeString(log, "state,action,reward\n\"%s'; --\",x,7%\n");
    Run run = Run.of("check", log.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).isEqualTo("100%s's.csv:2: reward needs a number, got \"7%\"\n");
  }
}
