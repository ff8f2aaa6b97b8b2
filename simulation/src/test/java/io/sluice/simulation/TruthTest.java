package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TruthTest {
  private static final Offset<Double> EXACT = within(1e-12);

  static Stream<Environment> environments() {
    RandomMdp random = new RandomMdp(new Shape(7, 3, 5), 4, 0.6, 0.15);
    Environment changing = random.changingEnvironment(41);
    return Stream.of(
        ChainBandit.of(3),
        ChainBandit.of(5),
        ChainBandit.released(3),
        GridWorld.paper().environment(),
        GridWorld.paper().uniformStart().environment(),
        SearchSession.mixed().environment(),
        RandomMdp.of(6, 3, 4, 0).environment(42),
        RandomMdp.of(6, 3, 4, 1).environment(43),
        changing,
        changing.withBehavior(Rows.randomPolicy(changing.shape(), 44)));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void effectsAddUpToTheWholeDifference(Environment environment) {
    for (long seed = 1; seed <= 5; seed++) {
      Policy evaluated = Rows.randomPolicy(environment.shape(), seed);
      Truth truth = Truth.of(environment, evaluated);
      double sum = truth.effects().stream().mapToDouble(e -> e).sum();
      assertThat(sum).isCloseTo(truth.value() - truth.behaviorValue(), EXACT);
      assertThat(Math.abs(sum)).as("something to add up").isGreaterThan(1e-6);
    }
  }

  /** α^(h) = V of π̃_h − V of π̃_{h+1}: one leaves the behavior at step h, the other one later. */
  @ParameterizedTest
  @MethodSource("environments")
  void anEffectIsTheDifferenceOfTwoSplicedPolicies(Environment environment) {
    Policy behavior = environment.behavior();
    Policy evaluated = Rows.randomPolicy(environment.shape(), 6);
    Truth truth = Truth.of(environment, evaluated);
    for (int h = 1; h <= environment.shape().horizon(); h++) {
      double leaving = Truth.value(environment, Policy.spliced(behavior, evaluated, h));
      double later = Truth.value(environment, Policy.spliced(behavior, evaluated, h + 1));
      assertThat(truth.effect(h)).isCloseTo(leaving - later, EXACT);
    }
  }

  @ParameterizedTest
  @MethodSource("environments")
  void theBehaviorHasNoEffectAndNoPolicyBeatsTheOptimum(Environment environment) {
    Truth nothing = Truth.of(environment, environment.behavior());
    assertThat(nothing.effects()).containsOnly(0.0);
    assertThat(nothing.immediate()).containsOnly(0.0);
    double optimum = Truth.optimum(environment);
    for (long seed = 1; seed <= 5; seed++) {
      Policy policy = Rows.randomPolicy(environment.shape(), seed);
      assertThat(Truth.value(environment, policy)).isLessThan(optimum + 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("environments")
  void atTheLastStepTheImmediateEffectIsTheEffect(Environment environment) {
    Truth truth = Truth.of(environment, Rows.randomPolicy(environment.shape(), 7));
    int last = environment.shape().horizon() - 1;
    assertThat(truth.immediate().get(last)).isCloseTo(truth.effects().get(last), EXACT);
  }

  @Test
  void whereActionsDoNotMoveTheStateEveryEffectIsImmediate() {
    Environment bandit = RandomMdp.of(6, 3, 4, 0).environment(42);
    Truth truth = Truth.of(bandit, Rows.randomPolicy(bandit.shape(), 8));
    for (int h = 1; h <= 4; h++) {
      assertThat(truth.effect(h)).isCloseTo(truth.immediate().get(h - 1), EXACT);
    }
    Environment planning = RandomMdp.of(6, 3, 4, 1).environment(42); // the negative control
    Truth other = Truth.of(planning, Rows.randomPolicy(planning.shape(), 8));
    assertThat(Math.abs(other.effect(1) - other.immediate().get(0))).isGreaterThan(1e-3);
  }

  @Test
  void theEffectOfTheFirstStepOfTheChainIsAsWorkedOutByHand() {
    Environment chain = ChainBandit.of(3);
    // Never a3, a1 and a2 alike: top 3 is worth 1, top 2 is worth 1/60 + 1.
    // Step 1, from top 1: immediately 0.5/30 − (0.1/30 + 0.8·0.5) = 0.4/30 − 0.4.
    // From there on: all at top 2, against 0.2 at top 2 and 0.8 at bottom 2 (2/60):
    // 0.8·(1 + 1/60 − 2/60)
    Truth truth = Truth.of(chain, ChainBandit.evaluated(chain, 0));
    assertThat(truth.immediate().get(0)).isCloseTo(0.4 / 30 - 0.4, EXACT);
    assertThat(truth.effect(1)).isCloseTo(0.4 / 30 - 0.4 + 0.8 * (1 - 1 / 60.0), EXACT);
    // Step 2: 0.2 of the log is at top 2, 0.8 at bottom 2. At top 2: immediately the same, then
    // 0.8·(1 − 1/60) (bottom 3 is worth 1/60); at bottom 2 only 0.4/30.
    double top = 0.4 / 30 - 0.4 + 0.8 * (1 - 1 / 60.0);
    assertThat(truth.effect(2)).isCloseTo(0.2 * top + 0.8 * 0.4 / 30, EXACT);
  }
}
