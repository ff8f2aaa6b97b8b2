package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bad data: exit code 3 and a message of the form "where: what is needed, got what". Every file of
 * a case is named {@code log} or {@code policy}, {@code \n} separates its lines.
 */
public class BadInputTest {
  private static final String HEADER = "episode,step,state,action,reward";
  private static final String GOOD = HEADER + "\\n1,1,home,x,1\\n2,1,home,y,0\\n";

  @TempDir Path folder;
  private Path log;
  private Path policy;

  /** Another engine's test says another. */
  protected String[] engine() {
    return new String[0];
  }

  private Run run(String... args) {
    return Run.on(engine(), args);
  }

  @BeforeEach
  void names() {
    log = folder.resolve("log.csv");
    policy = folder.resolve("policy.csv");
  }

  private static void write(Path file, String lines) throws IOException {
    Files.writeString(file, lines.replace("\\n", "\n"));
  }

  static List<List<String>> badLogs() {
    String logged = HEADER + ",propensity\\n";
    return List.of(
        // a column that is missing
        List.of("episode,step,state,reward\\n1,1,home,1\\n", "column action: needs a column"),
        List.of("state,action,reward,step\\nhome,x,1,1\\n", "column episode: needs a column"),
        // the same (episode, step) twice
        List.of(
            HEADER + "\\n1,1,home,x,0\\n1,1,home,x,1\\n2,1,home,y,0\\n",
            "log.csv:3: episode 1 must have each step once, got step 1 twice"),
        // a gap in the steps, steps that begin late, a step that nobody has
        List.of(
            HEADER + "\\n1,1,a,x,0\\n1,3,a,x,1\\n2,1,a,y,0\\n2,2,b,y,0\\n",
            "log.csv:3: episode 1 must not skip steps, got step 3 after step 1"),
        List.of(
            HEADER + "\\n1,1,a,x,0\\n2,2,a,y,0\\n",
            "log.csv:3: episode 2 must begin at step 1, got 2"),
        List.of(
            HEADER + "\\n1,1,a,x,0\\n2,1,a,y,0\\n2,4,b,y,0\\n",
            "log.csv:4: episode 2 must not skip steps, got step 4 after step 1"),
        List.of(HEADER + "\\n1,5,a,x,0\\n", "column step: needs steps from 0 or from 1, got"),
        // rewards
        List.of(
            HEADER + "\\n1,1,a,x,7\\n2,1,a,y,-2.5\\n",
            "column reward: must lie in [0, 1] unless another range is declared, got -2.5 to 7"
                + " (pass --reward-range LO,HI"),
        List.of(HEADER + "\\n1,1,a,x,\\n2,1,a,y,0\\n", "log.csv:2: reward needs a number, got"),
        List.of(
            HEADER + "\\n1,1,a,x,0\\n2,1,a,y,much\\n",
            "log.csv:3: reward needs a number, got \"much\""),
        List.of(
            HEADER + "\\n1,1,a,x,NaN\\n2,1,a,y,0\\n",
            "log.csv:2: reward needs a number, got \"NaN\""),
        List.of(
            HEADER + ",end\\n1,1,a,x,0,true\\n1,2,a,y,0,false\\n",
            "log.csv:3: episode 1 must have no row after its end at step 1, got step 2"),
        // states, actions and steps
        List.of(
            HEADER + "\\n1,1,a,x,0\\n2,two,a,y,0\\n",
            "log.csv:3: step needs a whole number, got \"two\""),
        List.of(
            HEADER + "\\n1,1,,x,0\\n",
            "log.csv:2: state needs a value (fill in a name such as unknown, or use --features, which allows missing values), got nothing"),
        List.of(HEADER + "\\n1,1,a,,0\\n", "log.csv:2: action needs a value, got nothing"),
        // clusters
        List.of(HEADER + ",user\\n1,1,a,x,0,\\n", "log.csv:2: user needs a value, got nothing"),
        List.of(
            HEADER + ",user\\n1,1,a,x,0,ann\\n1,2,a,x,0,bob\\n",
            "log.csv:3: episode 1 must have one user, got \"bob\" after \"ann\""),
        // propensities
        List.of(
            logged + "1,1,a,x,0,0\\n",
            "log.csv:2: propensity must lie in (0, 1]: it is the probability"),
        List.of(logged + "1,1,a,x,0,1.5\\n", "log.csv:2: propensity must lie in (0, 1], got \"1.5"),
        List.of(logged + "1,1,a,x,0,-0.69\\n", "is it a log-probability? Its exponential is"),
        List.of(
            logged + "1,1,a,x,0,\\n",
            "log.csv:2: propensity needs a number (or leave the column out: probabilities are then estimated; or keep the episodes that have them, with --where), got nothing"),
        List.of(
            logged + "1,1,a,x,0,0.3\\n2,1,a,y,0,0.3\\n",
            "propensities at step 1, state \"a\": the logged actions' probabilities must sum to 1,"
                + " got 0.6 (\"x\" 0.3 + \"y\" 0.3)"),
        // nothing at all
        List.of("", "log.csv: needs at least one row, got an empty file"),
        List.of(HEADER + "\\n", "log.csv: needs at least one row, got an empty log"));
  }

  @ParameterizedTest
  @MethodSource("badLogs")
  void aBadLogIsRefusedWithItsOwnMessage(List<String> example) throws IOException {
    write(log, example.get(0));
    refuses(
        example.get(1), "learn", log.toString(), "--out", folder.resolve("learned.csv").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "home,x,0.8\\nhome,y,0.1 ! policy.csv, state \"home\": probabilities must sum to 1, got 0.9",
        "home,x,-0.69\\nhome,y,1 ! probability must lie in [0, 1], got -0.69 (a log-probability?",
        "home,x,1.5\\nhome,y,0 ! probability must lie in [0, 1], got 1.5",
        "home,x,0.5\\nhome,x,0.5 ! action \"x\": needs one probability, got two",
        "cart,x,1 ! state \"home\": needs probabilities for this state of the log, got none",
        "home,x,much ! probability must lie in [0, 1], got much",
      })
  void aBadPolicyIsRefusedAlsoAsBehavior(String rows, String message) throws IOException {
    write(log, GOOD);
    write(policy, "state,action,probability\\n" + rows + "\\n");
    refuses(message, "evaluate", log.toString(), "--policy", policy.toString());
    refuses(message, "check", log.toString(), "--behavior", policy.toString());
  }

  @Test
  void aLoggedActionThatBehaviorNeverTakesIsRefused() throws IOException {
    write(log, GOOD);
    write(policy, "state,action,probability\\nhome,x,1\\n");
    String message =
        "behavior policy at step 1, state \"home\", action \"y\": must be more than 0 for a logged"
            + " action, got 0 (logged 1 times)";
    refuses(message, "check", log.toString(), "--behavior", policy.toString());
  }

  @Test
  void aPolicyThatDoesWhatBehaviorNeverDoesIsRefusedWhereItIsWeighted() throws IOException {
    write(log, "state,action,reward,propensity\\nhome,x,1,1\\nhome,x,0,1\\nshop,y,0,1\\n");
    String message =
        "step 1, state \"home\", action \"y\": ips needs a logged policy that takes it, got one that"
            + " never does (the policy takes it with probability 1.0; model and efficient need no"
            + " weights)";
    assertThat(Repository.read("docs/data-format.md")).contains(message);
    refuses(message, "evaluate", log.toString(), "--policy", "always:y", "--interval", "ips");
    for (String kind : List.of("snips", "pdis", "wpdis", "dr", "mis")) {
      refuses(
          message.replace("ips", kind),
          "evaluate",
          log.toString(),
          "--policy",
          "always:y",
          "--interval",
          "efficient," + kind);
    }
    Run model =
        run("evaluate", log.toString(), "--policy", "always:y", "--interval", "model,efficient");
    assertThat(model.exit()).as(model.err()).isEqualTo(Main.DONE);
    Run estimated =
        run(
            ("evaluate %s --policy uniform --interval ips,model --behavior estimate")
                .formatted(log)
                .split(" "));
    assertThat(estimated.exit()).as(estimated.err()).isEqualTo(Main.DONE);
    assertThat(estimated.out())
        .contains(
            "note: ips: the policy does what the log never shows, first at step 1 in state \"home\" with"
                + " action \"y\" (2 such cases); weights cannot make up for it, so these estimates"
                + " miss it");
  }

  @Test
  void aPolicyWithoutItsColumnsIsRefused() throws IOException {
    write(log, GOOD);
    write(policy, "state,choice\\nhome,x\\n");
    String message = "policy.csv: needs columns state, action and probability (and step, if it";
    refuses(message, "evaluate", log.toString(), "--policy", policy.toString());
  }

  @Test
  void aTruncatedParquetFileIsRefused() throws IOException {
    Path whole = folder.resolve("whole.parquet");
    run("simulate", "chain-bandit", "--episodes", "50", "--out", whole.toString());
    Path cut = folder.resolve("cut.parquet");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(whole), 1000));
    refuses("cut.parquet: needs a readable parquet file, got: ", "check", cut.toString());
  }

  @Test
  void filesThatAreNotThereOrNotOneKindAreRefused() throws IOException {
    write(log, GOOD);
    String absent = folder.resolve("absent.csv").toString();
    refuses("absent.csv: needs a readable csv file, got: ", "check", absent);
    refuses("absent.csv: needs a readable csv file", "check", log.toString(), "--behavior", absent);
    refuses("needs a file ending in .csv,", "check", folder.resolve("log.xlsx").toString());
    String json = folder.resolve("log.jsonl").toString();
    refuses("needs files of one format, got [csv, json]", "check", log.toString(), json);
  }

  @Test
  void optionsThatOnlyTheLogCanRefuseAreBadDataToo() throws IOException {
    write(log, GOOD);
    String name = log.toString();
    refuses(
        "--columns state=place: needs a column of the log,",
        "check",
        name,
        "--columns",
        "state=place");
    refuses("--bins place: needs a column that is part of", "check", name, "--bins", "place=1");
    refuses(
        "--states: must be at least the 1 states of the log, got 0",
        "check",
        name,
        "--states",
        "0");
    refuses(
        "episode 1: its return must lie in [0, 0.5], got 1",
        "check",
        name,
        "--return-range",
        "0,0.5");
  }

  @Test
  void aPlanNeedsItsStepAndMoreThanOneEpisode() throws IOException {
    write(log, GOOD);
    String out = folder.resolve("explore.csv").toString();
    refuses(
        "--step: must be total or one of the log's steps 1 … 1, got 2",
        "plan %s --policy uniform --width 0.1 --step 2 --out %s".formatted(log, out).split(" "));
    write(log, HEADER + "\\n1,1,home,x,1\\n1,2,home,y,0\\n");
    refuses(
        "plan: needs at least two episodes, to see how they differ, got 1",
        "plan %s --policy uniform --width 0.1 --out %s".formatted(log, out).split(" "));
    write(log, HEADER + "\\n1,1,home,x,7\\n");
    refuses(
        "column reward: must lie in [0, 1]",
        "plan %s --policy uniform --width 0.1 --out %s".formatted(log, out).split(" "));
  }

  @Test
  void twentyErrorsAreShownAndTheRestCounted() throws IOException {
    write(log, HEADER + "\\n" + "1,1,,x,0\\n".repeat(33));
    Run run = run("check", log.toString());
    assertThat(run.err().lines()).hasSize(21).last().isEqualTo("… and 13 more");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
  }

  /** Exit code 3, the message, no stack trace, no output, and no file that was not there. */
  private void refuses(String message, String... args) throws IOException {
    List<Path> before = files();
    Run run = run(args);
    assertThat(run.err()).contains(message).doesNotContain("\tat ").doesNotContain("a bug");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.out()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
