package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drawn episodes have the frequencies that their environment says, by χ².
 *
 * <p>{@value #DEVIATIONS} standard deviations on either side: a right program fails one such check
 * for a new seed with probability 2·10⁻⁵ (normal tail, Wilson–Hilferty), one of the 20 with less
 * than 4·10⁻⁴. The seeds are fixed. Cells of a small expectation that are left out make the
 * statistic smaller by a share of one degree of freedom each, which these samples do not feel.
 */
class RolloutsFrequencyTest {
  private static final double DEVIATIONS = 4.26;
  private static final int EPISODES = 50_000;
  private static final RandomMdp CHANGING = new RandomMdp(new Shape(6, 3, 4), 3, 0.5, 0.1);

  static Stream<Environment> environments() {
    Environment random = CHANGING.changingEnvironment(51);
    return Stream.of(
        random,
        random.withBehavior(Rows.randomPolicy(random.shape(), 52)),
        RandomMdp.of(6, 3, 4, 1).environment(53),
        SearchSession.mixed().environment());
  }

  @ParameterizedTest
  @MethodSource("environments")
  void startsActionsNextStatesAndRewardsAreAsFrequentAsTheyShouldBe(Environment environment) {
    TransitionCounts counts = new Rollouts(environment, 54).count(EPISODES);
    requireFit(Fit.ofStarts(environment, counts));
    requireFit(Fit.ofActions(environment, counts));
    requireFit(Fit.ofNextStates(environment, counts));
    requireFit(Fit.ofRewards(environment, counts));
  }

  @Test
  void chainAndGridStartAndActAsTheyShould() {
    Environment released = ChainBandit.released(3);
    TransitionCounts chain = new Rollouts(released, 55).count(EPISODES);
    requireFit(Fit.ofStarts(released, chain));
    requireFit(Fit.ofActions(released, chain));
    Environment uniform = GridWorld.paper().uniformStart().environment();
    TransitionCounts grid = new Rollouts(uniform, 56).count(EPISODES);
    requireFit(Fit.ofStarts(uniform, grid));
    requireFit(Fit.ofActions(uniform, grid));
  }

  private static void requireFit(Fit fit) {
    assertThat(fit.degrees()).isPositive();
    assertThat(fit.deviate()).isBetween(-DEVIATIONS, DEVIATIONS);
  }

  /** Negative control: 3% of another policy mixed in. */
  @Test
  void aSlightlyWrongBehaviorIsRejected() {
    Environment environment = CHANGING.changingEnvironment(51);
    TransitionCounts counts = new Rollouts(environment, 54).count(EPISODES);
    Policy wrong =
        Policy.mixture(0.97, environment.behavior(), Policy.uniform(environment.shape()));
    assertThat(Fit.ofActions(environment.withBehavior(wrong), counts).deviate())
        .isGreaterThan(DEVIATIONS);
  }

  /** Negative control: the same problem with its dial at 0.55 instead of 0.5, or more ends. */
  @Test
  void aSlightlyWrongTransitionModelIsRejected() {
    TransitionCounts counts = new Rollouts(CHANGING.changingEnvironment(51), 54).count(EPISODES);
    Environment wrong = new RandomMdp(CHANGING.shape(), 3, 0.55, 0.1).changingEnvironment(51);
    assertThat(Fit.ofNextStates(wrong, counts).deviate()).isGreaterThan(DEVIATIONS);
    Environment ends = new RandomMdp(CHANGING.shape(), 3, 0.5, 0.12).changingEnvironment(51);
    assertThat(Fit.ofNextStates(ends, counts).deviate()).isGreaterThan(DEVIATIONS);
  }

  /** Negative control: rewards moved by a hundredth towards one half. */
  @Test
  void slightlyWrongRewardsAreRejected() {
    Environment right = CHANGING.changingEnvironment(51);
    TransitionCounts counts = new Rollouts(right, 54).count(EPISODES);
    Model model = right.model();
    double[] reward = new double[model.next().rows()];
    for (int i = 0; i < reward.length; i++) {
      reward[i] = model.reward(i) + (model.reward(i) < 0.5 ? 0.01 : -0.01);
    }
    Environment wrong =
        new Environment(
            "wrong",
            right.states(),
            right.actions(),
            Model.known(right.shape(), Model.Pooling.PER_STEP, reward, model.next()),
            right.rewards(),
            right.start(),
            right.behavior());
    assertThat(Fit.ofRewards(wrong, counts).deviate()).isGreaterThan(DEVIATIONS);
  }

  /** Negative control: another start. */
  @Test
  void aWrongStartIsRejected() {
    TransitionCounts counts = new Rollouts(CHANGING.changingEnvironment(51), 54).count(EPISODES);
    assertThat(Fit.ofStarts(CHANGING.changingEnvironment(57), counts).deviate())
        .isGreaterThan(DEVIATIONS);
  }
}
