package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last actions as part of the state. */
class HistoryTest {
  private static final Path CASE =
      Repository.root().resolve("cli/src/test/resources/golden/history");
  private static final String LOG = CASE.resolve("log.csv").toString();
  private static final String POLICY = CASE.resolve("policy.csv").toString();

  @TempDir Path folder;

  /**
   * The second decision pays 1 if it is as the first. Staying always is worth 1 and the logged
   * policy about ½, all of it by the first decision; a state without a past shows nothing of it.
   */
  @Test
  void whatTheLastActionDoesIsSeenWithItInTheState() {
    Run without = evaluate();
    assertThat(without.out()).contains("CONTRADICTED  markov");
    Run with = evaluate("--history", "1");
    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(with.out()).contains("step 1   effect +0.5").contains("3 states instead of 1");
    assertThat(with.out()).doesNotContain("CONTRADICTED  markov");
  }

  private static Run evaluate(String... more) {
    String[] words = {"evaluate", LOG, "--policy", POLICY, "--interval", "efficient"};
    return Run.of(
        java.util.stream.Stream.of(words, more)
            .flatMap(java.util.Arrays::stream)
            .toArray(String[]::new));
  }

  @Test
  void checkProposesAHistoryThatHelps() {
    assertThat(Run.of("check", LOG).out())
        .contains("With --history 1 (3 states instead of 1) the state is all that matters");
    assertThat(Run.of("check", LOG, "--history", "1").out()).doesNotContain("With --history");
  }

  /** Rewards come in runs, and no history of actions and states shows them. */
  @Test
  void checkSaysThatAHistoryHasNoRewards() throws IOException {
    Random random = new Random(1);
    StringBuilder log = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int episode = 0; episode < 200; episode++) {
      int reward = random.nextInt(2);
      for (int step = 1; step <= 4; step++) {
        reward = random.nextDouble() < 0.9 ? reward : 1 - reward;
        String action = random.nextBoolean() ? "l" : "r";
        log.append("%d,%d,x,%s,%d,0.5\n".formatted(episode, step, action, reward));
      }
    }
    Path file = Files.writeString(folder.resolve("runs.csv"), log);
    assertThat(Run.of("check", file.toString()).out())
        .contains("rewards and the reward before")
        .contains("With --history 1:states")
        .contains(
            "the last reward matters, and a history has no rewards. Put more columns into the state (the last reward, for one)");
  }

  @Test
  void aHistoryOfNextStatesIsThatOfTheNextRow() throws IOException {
    String log =
        """
        episode,step,state,action,reward,next_state
        a,1,x,l,0,y
        a,2,y,r,1,x
        a,3,x,l,0,
        b,1,y,r,0,y
        b,2,y,l,1,
        b,3,x,l,1,
        """;
    Path file = Files.writeString(folder.resolve("next.csv"), log);
    Run run = Run.of("check", file.toString(), "--history", "2:states", "--format", "json");
    assertThat(run.exit()).as(run.err()).isZero();
    // x||||, y||||, y|l|x||, y|r|y||, x|r|y|l|x, x|l|y|r|y
    assertThat(run.out()).contains("\"states\" : 6").contains("\"history=2:states\"");
    assertThat(run.out()).contains("\"filled\" : 1");
  }

  /** z begins rows, though never after l: the log does not say whether such an episode ended. */
  @Test
  void aStateThatBeginsRowsWithAnotherPastLeavesItOpenHowAnEpisodeStopped() throws IOException {
    String log =
        """
        episode,step,state,action,reward,next_state
        a,1,x,l,0,z
        b,1,z,r,0,z
        b,2,z,r,1,
        """;
    Path file = Files.writeString(folder.resolve("ends.csv"), log);
    for (String[] history : new String[][] {{}, {"--history", "1"}}) {
      String[] words = {"check", file.toString(), "--format", "json"};
      Run run =
          Run.of(
              java.util.stream.Stream.of(words, history)
                  .flatMap(java.util.Arrays::stream)
                  .toArray(String[]::new));
      assertThat(run.out()).contains("\"ambiguous\" : 1");
    }
    Run cut = Run.of("check", file.toString(), "--history", "1", "--ends", "cut");
    assertThat(cut.exit()).isEqualTo(3);
    assertThat(cut.err()).contains("--history: needs a column end or truncated if --ends is cut");
  }

  @Test
  void wrongHistoriesAreRefused() {
    assertThat(Run.of("check", LOG, "--history", "0").err())
        .contains("--history: needs 1 to 100 decisions, got 0");
    assertThat(Run.of("check", LOG, "--history", "two").err())
        .contains("--history: needs N or N:states, got two");
    Run kept =
        Run.of("count", LOG, "--history", "1", "--out", folder.resolve("c.parquet").toString());
    assertThat(kept.exit()).isEqualTo(2);
    assertThat(kept.err()).contains("--history: cannot be kept in counts");
  }
}
