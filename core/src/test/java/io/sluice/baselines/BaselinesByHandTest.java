package io.sluice.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.StudentQuantile;
import io.sluice.fixtures.Episodes;
import io.sluice.influence.PolicyValues;
import io.sluice.interval.Interval;
import io.sluice.interval.StandardError;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Two episodes of two steps in states x and y, actions a and b, each logged with probability 0.5;
 * the evaluated policy takes a with 0.8, so that π/π_b is 1.6 for a and 0.4 for b.
 *
 * <pre>
 * first    x a 1   y b 0.5    w_1 = 1.6, w_2 = 0.64, return 1.5
 * second   x b 0   x a 1      w_1 = 0.4, w_2 = 0.64, return 1
 * </pre>
 */
class BaselinesByHandTest {
  private static final Offset<Double> EXACT = within(1e-12);
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final Policy EVALUATED = Policy.everywhere(SHAPE, 0.8, 0.2);
  private static final Episodes LOG =
      new Episodes(SHAPE, RewardRange.UNIT)
          .add(0, 0, 0, 0, 1, 0.5, 1, 1, 0.5, 0.5)
          .add(1, 1, 0, 1, 0, 0.5, 0, 0, 1, 0.5);

  private static void is(Interval interval, double estimate, double error) {
    assertThat(interval.estimate()).isCloseTo(estimate, EXACT);
    assertThat(Baseline.error(interval)).isCloseTo(error, EXACT);
  }

  @Test
  void wholeEpisodes() {
    // (0.64·1.5 + 0.64·1)/2 = (0.96 + 0.64)/2 = 0.8; SE = √(2/1·(0.16² + 0.16²))/2 = 0.16
    is(Baseline.IPS.of(LOG, EVALUATED), 0.8, 0.16);
    // 1.6/1.28 = 1.25; SE = √(2·0.64²·(0.25² + 0.25²))/1.28 = 0.32/1.28
    is(Baseline.SNIPS.of(LOG, EVALUATED), 1.25, 0.25);
    Weights weights = Baseline.trajectories(LOG, EVALUATED).weights();
    assertThat(weights.effectiveSampleSize()).isCloseTo(2, EXACT);
    assertThat(weights.largest()).isCloseTo(0.64, EXACT);
  }

  @Test
  void decisionByDecision() {
    // first 1.6·1 + 0.64·0.5 = 1.92, second 0.4·0 + 0.64·1 = 0.64
    is(Baseline.PDIS.of(LOG, EVALUATED), 1.28, 0.64);
    // step 1: 1.6/2 = 0.8, step 2: (0.32 + 0.64)/1.28 = 0.75
    // first 1.6·0.2/1 + 0.64·(−0.25)/0.64 = 0.07, second 0.4·(−0.8)/1 + 0.25 = −0.07
    is(Baseline.WPDIS.of(LOG, EVALUATED), 1.55, 0.07);
    // step 1: 2²/(1.6² + 0.4²) = 4/2.72, step 2: 2
    Weights weights = Baseline.decisions(LOG, EVALUATED).weights();
    assertThat(weights.effectiveSampleSize()).isCloseTo(4 / 2.72, EXACT);
    assertThat(weights.largest()).isCloseTo(1.6, EXACT);
  }

  /** Returns are 1.5 and 1, on average 1.25. */
  @Test
  void gainsAreDifferencesEpisodeByEpisode() {
    // 0.96 − 1.5 = −0.54 and 0.64 − 1 = −0.36
    is(Baseline.IPS.estimate(LOG, EVALUATED).gain(), -0.45, 0.09);
    // both weights are the mean weight, so that ψ = (Σr − 1.25) − (Σr − 1.25)
    is(Baseline.SNIPS.estimate(LOG, EVALUATED).gain(), 0, 0);
    // 1.92 − 1.5 = 0.42 and 0.64 − 1 = −0.36
    is(Baseline.PDIS.estimate(LOG, EVALUATED).gain(), 0.03, 0.39);
    // ψ = 0.07 − 0.25 and −0.07 + 0.25
    is(Baseline.WPDIS.estimate(LOG, EVALUATED).gain(), 0.3, 0.18);
    // ψ = 0.64 − 0.25 and −0.64 + 0.25
    is(Baseline.MIS.estimate(LOG, EVALUATED).gain(), 0.03, 0.39);
    // ψ = 0 − 0.25 and 0 + 0.25; pairs never seen are above
    Interval model = Baseline.MODEL_PER_STEP.estimate(LOG, EVALUATED).gain();
    is(model, -0.21, 0.25);
    assertThat(model.parts().get(1).above()).isCloseTo(0.68, EXACT);
  }

  /** An episode that is over keeps its weight and earns nothing. */
  @Test
  void anEpisodeThatEndsEarly() {
    Episodes log =
        new Episodes(SHAPE, RewardRange.UNIT)
            .add(0, 0, 0, 0, 1, 0.5)
            .add(1, 1, 0, 1, 0, 0.5, 0, 0, 1, 0.5);
    // 1.6·1 and 0.64·1 for both: whole episodes and decisions agree
    is(Baseline.IPS.of(log, EVALUATED), 1.12, 0.48);
    is(Baseline.PDIS.of(log, EVALUATED), 1.12, 0.48);
    // step 1: 1.6/2; step 2: (1.6·0 + 0.64·1)/(1.6 + 0.64) = 2/7, w̄ = 1.12
    // first 1.6·0.2 + 1.6·(−2/7)/1.12 = 0.32 − 0.408163, second −0.32 + 0.64·(5/7)/1.12
    is(Baseline.WPDIS.of(log, EVALUATED), 0.8 + 2 / 7.0, 3.2 / 7 / 1.12 - 0.32);
    // step 1: 4/2.72 = 1.4706, step 2: 2.24²/(1.6² + 0.64²) = 1.6897
    Weights weights = Baseline.decisions(log, EVALUATED).weights();
    assertThat(weights.effectiveSampleSize()).isCloseTo(4 / 2.72, EXACT);
  }

  @Test
  void doublyRobustWithTheValuesOfTheOtherFold() {
    // R = 0.5 in x, (1, 0) in y; a leads from x to y, b stays; y stays.
    SparseRows.Writer rows = new SparseRows.Writer(4, 4);
    for (int next : new int[] {1, 0, 1, 1}) {
      rows.entry(next, 1);
      rows.endRow();
    }
    Model model = Model.known(SHAPE, Pooling.POOLED, new double[] {0.5, 0.5, 1, 0}, rows.done());
    PolicyValues values = PolicyValues.of(model, ValueRange.of(SHAPE), EVALUATED);
    // V_2(x) = 0.5, V_2(y) = 0.8, Q_1(x,a) = 1.3, Q_1(x,b) = 1, V_1(x) = 0.8·1.3 + 0.2·1
    assertThat(values.value(1, 0)).isCloseTo(1.24, EXACT);
    PolicyValues nothing =
        PolicyValues.of(Models.constant(SHAPE, 0), ValueRange.of(SHAPE), EVALUATED);
    // first 1.24 + 1.6(1 + 0.8 − 1.3) + 0.64(0.5 + 0 − 0) = 2.36, second as pdis 0.64
    is(Baseline.doublyRobust(LOG, EVALUATED, RewardRange.UNIT, values, nothing).value(), 1.5, 0.86);
    // the other way: first 1.92, second 1.24 + 0.4(0 + 0.5 − 1) + 0.64(1 − 0.5) = 1.36
    is(
        Baseline.doublyRobust(LOG, EVALUATED, RewardRange.UNIT, nothing, values).value(),
        1.64,
        0.28);
  }

  @Test
  void marginalized() {
    // d̂^π_2(y) = 1.6/2 = 0.8 against 0.5, d̂^π_2(x) = 0.4/2 = 0.2 against 0.5: weights 1.6 and 0.4
    // first 1.6·1 + 1.6·0.4·0.5 = 1.92, second 0.4·0 + 0.4·1.6·1 = 0.64
    // V̂_2(y) = 0.4·0.5 = 0.2, V̂_2(x) = 1.6, so ψ = 1.6(1 + 0.2) − 1.28 = 0.64 and −0.64
    is(Baseline.MIS.of(LOG, EVALUATED), 1.28, 0.64);
    Weights weights = Baseline.marginalized(LOG, EVALUATED).weights();
    assertThat(weights.effectiveSampleSize()).isCloseTo(4 / 2.72, EXACT); // step 1: 1.6, 0.4
    assertThat(weights.largest()).isCloseTo(1.6, EXACT);
  }

  @Test
  void theModelsPlugIn() {
    // V̂_2(y) = 0.2·0.5, V̂_2(x) = 0.8·1, V̂_1(x) = 0.8(1 + 0.1) + 0.2(0 + 0.8) = 1.04
    // Every pair was seen once, so nothing varies; (y,a) and (x,b) at step 2 were never seen:
    // 0.8·0.8 + 0.2·0.2 = 0.68 of the decisions, worth up to 1 each
    Interval model = Baseline.MODEL_PER_STEP.of(LOG, EVALUATED);
    is(model, 1.04, 0);
    assertThat(model.upper()).isCloseTo(1.72, EXACT);
    assertThat(model.parts().get(1).name()).isEqualTo("pairs never seen");
    // Pooled R̂(x,a) = 1, R̂(x,b) = 0, R̂(y,b) = 0.5, and the same transitions: the same V̂.
    Interval pooled = Baseline.MODEL_POOLED.of(LOG, EVALUATED);
    is(pooled, 1.04, 0);
    // never seen is only (y,a) now, and y at step 2 is 0.8 of it: 0.8·0.8·1
    assertThat(pooled.upper()).isCloseTo(1.68, EXACT);
  }

  /** Rewards 0.5 above and below their mean of 0.5 in one state with one action, H = 1. */
  @Test
  void theModelsErrorIsThatOfAMean() {
    Shape one = new Shape(1, 1, 1);
    Episodes log = new Episodes(one, RewardRange.UNIT);
    for (int i = 0; i < 10; i++) {
      log.add(i, 0, 0, 0, i % 2, 1);
    }
    // √(10/9·10·0.25)/10 = 1/6
    is(Baseline.MODEL_POOLED.of(log, Policy.uniform(one)), 0.5, 1 / 6.0);
    is(Baseline.IPS.of(log, Policy.uniform(one)), 0.5, 1 / 6.0);
  }

  @Test
  void clustersAreAddedUpBeforeTheyAreSquared() {
    Shape one = new Shape(1, 1, 1);
    Episodes log =
        new Episodes(one, RewardRange.UNIT)
            .add(0, 0, 0, 0, 1, 1)
            .add(0, 0, 0, 0, 1, 1)
            .add(1, 1, 0, 0, 0, 1)
            .add(2, 1, 0, 0, 0, 1);
    // ψ = 0.5, 0.5, −0.5, −0.5; clusters 1, −0.5, −0.5 with shares ½, ¼, ¼, whose squares sum to ⅜:
    // a = 1/(1 − 1 + ⅜) = 8/3 and 1/(1 − ½ + ⅜) = 8/7; √(8/3 + 8/7·(¼ + ¼))/4
    Interval ips = Baseline.IPS.of(log, Policy.uniform(one));
    assertThat(ips.estimate()).isCloseTo(0.5, EXACT);
    StandardError error = ips.error().orElseThrow();
    assertThat(error.value()).isCloseTo(Math.sqrt(8 / 3.0 + 4 / 7.0) / 4, EXACT);
    double freedom = error.degreesOfFreedom().orElseThrow();
    assertThat(freedom).isLessThan(2);
    assertThat(ips.upper())
        .isCloseTo(0.5 + StudentQuantile.twoSided(freedom, 0.05) * error.value(), EXACT);
    assertThat(ips.parts().get(0).name()).isEqualTo("sampling of clusters");
    assertThat(ips.parts().get(0).formula()).isEqualTo("t·√(Σ_g a_g·ψ_g²)/T, G = 3, ψ = w·Σr − V̂");
    // alone: √(4/3·1)/4
    is(Baseline.IPS.of(log.unclustered(), Policy.uniform(one)), 0.5, Math.sqrt(4 / 3.0) / 4);
  }

  @Test
  void aSingleEpisodeOrClusterHasNoError() {
    Episodes one = new Episodes(SHAPE, RewardRange.UNIT).add(0, 0, 0, 0, 1, 0.5);
    for (Baseline rival : Baseline.values()) {
      assertThatThrownBy(() -> rival.of(one, EVALUATED))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("needs at least two episodes to know its error, got 1");
      assertThatThrownBy(() -> rival.of(one.repeated(3), EVALUATED))
          .hasMessageEndingWith("needs at least two clusters to know its error, got 1");
    }
  }

  @Test
  void weightsThatAreAllZeroCannotBeNormalized() {
    Policy never = Policy.everywhere(SHAPE, 0, 1);
    Episodes log =
        new Episodes(SHAPE, RewardRange.UNIT)
            .add(0, 0, 0, 1, 1, 0.5, 0, 0, 1, 0.5)
            .add(1, 0, 0, 1, 1, 0.5, 0, 0, 1, 0.5);
    assertThatThrownBy(() -> Baseline.SNIPS.of(log, never))
        .hasMessage(
            "snips: needs an episode that the policy could have made, got none (its weights are all 0)");
    assertThatThrownBy(() -> Baseline.WPDIS.of(log, never))
        .hasMessage(
            "wpdis at step 2: needs an episode that the policy could have made up to there, got none (its weights are all 0)");
    is(Baseline.IPS.of(log, never), 0, 0);
    is(Baseline.PDIS.of(log, never), 2, 0);
  }

  @Test
  void gapsAreWhereThePolicyGoesAndTheLogNever() {
    Policy onlyA = Policy.everywhere(SHAPE, 1, 0);
    // b is never logged; π wants it in x at both steps, and in y, where it gets by a at step 2
    assertThat(Overlap.gaps(LOG.counts(), onlyA, EVALUATED))
        .extracting(Overlap.Gap::step, Overlap.Gap::state, Overlap.Gap::action)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 0, 1),
            org.assertj.core.groups.Tuple.tuple(2, 0, 1),
            org.assertj.core.groups.Tuple.tuple(2, 1, 1));
    // taking only b at step 1 π stays in x, and what it would do in y is no matter
    Policy careful =
        Policy.tabular(SHAPE, (h, x, a) -> h == 1 ? (a == 1 ? 1 : 0) : (a == x ? 1 : 0));
    assertThat(Overlap.gaps(LOG.counts(), Policy.uniform(SHAPE), careful)).isEmpty();
    Policy notInY = Policy.stationary(SHAPE, (x, a) -> x == 1 ? (a == 0 ? 1 : 0) : 0.5);
    assertThat(Overlap.gaps(LOG.counts(), notInY, careful)).isEqualTo(List.of());
    assertThat(Overlap.gaps(LOG.counts(), notInY, EVALUATED))
        .containsExactly(new Overlap.Gap(2, 1, 1, 0.2));
  }
}
