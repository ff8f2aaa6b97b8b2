package io.sluice.cli;

import static io.sluice.cli.CoverageRuns.few;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which interval to trust: what is advised, and what is said about it. */
class CoverageCommandTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void aLog() throws IOException {
    log = CoverageRuns.log(folder);
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
            "40",
            "--episodes",
            "20000");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .containsPattern("bandit +93.3% +0.0% .*UNDERCOVERS")
        .contains("trust selective: the narrowest whose bracket")
        .contains(
            "do not trust bandit: it covered less often than its nominal level at steps 1, 2 (at worst ");
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
        .contains("do not trust bandit: it covered less often than its nominal level at step 1");
  }

  /**
   * 40 users of 100 episodes, who like one of two actions or the other: P(r = 1) = 0.5 ± 0.4. The
   * mean effect of an action over users varies by 0.4/√40, far beyond what independent episodes
   * would: {@code sharp}, which ignores clusters, is the control.
   */
  @Test
  void clustersOfALogAreSimulated() throws IOException {
    StringBuilder rows = new StringBuilder("episode,step,cluster,state,action,reward,propensity\n");
    java.util.Random random = new java.util.Random(8);
    for (int e = 0; e < 4_000; e++) {
      int user = e / 100;
      boolean liked = random.nextBoolean();
      int reward = random.nextDouble() < (liked ? 0.9 : 0.1) ? 1 : 0;
      rows.append(
          "%d,1,u%d,s,%s,%d,0.5\n"
              .formatted(e, user, liked == (user % 2 == 0) ? "x" : "y", reward));
    }
    Files.writeString(log, rows);
    Run run = Run.of("coverage", log.toString(), "--policy", "always:x", "--runs", "60");
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out())
        .containsPattern("efficient +95.0% +(9[0-9]|100).*")
        .containsPattern("robust +95.0% +(9[0-9]|100).*")
        .doesNotContain("sharp")
        .containsPattern("its level for an action (39|40|41)\\..%");
    Run control =
        Run.of(
            "coverage",
            log.toString(),
            "--policy",
            "always:x",
            "--runs",
            "60",
            "--interval",
            "sharp");
    assertThat(control.out()).containsPattern("sharp .*UNDERCOVERS");
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
    String[] units =
        columns(few("coverage", log.toString(), "--policy", "always:y", "--model", "pooled"));
    String[] tens =
        columns(
            few(
                "coverage",
                scaled.toString(),
                "--policy",
                "always:y",
                "--reward-range",
                "0,10",
                "--model",
                "pooled"));
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
        .contains(
            "at step 1 for 100.0% of decisions: in the simulated environment they earn 0 and end");
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
        few(
            "coverage",
            log.toString(),
            "--policy",
            "always:x",
            "--model",
            "pooled",
            "--behavior",
            behavior.toString());
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

  @Test
  void anEnvironmentIsASingleNameThatIsNoFile() throws IOException {
    List<String> name = List.of("grid-world");
    assertThat(EnvironmentArguments.isEnvironment(name, folder)).isTrue();
    assertThat(EnvironmentArguments.isEnvironment(List.of("grid"), folder)).isFalse();
    assertThat(EnvironmentArguments.isEnvironment(List.of("grid-world", "grid-world"), folder))
        .isFalse();
    Files.writeString(folder.resolve("grid-world"), "a log");
    assertThat(EnvironmentArguments.isEnvironment(name, folder)).isFalse();
  }
}
