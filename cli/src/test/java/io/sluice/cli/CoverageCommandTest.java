package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which interval to trust: what is advised, what is written, and what is refused. */
class CoverageCommandTest {
  private static final String[] FEW = {"--runs", "12", "--episodes", "60"};

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = folder.resolve("log.csv");
    StringBuilder rows = new StringBuilder("episode,step,state,action,reward\n");
    for (int e = 0; e < 40; e++) {
      String action = e % 3 == 0 ? "y" : "x";
      rows.append("%d,1,home,%s,%d\n".formatted(e, action, e % 2));
      if (e % 5 != 0) {
        rows.append("%d,2,%s,x,%d\n".formatted(e, e % 3 == 0 ? "cart" : "home", e % 4 / 2));
      }
    }
    Files.writeString(log, rows);
  }

  private static Run few(String... args) {
    return Run.of(Stream.concat(Stream.of(args), Stream.of(FEW)).toArray(String[]::new));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  /**
   * The control of the whole: at step 1 of the chain actions move the state, so the bandit interval
   * is wrong, and the narrowest of these two; it is seen to miss, and is not what is advised.
   */
  @Test
  void anIntervalThatIsWrongIsSeenAndNotAdvised() {
    Run run =
        Run.of(
            "coverage",
            "chain-bandit",
            "--interval",
            "bandit,selective",
            "--runs",
            "60",
            "--episodes",
            "1000");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .containsPattern("bandit +95.0% +0.0% .*MISSES TOO OFTEN")
        .contains("trust selective: the narrowest that covered")
        .contains("do not trust bandit: it missed more often than it says at step 1 (at worst it");
  }

  /**
   * And where actions do not move the state it is right, and advised: what was wrong is the step.
   */
  @Test
  void theSameIntervalIsAdvisedWhereItIsRight() {
    Run run =
        Run.of(
            "coverage",
            "random-mdp",
            "--dial",
            "0",
            "--interval",
            "bandit,selective",
            "--runs",
            "60",
            "--episodes",
            "1000");
    assertThat(run.out()).contains("trust bandit: ").doesNotContain("MISSES");
  }

  @Test
  void aLogOfThatProblemGivesTheSameAdvice() {
    Path chain = folder.resolve("chain.csv");
    Run.of("simulate", "chain-bandit", "--episodes", "3000", "--out", chain.toString());
    Run run =
        Run.of(
            "coverage",
            chain.toString(),
            "--policy",
            "uniform",
            "--interval",
            "bandit,selective",
            "--runs",
            "60");
    assertThat(run.out())
        .contains("the model fitted to the log: 60 logs of 3,000 episodes")
        .contains("trust selective: ")
        .contains("do not trust bandit: it missed more often than it says at step 1");
  }

  @Test
  void theSeedDecidesEveryByteWhateverTheThreads() throws Exception {
    List<String> outputs = new ArrayList<>();
    for (int threads : new int[] {1, 4}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        Path out = folder.resolve("on" + threads);
        String[] args = {
          "coverage", log.toString(), "--policy", "uniform", "--out", out.toString()
        };
        outputs.add(pool.submit(() -> few(args)).get().out());
      } finally {
        pool.shutdown();
      }
    }
    assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
    for (String name : List.of("coverage.csv", "coverage.txt", "coverage.svg", "coverage.png")) {
      assertThat(folder.resolve("on4").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("on1").resolve(name));
    }
    Run other = few("coverage", log.toString(), "--policy", "uniform", "--seed", "2");
    assertThat(other.out()).isNotEqualTo(outputs.get(0));
  }

  @Test
  void theFolderHoldsTheTextTheNumbersAndThePicture() throws IOException {
    Path out = folder.resolve("not/yet/there");
    Run run = few("coverage", "grid-world", "--out", out.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(out.resolve("coverage.txt")).hasContent(run.out());
    List<String> rows = Files.readAllLines(out.resolve("coverage.csv"));
    assertThat(rows).hasSize(1 + 3 * 7); // steps × intervals
    assertThat(rows.get(1)).startsWith("1,").contains(",standard,0.95,12,12,1.0,");
    assertThat(Files.readString(out.resolve("coverage.svg")))
        .contains("grid-world: how often", "theorem-per-state", "mean width");
    assertThat(out.resolve("coverage.png")).isNotEmptyFile();
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files).hasSize(4);
    }
  }

  @Test
  void widthsAndEffectsAreInTheUsersUnits() throws IOException {
    Path scaled = folder.resolve("scaled.csv");
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      int at = line.lastIndexOf(',');
      lines.add(line.endsWith(",1") ? line.substring(0, at) + ",10" : line);
    }
    Files.write(scaled, lines);
    String[] units = columns(few("coverage", log.toString(), "--policy", "always:y"));
    String[] tens =
        columns(
            few("coverage", scaled.toString(), "--policy", "always:y", "--reward-range", "0,10"));
    for (int i = 0; i < 2; i++) { // the effect and the width of step 1
      double one = Double.parseDouble(units[i].replace('−', '-'));
      assertThat(Double.parseDouble(tens[i].replace('−', '-')) / one).isBetween(9.9, 10.1);
    }
    assertThat(units[1]).isNotEqualTo("0.0000");
  }

  /** The effect of step 1 and the width of its first interval, standard. */
  private static String[] columns(Run run) {
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    List<String> lines = run.out().lines().toList();
    String[] effect = lines.get(3).trim().split(" +");
    String[] standard = lines.get(5).split("\\]")[1].trim().split(" +");
    return new String[] {effect[effect.length - 1].replace("+", ""), standard[0]};
  }

  @Test
  void whatTheLogNeverShowsIsSaid() {
    Run run = few("coverage", log.toString(), "--policy", "always:z");
    assertThat(run.out())
        .contains("at step 1 for 100.0% of decisions: in the simulated world they earn 0 and end");
    // y is known at step 1 only, and the last step has no y.
    Run partly = few("coverage", log.toString(), "--policy", "always:y", "--model", "per-step");
    assertThat(partly.out()).contains("at step 2 for 100.0% of decisions");
    assertThat(few("coverage", log.toString(), "--policy", "behavior").out())
        .doesNotContain("says nothing about");
  }

  @Test
  void aLoggedPolicyThatGoesWhereTheLogNeverWasIsSaid() throws IOException {
    Path behavior = folder.resolve("behavior.csv");
    Files.writeString(
        behavior,
        "state,action,probability\nhome,x,0.6\nhome,y,0.3\nhome,z,0.1\ncart,x,0.9\ncart,y,0.1\n");
    Run run =
        few("coverage", log.toString(), "--policy", "always:x", "--behavior", behavior.toString());
    assertThat(run.out())
        .contains("nothing about some of the logged policy's own (state, action) pairs, at step 1");
  }

  @Test
  void aReturnRangeThatTheFittedWorldBreaksIsSaid() throws IOException {
    // Every episode earns 1 in all, early or late; recombined, some would earn 2.
    StringBuilder rows = new StringBuilder("episode,step,state,action,reward\n");
    for (int e = 0; e < 20; e++) {
      rows.append(
          "%d,1,s,%s,%d\n%d,2,s,y,%d\n".formatted(e, e % 2 == 0 ? "x" : "y", e % 2, e, 1 - e % 2));
    }
    Files.writeString(log, rows);
    String[] common = {"coverage", log.toString(), "--policy", "always:y", "--model", "per-step"};
    String note = "values exceed the declared --return-range";
    assertThat(few(common).out()).doesNotContain(note);
    String[] capped =
        Stream.concat(Stream.of(common), Stream.of("--return-range", "0,1")).toArray(String[]::new);
    assertThat(few(capped).out()).contains(note);
  }

  @Test
  void policiesOfAnEnvironmentComeFromItsNamesAndFiles() throws IOException {
    Path policy = folder.resolve("policy.csv");
    StringBuilder rows = new StringBuilder("state,action,probability\n");
    for (String state : List.of("top1", "top2", "top3", "bottom1", "bottom2", "bottom3")) {
      rows.append(state).append(",a2,1\n");
    }
    Files.writeString(policy, rows);
    String file = few("coverage", "chain-bandit", "--policy", policy.toString()).out();
    String named = few("coverage", "chain-bandit", "--policy", "always:a2").out();
    assertThat(file.replace(policy.toString(), "always:a2")).isEqualTo(named);
    String half = few("coverage", "chain-bandit", "--policy", "mix:0:optimal").out();
    assertThat(half).contains("step 1   true effect  0.0000");
    // The optimum is 1.066667, the behavior's value 0.513867 (docs of ChainBandit): α sums to that.
    String best = few("coverage", "chain-bandit", "--policy", "optimal").out();
    double sum =
        best.lines()
            .filter(line -> line.startsWith("step "))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf('+') + 1)))
            .sum();
    assertThat(sum).isBetween(0.5526, 0.5530);
    Files.writeString(policy, rows.append("top1,a9,0.5\n"));
    Run bad = few("coverage", "chain-bandit", "--policy", policy.toString());
    assertThat(bad.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(bad.err())
        .contains(
            "state \"top1\", action \"a9\": needs one of the actions a1, a2, a3, got another");
    Files.writeString(policy, "state,action,probability\ntop1,a2,1\n");
    assertThat(few("coverage", "chain-bandit", "--policy", policy.toString()).err())
        .contains("state \"top2\": needs probabilities for this state of chain-bandit, got none");
  }

  /** A file wins over an environment of its name. */
  @Test
  void aFileThatIsNamedLikeAnEnvironmentIsALog() {
    // Tests run in the module's folder, which has no such file: the name alone is the environment.
    assertThat(few("coverage", "grid-world").out()).startsWith("grid-world: ");
    Run two = few("coverage", "grid-world", "chain-bandit", "--policy", "uniform");
    assertThat(two.exit()).isEqualTo(Main.BAD_DATA); // two arguments are files
  }

  @ParameterizedTest
  @ValueSource(strings = {"grid-world", "LOG --policy uniform"})
  void aFileInTheFoldersPlaceIsReportedBeforeAnyWorkAndKept(String about) throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "mine");
    String[] args =
        ("coverage " + about.replace("LOG", log.toString()) + " --out " + file).split(" ");
    Run run = few(args);
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo("--out %s: needs a folder that can be written to, got a file\n".formatted(file));
    assertThat(run.out()).isEmpty();
    assertThat(file).hasContent("mine");
    assertThat(files()).containsExactly("log.csv", "taken");
  }

  @Test
  void nothingIsWrittenWhereAFileCannotTakeItsPlace() throws IOException {
    Files.createDirectories(folder.resolve("out/coverage.png"));
    Run run = few("coverage", "grid-world", "--out", folder.resolve("out").toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("needs a folder that can be written to").contains("in the way");
    assertThat(run.out()).isEmpty();
    assertThat(files()).containsExactly("log.csv", "out", "out/coverage.png");
  }

  @Test
  void aBadLogIsRefusedAndLeavesNothing() throws IOException {
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,7\n");
    Path out = folder.resolve("out");
    Run run = few("coverage", log.toString(), "--policy", "uniform", "--out", out.toString());
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).startsWith("column reward: must lie in [0, 1]");
    assertThat(run.out()).isEmpty();
    assertThat(files()).containsExactly("log.csv");
  }

  @Test
  void aLogOfOneEpisodeHasNoHoldout() throws IOException {
    Files.writeString(log, "episode,step,state,action,reward\n1,1,home,x,1\n");
    Run run = Run.of("coverage", log.toString(), "--policy", "uniform");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err())
        .isEqualTo("log: needs at least 2 episodes to be simulated, got 1 (say --episodes)\n");
    Run more = few("coverage", log.toString(), "--policy", "uniform");
    assertThat(more.exit()).as(more.err()).isEqualTo(Main.DONE);
  }

  @Test
  void onlyATerminalSeesProgressAndItIsWipedAgain() {
    String[] args = {"coverage", "grid-world", "--runs", "5", "--episodes", "20"};
    Run piped = Run.of(args);
    Run watched = Run.onTerminal(args);
    assertThat(piped.err()).isEmpty();
    assertThat(watched.out()).isEqualTo(piped.out()).doesNotContain("\r");
    assertThat(watched.err()).contains("simulating").contains("100%").endsWith(" \r");
  }
}
