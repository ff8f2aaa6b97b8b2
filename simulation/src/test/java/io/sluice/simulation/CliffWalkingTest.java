package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CliffWalkingTest {
  private static final CliffWalking CLIFF = new CliffWalking(1_000);
  private static final Environment ENVIRONMENT = CLIFF.environment();

  /** From the published set-up: π_e is worth −42.48855 and π_b −60.6426. */
  @Test
  void valuesAreThePublishedOnes() {
    double evaluated = Truth.value(ENVIRONMENT, CliffWalking.evaluated(ENVIRONMENT));
    double logged = Truth.value(ENVIRONMENT, ENVIRONMENT.behavior());
    assertThat(CLIFF.published(evaluated)).isCloseTo(-42.48855, within(5e-6));
    assertThat(CLIFF.published(logged)).isCloseTo(-60.6426, within(5e-5));
  }

  /** Eleven moves right and two up and down; falls only by exploring. */
  @Test
  void theShortestWayTakesThirteenSteps() {
    double optimum = Truth.optimum(ENVIRONMENT);
    assertThat(CLIFF.published(optimum)).isCloseTo(-13, within(1e-8));
  }

  @Test
  void episodesEndAtTheGoalOrInTheCliff() {
    int[] falls = new int[1];
    new Rollouts(ENVIRONMENT, 1)
        .forEachRow(
            200,
            (episode, h, x, a, next, reward) -> {
              boolean fell = reward == 0;
              falls[0] += fell ? 1 : 0;
              assertThat(fell).isEqualTo(next == ENVIRONMENT.shape().end() && x != 35);
            });
    assertThat(falls[0]).isBetween(50, 150);
  }
}
