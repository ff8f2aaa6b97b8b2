package io.sluice.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.baselines.PerDecision;
import io.sluice.baselines.SequentialDoublyRobust;
import io.sluice.baselines.TrajectoryWeights;
import io.sluice.fixtures.Episodes;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.PolicyValues;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers from the tests and documents of other libraries, for the value itself. */
class BaselineLibrariesTest {
  private static final Shape ONE = new Shape(1, 2, 1);
  private static final double DELTA = 0.05;

  private static TrajectoryWeights trajectories(Episodes log, Policy evaluated) {
    TrajectoryWeights weights = new TrajectoryWeights(evaluated);
    log.forEach(weights::add);
    return weights;
  }

  private static PerDecision decisions(Episodes log, Policy evaluated) {
    PerDecision decisions = new PerDecision(evaluated);
    log.forEach(decisions::add);
    return decisions;
  }

  private static Interval wpdis(Episodes log, Policy evaluated) {
    PerDecision.Weighted weighted = decisions(log, evaluated).weighted();
    log.forEach(weighted::add);
    return weighted.wpdis(DELTA).value();
  }

  // VowpalWabbit/estimators, tests/test_bandits.py @8ce38713 (BSD-3-Clause).

  /** 10 rows of (p_log 1, r, p_pred 1): ips and snips are r. */
  @ParameterizedTest
  @CsvSource({"1", "10", "-1"})
  void vwRowsThatAreAllAlike(double reward) {
    Policy always = Policy.everywhere(ONE, 1, 0);
    Episodes log = new Episodes(ONE, new RewardRange(-1, 10));
    for (int i = 0; i < 10; i++) {
      log.add(i, 0, 0, 0, reward, 1);
    }
    for (Interval interval : everyMean(log, always)) {
      assertThat(interval.estimate()).as(interval.method()).isEqualTo(reward);
      assertThat(interval.width()).isZero();
    }
  }

  private static List<Interval> everyMean(Episodes log, Policy evaluated) {
    TrajectoryWeights whole = trajectories(log, evaluated);
    Interval pdis = decisions(log, evaluated).pdis(DELTA).value();
    return List.of(
        whole.ips(DELTA).value(), whole.snips(DELTA).value(), pdis, wpdis(log, evaluated));
  }

  /** chosen = i % 2, p_log 0.5, r = 1 if chosen is 0; p_pred of action 0 is what ips must be. */
  @ParameterizedTest
  @CsvSource({"10000, 0.8, 0.75, 0.85", "1000000, 0.2, 0.15, 0.25"})
  void vwAlternatingActions(int rows, double first, double low, double high) {
    Policy evaluated = Policy.everywhere(ONE, first, 1 - first);
    for (Interval interval : everyMean(alternating(rows), evaluated)) {
      assertThat(interval.estimate()).as(interval.method()).isCloseTo(first, within(1e-11));
      assertThat(interval.lower()).isBetween(low, first);
      assertThat(interval.upper()).isBetween(first, high);
    }
  }

  private static Episodes alternating(int rows) {
    Episodes log = new Episodes(ONE, RewardRange.UNIT);
    for (int i = 0; i < rows; i++) {
      log.add(i, 0, 0, i % 2, 1 - i % 2, 0.5);
    }
    return log;
  }

  /** 100 rows of (0.5, 0.751, 0.5): no variance, and no root of a negative number. */
  @Test
  void vwNoVariance() {
    Episodes log = new Episodes(ONE, RewardRange.UNIT);
    for (int i = 0; i < 100; i++) {
      log.add(i, 0, 0, i % 2, 0.751, 0.5);
    }
    for (Interval interval : everyMean(log, Policy.uniform(ONE))) {
      assertThat(interval.lower()).isBetween(0.7, 0.8);
      assertThat(interval.upper()).isBetween(0.7, 0.8);
      assertThat(interval.width()).isCloseTo(0, within(1e-9));
    }
  }

  @Test
  void vwNoDataMoreDataMoreRisk() {
    Policy evaluated = Policy.everywhere(ONE, 0.8, 0.2);
    assertThatThrownBy(() -> trajectories(alternating(0), evaluated).ips(DELTA).value())
        .hasMessage("ips: needs at least two episodes to know its error, got 0");
    TrajectoryWeights few = trajectories(alternating(100), evaluated);
    Interval many = trajectories(alternating(10_000), evaluated).ips(DELTA).value();
    assertThat(many.lower()).isGreaterThan(few.ips(DELTA).value().lower());
    assertThat(many.upper()).isLessThan(few.ips(DELTA).value().upper());
    assertThat(few.ips(0.2).value().width()).isLessThan(few.ips(DELTA).value().width());
  }

  /**
   * banditml/offline-policy-evaluation, README.md @8ae4c636: payments that look like fraud (state
   * 1: p_fraud above 0.1) are blocked (action 1) or allowed (action 0). The README's doubly robust
   * number comes from a fitted regression and is not a formula of the rows.
   */
  @Test
  void banditmlFraud() {
    Shape fraud = new Shape(2, 2, 1);
    Policy evaluated = Policy.stationary(fraud, (x, a) -> x == a ? 0.9 : 0.1);
    Episodes log =
        new Episodes(fraud, new RewardRange(-20, 20))
            .add(0, 0, 0, 1, 0, 0.9)
            .add(1, 0, 0, 0, 20, 0.9)
            .add(2, 0, 0, 0, 10, 0.9)
            .add(3, 0, 0, 0, 20, 0.9)
            .add(4, 0, 0, 0, -20, 0.1)
            .add(5, 0, 1, 0, -10, 0.1);
    TrajectoryWeights whole = trajectories(log, evaluated);
    assertThat(whole.ips(DELTA).value().estimate()).isCloseTo(-23.333333, within(5e-7));
    assertThat(whole.snips(DELTA).value().estimate()).isCloseTo(-10.677966, within(5e-7));
    assertThat(whole.weights().effectiveSampleSize()).isCloseTo(2.0220737728724947, within(1e-12));
    assertThat(whole.weights().largest()).isCloseTo(9, within(1e-12));
    double[] weights = {0.111111, 1, 1, 1, 9, 1};
    log.forEach(
        e ->
            assertThat(evaluated.probability(1, e.state(1), e.action(1)) / e.propensity(1))
                .isCloseTo(weights[(int) e.cluster()], within(5e-7)));
    // its first notebook: four of these rows, one of them with another reward
    Episodes four =
        new Episodes(fraud, new RewardRange(-20, 20))
            .add(0, 0, 0, 1, 0, 0.9)
            .add(1, 0, 0, 0, 20, 0.9)
            .add(2, 0, 0, 0, 10, 0.9)
            .add(3, 0, 0, 0, -20, 0.1);
    assertThat(trajectories(four, evaluated).ips(DELTA).value().estimate())
        .isCloseTo(-37.5, within(1e-9));
  }

  /**
   * ReAgent, reagent/ope/test/unit_tests/test_contextual_bandit_estimators.py @0bdcebc9
   * (BSD-3-Clause): two samples, each with its own probabilities and given q.
   */
  @Test
  void reagentTwoSamples() {
    Shape two = new Shape(2, 2, 1);
    double[][] wanted = {{0.6, 0.4}, {0.7, 0.3}};
    Policy evaluated = Policy.stationary(two, (x, a) -> wanted[x][a]);
    Episodes log =
        new Episodes(two, RewardRange.UNIT).add(0, 0, 0, 0, 1, 0.7).add(1, 1, 1, 1, 0, 0.5);
    TrajectoryWeights whole = trajectories(log, evaluated);
    assertThat(whole.ips(DELTA).value().estimate()).isCloseTo(0.4285714285714286, within(1e-12));
    assertThat(whole.snips(DELTA).value().estimate()).isCloseTo(0.5882352941176471, within(1e-12));
    PolicyValues q = values(two, evaluated, 0.4, 0.5, 0, 0);
    assertThat((q.value(1, 0) + q.value(1, 1)) / 2).isCloseTo(0.22, within(1e-12)); // its DM
    assertThat(robust(log, evaluated, RewardRange.UNIT, q).estimate())
        .isCloseTo(0.4771428571428572, within(1e-12));
  }

  /**
   * gsaco/causalrl, tests/test_dr_discounting.py @35c9c3bd (MIT): all ratios 1 and q = 0, so that
   * doubly robust is the discounted return: 1.45 and 0.939. The discount 0.9 is put into the
   * rewards.
   */
  @Test
  void causalrlDiscountedReturns() {
    Shape three = new Shape(1, 1, 3);
    RewardRange range = new RewardRange(-1, 1);
    Policy only = Policy.uniform(three);
    Episodes log =
        new Episodes(three, range)
            .add(0, 0, 0, 0, 1, 1, 0, 0, 0.9 * 0.5, 1)
            .add(1, 1, 0, 0, 0.3, 1, 0, 0, 0.9 * -0.1, 1, 0, 0, 0.81 * 0.9, 1);
    // q = 0 in the user's units is the middle of the range
    Interval robust = robust(log, only, range, values(three, only, 0.5));
    for (Interval interval :
        List.of(robust, everyMean(log, only).get(0), decisions(log, only).pdis(DELTA).value())) {
      assertThat(interval.estimate()).as(interval.method()).isCloseTo(1.1945, within(1e-12));
      // both returns are (1.45 − 0.939)/2 from their mean, which is the error of two
      assertThat(interval.width()).isCloseTo(2 * 1.959963984540054 * 0.2555, within(1e-9));
    }
  }

  private static Interval robust(
      Episodes log, Policy evaluated, RewardRange range, PolicyValues q) {
    SequentialDoublyRobust robust =
        new SequentialDoublyRobust(evaluated, range, new CrossFitValues(q, q));
    log.forEach(robust::add);
    return robust.dr(DELTA).value();
  }

  /** Given mean rewards by state and action; a state leads to itself while steps are left. */
  private static PolicyValues values(Shape shape, Policy evaluated, double... rewards) {
    SparseRows.Writer rows = new SparseRows.Writer(rewards.length, rewards.length);
    for (int i = 0; i < rewards.length; i++) {
      rows.entry(i / shape.actions(), 1);
      rows.endRow();
    }
    Model model = Model.known(shape, Model.Pooling.POOLED, rewards, rows.done());
    ValueRange range = new ValueRange(shape.horizon(), shape.horizon(), 0.5);
    return PolicyValues.of(model, range, evaluated);
  }
}
