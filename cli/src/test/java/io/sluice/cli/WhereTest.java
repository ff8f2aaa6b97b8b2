package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --where}: the rows for which a condition holds. */
class WhereTest {
  private static final String HEAD = "episode,step,state,x,action,reward,propensity\n";

  @TempDir Path folder;
  private Path all;
  private Path few;

  /** Sixty episodes of two steps, and the first twenty of them. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder rows = new StringBuilder(HEAD);
    Random random = new Random(5);
    int twenty = 0;
    for (int e = 0; e < 60; e++) {
      twenty = e == 20 ? rows.length() : twenty;
      for (int k = 1; k <= 2; k++) {
        String action = random.nextBoolean() ? "u" : "v";
        int reward = random.nextInt(2);
        rows.append("%d,%d,s%d,%d,%s,%d,0.5\n".formatted(e, k, e % 3, e, action, reward));
      }
    }
    all = Files.writeString(folder.resolve("all.csv"), rows);
    few = Files.writeString(folder.resolve("few.csv"), rows.substring(0, twenty));
  }

  private static Run run(String command, Path log, String... more) {
    List<String> words = new ArrayList<>(List.of(command, log.toString()));
    words.addAll(List.of(more));
    return Run.of(words.toArray(String[]::new));
  }

  @Test
  void theRestOfTheLogPlaysNoPart() {
    for (List<String> how :
        List.of(
            List.of("evaluate", "--policy", "always:u"),
            List.of(
                "evaluate",
                "--policy=always:u",
                "--features=x,state",
                "--basis=plain",
                "--ridge=1,1"),
            List.of("check"))) {
      String[] options = how.subList(1, how.size()).toArray(String[]::new);
      List<String> where = new ArrayList<>(List.of("--where", "x < 20"));
      where.addAll(List.of(options));
      Run kept = run(how.get(0), all, where.toArray(String[]::new));
      assertThat(kept.exit()).as(kept.err()).isEqualTo(Main.DONE);
      assertThat(kept.out()).contains("40 of 120 rows are kept: x < 20");
      assertThat(shown(kept)).isEqualTo(shown(run(how.get(0), few, options)));
    }
  }

  private static List<String> shown(Run run) {
    return run.out().lines().filter(l -> !l.isBlank() && !l.contains("rows are kept")).toList();
  }

  @Test
  void linesAreThoseOfTheFile() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("bad.csv"), "state,x,action,reward\na,1,u,1\nb,2,u,9\nc,3,u,7\n");
    Run run = run("check", log, "--where", "x <> 2", "--reward-range", "0,5");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("bad.csv:4: reward must lie in [0, 5]").doesNotContain(":3:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          step = 1; 3; episode 0: needs all of its rows or none where episodes have several steps, got 1 of 2
          x > 99; 3; --where x > 99: needs rows for which it holds, got none of 120
          y > 1; 2; --where y > 1: needs a condition in SQL over the columns episode, step, state
          x >; 2; --where x >: needs a condition in SQL
          CAST(state AS INTEGER) = 1; 2; needs a condition in SQL
          """)
  void whatCannotBeMeantIsRefused(String condition, int exit, String message) {
    for (String[] options :
        List.of(
            new String[] {"--policy", "always:u"},
            new String[] {"--policy", "always:u", "--features", "x"})) {
      List<String> words = new ArrayList<>(List.of("--where", condition));
      words.addAll(List.of(options));
      Run run = run("evaluate", all, words.toArray(String[]::new));
      assertThat(run.err()).contains(message).doesNotContain("bug");
      assertThat(run.exit()).isEqualTo(exit);
    }
  }

  /** Of rows that are episodes, any may go. */
  @Test
  void rowsThatAreEpisodesNeedNotBeWhole() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("rows.csv"), "state,on,action,reward\na,1,u,1\na,0,v,0\na,1,v,1\n");
    Run run = run("check", log, "--where", "\"on\" = 1");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("2 rows, 2 episodes");
  }

  @Test
  void countsKeepNoCondition() {
    Run run =
        run("count", all, "--where", "x < 20", "--out", folder.resolve("c.parquet").toString());
    assertThat(run.exit()).isEqualTo(Main.USAGE);
    assertThat(run.err()).contains("--where: cannot be kept in counts");
  }
}
