package io.sluice.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Numbers from the tests of other bandit estimators. They estimate a policy's value, we its effect:
 * the value is the effect plus the mean reward.
 */
class BanditLibrariesTest {
  private static final Shape ONE = new Shape(1, 2, 1);
  private static final Policy COIN = Policy.uniform(ONE);

  /** VowpalWabbit/estimators, tests/test_bandits.py @8ce38713 (BSD-3-Clause). */
  private static TransitionCounts alternating(int rows) {
    return new Log(ONE).episodes(rows / 2, 0, 0, 1).episodes(rows / 2, 0, 1, 0).counts();
  }

  private static BanditEstimator estimator(TransitionCounts counts, double first, double delta) {
    Policy evaluated = Policy.everywhere(ONE, first, 1 - first);
    return new BanditEstimator(counts, 1, COIN, evaluated, delta);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "0, 10, 10", "-1, 0, -1"})
  void theLoggedPolicyIsWorthWhatItEarned(double low, double high, double reward) {
    // rewards outside [0, 1] are moved there and back: r = low + (high − low)·scaled
    Policy always = Policy.everywhere(ONE, 1, 0);
    double scaled = (reward - low) / (high - low);
    TransitionCounts counts = new Log(ONE).episodes(10, 0, 0, scaled).counts();
    BanditEstimator e = new BanditEstimator(counts, 1, always, always, 0.05);
    for (ImmediateEffect effect :
        new ImmediateEffect[] {e.ips(Radius.NORMAL), e.selfNormalized(Radius.NORMAL)}) {
      double value = effect.estimate() + counts.meanReturn();
      assertThat(low + (high - low) * value).isCloseTo(reward, within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"10000, 0.8, 0.75, 0.85", "1000000, 0.2, 0.15, 0.25"})
  void alternatingActionsAgree(int rows, double first, double low, double high) {
    TransitionCounts counts = alternating(rows);
    BanditEstimator e = estimator(counts, first, 0.05);
    for (Radius radius : Radius.values()) {
      ImmediateEffect ips = e.ips(radius);
      double value = ips.estimate() + counts.meanReturn();
      assertThat(value).isCloseTo(first, within(1e-12));
      assertThat(value - ips.radius()).isGreaterThan(low);
      assertThat(value + ips.radius()).isLessThan(high);
    }
    assertThat(e.selfNormalized(Radius.NORMAL).estimate() + counts.meanReturn())
        .isCloseTo(first, within(1e-12));
  }

  @Test
  void noVarianceIsNoRootOfANegativeNumber() {
    TransitionCounts counts =
        new Log(ONE).episodes(50, 0, 0, 0.751).episodes(50, 0, 1, 0.751).counts();
    for (double first : new double[] {0.5, 1 / 3.0, 0.9}) {
      BanditEstimator e = estimator(counts, first, 0.05);
      ImmediateEffect snips = e.selfNormalized(Radius.NORMAL);
      ImmediateEffect direct = e.direct(Radius.NORMAL);
      for (ImmediateEffect effect : new ImmediateEffect[] {snips, direct}) {
        double value = effect.estimate() + counts.meanReturn();
        assertThat(effect.radius()).isCloseTo(0, within(1e-6)); // and not NaN
        assertThat(value - effect.radius()).isBetween(0.7, 0.8);
        assertThat(value + effect.radius()).isBetween(0.7, 0.8);
      }
    }
    assertThat(estimator(counts, 0.5, 0.05).ips(Radius.NORMAL).radius()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Radius.class)
  void moreRowsNestAndMoreRiskIsNarrower(Radius radius) {
    ImmediateEffect few = estimator(alternating(100), 0.8, 0.05).ips(radius);
    ImmediateEffect many = estimator(alternating(10_000), 0.8, 0.05).ips(radius);
    ImmediateEffect risky = estimator(alternating(100), 0.8, 0.2).ips(radius);
    assertThat(many.estimate()).isCloseTo(few.estimate(), within(1e-12));
    assertThat(many.radius()).isLessThan(few.radius());
    assertThat(risky.radius()).isLessThan(few.radius());
  }

  @Test
  void estimatesOfMergedLogsAreThoseOfTheWholeLog() {
    TransitionCounts merged = alternating(1_000).plus(alternating(2_000));
    assertThat(merged).isEqualTo(alternating(3_000));
    assertThat(estimator(merged, 0.8, 0.05).ips(Radius.NORMAL))
        .isEqualTo(estimator(alternating(3_000), 0.8, 0.05).ips(Radius.NORMAL));
  }

  @Test
  void withoutDataThereIsNoEstimate() {
    assertThatThrownBy(() -> estimator(TransitionCounts.none(ONE), 0.8, 0.05))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bandit estimator: needs at least one episode, got none");
  }

  /**
   * ReAgent, reagent/ope/test/unit_tests/test_contextual_bandit_estimators.py @0bdcebc9
   * (BSD-3-Clause): two samples, each with its own probabilities, so two states.
   */
  @Test
  void reagentsTwoSamplesAgree() {
    Shape two = new Shape(2, 2, 1);
    double[][] logged = {{0.7, 0.3}, {0.5, 0.5}};
    double[][] wanted = {{0.6, 0.4}, {0.7, 0.3}};
    Policy behavior = Policy.stationary(two, (x, a) -> logged[x][a]);
    Policy evaluated = Policy.stationary(two, (x, a) -> wanted[x][a]);
    TransitionCounts counts = new Log(two).episode(0, 0, 1).episode(1, 1, 0).counts();
    BanditEstimator e = new BanditEstimator(counts, 1, behavior, evaluated, 0.05);
    double mean = counts.meanReturn();
    assertThat(e.ips(Radius.NORMAL).estimate() + mean).isCloseTo(0.4285714285714286, within(1e-12));
    assertThat(e.selfNormalized(Radius.NORMAL).estimate() + mean)
        .isCloseTo(0.5882352941176471, within(1e-12));
    Model q = rewards(two, 0.4, 0.5, 0, 0);
    // π_b's own doubly robust value: mean of Σ_a π_b q + (r − q) = (0.43 + 0.6 + 0 + 0)/2 = 0.515
    assertThat(e.doublyRobust(Radius.NORMAL, q).estimate() + 0.515)
        .isCloseTo(0.4771428571428572, within(1e-12));
    // the direct method with a given q is the value of π on q
    StateVector value = Backups.exact(q).evaluate(evaluated).at(1).point();
    assertThat(counts.distribution(1).dot(value)).isCloseTo(0.22, within(1e-12));
  }

  private static Model rewards(Shape shape, double... means) {
    SparseRows.Writer none = new SparseRows.Writer(means.length, 0);
    for (int i = 0; i < means.length; i++) {
      none.endRow();
    }
    return Model.known(shape, Model.Pooling.POOLED, means, none.done());
  }
}
