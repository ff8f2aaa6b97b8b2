package io.sluice.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.PolicyValues;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Radius;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In special cases the estimators become simpler ones, or each other. */
class BaselineReductionsTest {
  private static final Offset<Double> CLOSE = within(1e-10);
  private static final Shape SHAPE = new Shape(4, 3, 3);

  private final RandomMdps random = new RandomMdps(31);
  private final Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
  private final StateVector start = random.start(SHAPE);
  private final Policy behavior = random.policy(SHAPE);
  private final Policy evaluated = random.policy(SHAPE);
  private final Episodes log = random.episodes(truth, start, behavior, 500);

  private static void same(Interval actual, Interval expected) {
    assertThat(actual.estimate()).isCloseTo(expected.estimate(), CLOSE);
    assertThat(actual.lower()).isCloseTo(expected.lower(), CLOSE);
    assertThat(actual.upper()).isCloseTo(expected.upper(), CLOSE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Baseline.class,
      names = {"IPS", "SNIPS", "PDIS", "WPDIS", "MIS"})
  void atTheLoggedPolicyTheyAreTheMeanReturn(Baseline rival) {
    Interval interval = rival.of(log, behavior);
    assertThat(interval.estimate()).isCloseTo(log.counts().meanReturn(), CLOSE);
    assertThat(Baseline.error(interval))
        .isCloseTo(Baseline.error(Baseline.IPS.of(log, behavior)), CLOSE); // of returns, always
  }

  @ParameterizedTest
  @EnumSource(
      value = Baseline.class,
      names = {"IPS", "SNIPS", "PDIS", "WPDIS", "MIS"})
  void atTheLoggedPolicyNothingIsGained(Baseline rival) {
    Interval gain = rival.estimate(log, behavior).gain();
    assertThat(gain.estimate()).isCloseTo(0, CLOSE);
    assertThat(gain.width()).isCloseTo(0, within(1e-7)); // a root of rounding
  }

  /** What a user earns whatever is done cancels in the gain, though not in the value. */
  @Test
  void aUsersLevelDoesNotBlurTheGain() {
    Shape one = new Shape(1, 2, 1);
    Policy wanted = Policy.everywhere(one, 0.9, 0.1);
    double[] widths = new double[2];
    for (int levels = 0; levels < 2; levels++) {
      Episodes users = new Episodes(one, RewardRange.UNIT);
      for (int i = 0; i < 400; i++) {
        int action = i % 2;
        double level = levels * 0.6 * (i / 20 % 2);
        users.add(i / 20, 0, 0, action, level + 0.1 * action + 0.01 * (i % 7), 0.5);
      }
      ValueEstimate snips = Baseline.SNIPS.estimate(users, wanted);
      widths[levels] = snips.gain().width();
      assertThat(snips.value().width()).isGreaterThan(levels == 1 ? 0.2 : 0);
    }
    assertThat(widths[1]).isLessThan(0.01).isCloseTo(widths[0], within(0.005));
  }

  @Test
  void withoutValuesDoublyRobustIsPerDecision() {
    Interval withoutValues =
        Baseline.doublyRobust(log, evaluated, Models.constant(SHAPE, 0)).value();
    same(withoutValues, Baseline.PDIS.of(log, evaluated));
  }

  /** One start, one successor and fixed rewards: nothing is left to vary but the decisions. */
  @Test
  void withExactValuesInADeterministicWorldDoublyRobustHasNoVariance() {
    Shape chain = new Shape(3, 2, 3);
    Episodes walks = new Episodes(chain, RewardRange.UNIT);
    for (int i = 0; i < 40; i++) {
      int a = i % 2;
      int b = i / 2 % 2;
      int c = i / 4 % 2;
      // action 1 moves on by one, action 0 stays; a reward of 0.25·state + 0.5·action
      walks.add(
          i,
          i % 2,
          new double[] {
            0, a, 0.5 * a, 0.5, a, b, reward(a, b), 0.5, a + b, c, reward(a + b, c), 1
          });
    }
    Model exact = Model.estimate(walks.counts(), Pooling.PER_STEP);
    Policy wanted = Policy.everywhere(chain, 0.3, 0.7);
    Interval interval = Baseline.doublyRobust(walks, wanted, exact).value();
    assertThat(interval.width()).isCloseTo(0, within(1e-9));
    assertThat(Baseline.PDIS.of(walks, wanted).width()).isGreaterThan(0.1); // the control
  }

  private static double reward(int state, int action) {
    return 0.25 * state + 0.25 * action;
  }

  @Test
  void ofOneStepTheyAreBanditEstimates() {
    Shape one = new Shape(4, 3, 1);
    Model rewards = random.model(one, Pooling.PER_STEP, 0);
    Policy logged = random.policy(one);
    Policy wanted = random.policy(one);
    Episodes rows = random.episodes(rewards, random.start(one), logged, 300);
    TransitionCounts counts = rows.counts();
    BanditEstimator bandit = new BanditEstimator(counts, 1, logged, wanted, Baseline.DELTA);
    double mean = counts.meanReturn();
    double ips = bandit.ips(Radius.NORMAL).estimate() + mean;
    double snips = bandit.selfNormalized(Radius.NORMAL).estimate() + mean;
    for (Baseline rival : new Baseline[] {Baseline.IPS, Baseline.PDIS, Baseline.MIS}) {
      assertThat(rival.of(rows, wanted).estimate()).as("%s", rival).isCloseTo(ips, CLOSE);
    }
    same(Baseline.PDIS.of(rows, wanted), Baseline.IPS.of(rows, wanted));
    assertThat(Baseline.SNIPS.of(rows, wanted).estimate()).isCloseTo(snips, CLOSE);
    assertThat(Baseline.WPDIS.of(rows, wanted).estimate()).isCloseTo(snips, CLOSE);
    same(Baseline.WPDIS.of(rows, wanted), Baseline.SNIPS.of(rows, wanted));
    // π_b's own doubly robust value, Σ_a π_b R̂ + (r − R̂(x,a)) on average, is what the effect is
    // to
    Model model = Model.estimate(counts, Pooling.PER_STEP);
    double effect = bandit.doublyRobust(Radius.NORMAL, model).estimate();
    double logging = Baseline.doublyRobust(rows, logged, model).value().estimate();
    assertThat(Baseline.doublyRobust(rows, wanted, model).value().estimate())
        .isCloseTo(effect + logging, CLOSE);
    double direct = 0; // Σ_x d̂ Σ_a π R̂
    StateVector share = counts.distribution(1);
    for (int x = 0; x < 4; x++) {
      for (int a = 0; a < 3; a++) {
        direct += share.at(x) * wanted.probability(1, x, a) * model.reward(model.pair(1, x, a));
      }
    }
    assertThat(Baseline.MODEL_PER_STEP.of(rows, wanted).estimate()).isCloseTo(direct, CLOSE);
  }

  /** Weighted by the log's own frequencies, transitions are those of the model. */
  @Test
  void withTheLogsOwnFrequenciesMarginalizedIsTheModelPerStep() {
    TransitionCounts counts = log.counts();
    Episodes weighted = new Episodes(SHAPE, RewardRange.UNIT);
    log.forEach(
        e -> {
          double[] rows = new double[4 * e.length()];
          for (int h = 1; h <= e.length(); h++) {
            double pair = 0;
            int to = counts.firstCell(h, e.state(h), e.action(h));
            while (to < counts.cells()
                && counts.step(to) == h
                && counts.state(to) == e.state(h)
                && counts.action(to) == e.action(h)) {
              pair += counts.count(to++);
            }
            rows[4 * h - 4] = e.state(h);
            rows[4 * h - 3] = e.action(h);
            rows[4 * h - 2] = e.reward(h);
            rows[4 * h - 1] = pair / counts.visits(h).at(e.state(h));
          }
          weighted.add(e.cluster(), e.fold(), rows);
        });
    Interval mis = Baseline.MIS.of(weighted, evaluated);
    Interval model = Baseline.MODEL_PER_STEP.of(log, evaluated);
    assertThat(model.parts()).hasSize(1); // every pair was seen
    assertThat(mis.estimate()).isCloseTo(model.estimate(), CLOSE);
    assertThat(mis.width())
        .isGreaterThan(model.width()); // it does not know that π̂_b was estimated
  }

  @ParameterizedTest
  @EnumSource(Baseline.class)
  void anEpisodeTwiceInItsClusterChangesNoStandardError(Baseline rival) {
    Interval twice = rival.of(log.repeated(2), evaluated);
    Interval once = rival.of(log, evaluated);
    assertThat(twice.estimate()).isCloseTo(once.estimate(), within(1e-10));
    assertThat(twice.error().orElseThrow().value())
        .isCloseTo(once.error().orElseThrow().value(), within(1e-10));
    assertThat(twice.width()).isGreaterThan(once.width()); // t against z
    assertThat(rival.of(log.repeated(2).unclustered(), evaluated).width())
        .isLessThan(0.75 * rival.of(log, evaluated).width()); // the control: about 1/√2
  }

  /** In the user's units an ended episode earns 0; values are moved and scaled as they should. */
  @Test
  void doublyRobustAndModelInOtherUnits() {
    RewardRange units = new RewardRange(-1, 3);
    Episodes wide = new Episodes(SHAPE, units);
    log.forEach(
        e -> {
          double[] rows = new double[4 * e.length()];
          for (int h = 1; h <= e.length(); h++) {
            double[] row = {e.state(h), e.action(h), units.value(e.reward(h), 1), e.propensity(h)};
            System.arraycopy(row, 0, rows, 4 * h - 4, 4);
          }
          wide.add(e.cluster(), e.fold(), rows);
        });
    ValueRange range = new ValueRange(3, 3, 0.25); // 0 is a quarter of the way from −1 to 3
    Model model = Model.estimate(wide.counts(), Pooling.PER_STEP);
    PolicyValues values = PolicyValues.of(model, range, evaluated);
    Interval unit = Baseline.doublyRobust(log, evaluated, RewardRange.UNIT, values, values).value();
    Interval moved = Baseline.doublyRobust(wide, evaluated, units, values, values).value();
    assertThat(moved.estimate()).isCloseTo(4 * unit.estimate() - 3, CLOSE);
    assertThat(moved.width()).isCloseTo(4 * unit.width(), CLOSE);
    // At π_b and with values 0 in these units it is the mean return, early ends earning 0.
    double[] total = new double[1];
    wide.forEach(
        e -> {
          for (int h = 1; h <= e.length(); h++) {
            total[0] += e.reward(h) / wide.size();
          }
        });
    PolicyValues nothing = PolicyValues.of(Models.constant(SHAPE, 0.25), range, behavior);
    assertThat(Baseline.doublyRobust(wide, behavior, units, nothing, nothing).value().estimate())
        .isCloseTo(total[0], CLOSE);
    ModelValue plugIn = new ModelValue(wide.counts(), model, range, units, evaluated);
    wide.forEach(plugIn::add);
    double expected = wide.counts().distribution(1).dot(vector(values));
    assertThat(plugIn.model(Baseline.DELTA).value().estimate()).isCloseTo(4 * expected - 3, CLOSE);
  }

  private static StateVector vector(PolicyValues values) {
    double[] first = new double[SHAPE.states()];
    for (int x = 0; x < first.length; x++) {
      first[x] = values.value(1, x);
    }
    return StateVector.of(first);
  }
}
