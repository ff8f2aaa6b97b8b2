package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** X² of actions, deviations by action and bin, and mean inverse propensities, by hand. */
class ActionTablesTest {
  /** How often each action was taken, by step and state. */
  private static TransitionCounts counts(Shape shape, int[][][] taken) {
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int h = 1; h <= taken.length; h++) {
      for (int x = 0; x < taken[h - 1].length; x++) {
        for (int a = 0; a < taken[h - 1][x].length; a++) {
          for (int i = 0; i < taken[h - 1][x][a]; i++) {
            rows.add(h, x, a, shape.end(), 0);
          }
        }
      }
    }
    return rows.toCounts();
  }

  private static ActionTables oneState(boolean completed, double[] said, int... taken) {
    Shape shape = new Shape(1, said.length, 1);
    return new ActionTables(
        counts(shape, new int[][][] {{taken}}), Policy.everywhere(shape, said), completed);
  }

  private static double[] p(double... probabilities) {
    return probabilities;
  }

  private static String name(int action) {
    return "a" + action;
  }

  @Test
  void twoStatesByHand() {
    Shape shape = new Shape(3, 2, 1);
    Policy said = Policy.stationary(shape, (x, a) -> x == 1 ? 0.5 : a == 0 ? 0.2 : 0.8);
    ActionTables tables =
        new ActionTables(counts(shape, new int[][][] {{{4, 6}, {4, 4}}}), said, false);
    // 16/2 + 36/8 − 10 = 2.5, and 0; each has a mean of 1; the third state was not met.
    // Variances 2 + (5 + 1.25 − 4 − 4 + 2)/10 = 2.025 and 2 + (4 − 4 − 4 + 2)/8 = 1.75
    PooledCalibration total = tables.total();
    assertThat(total.z()).isCloseTo(0.5 / Math.sqrt(3.775), within(1e-12));
    assertThat(total.alarm()).isFalse();
    assertThat(total.worst()).isEqualTo("X² of actions over all states is 2.5, expected 2.0");
    assertThat(tables.hasUnknown()).isFalse();
  }

  @Test
  void anActionThatIsCertainSaysNothing() {
    PooledCalibration total = oneState(false, p(1, 0), 10, 0).total();
    assertThat(total.z()).isZero();
    assertThat(total.alarm()).isFalse();
    assertThat(total.worst()).isEqualTo("X² of actions over all states is 0.0, expected 0.0");
  }

  /**
   * Ten rows, the second action with probability 0.01. Two of ten have z = (64/9.9 + 4/0.1 − 10 −
   * 1)/3.4 = 10, but a probability of 0.004, which 1,999 draws reach; three have 0.0001.
   */
  @Test
  void drawsDecideWhetherARareActionIsAnAlarm() {
    PooledCalibration two = oneState(false, p(0.99, 0.01), 8, 2).total();
    // variance 2 + (1/0.99 + 100 − 4 − 4 + 2)/10
    double sd = Math.sqrt(2 + (1 / 0.99 + 100 - 6) / 10);
    assertThat(two.z()).isCloseTo((64 / 9.9 + 40 - 11) / sd, within(1e-9));
    assertThat(two.alarm()).isFalse();
    PooledCalibration three = oneState(false, p(0.99, 0.01), 7, 3).total();
    assertThat(three.z()).isBetween(24.0, 25.0);
    assertThat(three.alarm()).isTrue();
  }

  /** 20,000 draws: the mean is off by at most 5 standard errors, with probability 1 − 6·10⁻⁷. */
  @Test
  void drawsHaveTheMomentsOfTheTest() {
    Shape shape = new Shape(2, 3, 1);
    double[][] said = {{0.5, 0.5, 0}, {0.2, 0.2, 0.6}};
    ActionTables tables =
        new ActionTables(
            counts(shape, new int[][][] {{{2, 1}, {2, 3, 2}}}),
            Policy.stationary(shape, (x, a) -> said[x][a]),
            false);
    // k − 1 is 1 and 2; 2 + (4 − 6)/3, and 4 + (5 + 5 + 1/0.6 − 9 − 6 + 2)/7
    double variance = 2 - 2 / 3.0 + 4 + (1 / 0.6 - 3) / 7;
    SplittableRandom random = new SplittableRandom(8);
    int draws = 20_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      double drawn = tables.draw(random);
      sum += drawn;
      squares += drawn * drawn;
    }
    double mean = sum / draws;
    assertThat(mean).isCloseTo(3, within(5 * Math.sqrt(variance / draws)));
    assertThat(squares / draws - mean * mean).isCloseTo(variance, within(0.1 * variance));
  }

  /** Only 0.6 of the first action is known; what the others have is not. */
  @Test
  void twoActionsNeverSeenInAStateAreUnknown() {
    ActionTables tables = oneState(true, p(0.6, 0.2, 0.2), 10, 0, 0);
    assertThat(tables.hasUnknown()).isTrue();
    PooledCalibration total = tables.total();
    // 100/6 − 10 − 2; Σ1/p is estimated by 1/0.36: variance 4 + (1/0.36 − 9 − 6 + 2)/10
    double variance = 4 + (1 / 0.36 - 13) / 10;
    assertThat(total.z()).isCloseTo((100 / 6.0 - 12) / Math.sqrt(variance), within(1e-12));
    assertThat(total.alarm()).isFalse(); // z = 2.7
    assertThat(total.worst())
        .isEqualTo("X² of actions over all states is 6.7, expected at most 2.0");
    // 40 rows: z = (1600/24 − 42)/√(4 + (1/0.36 − 13)/40) = 12.7
    assertThat(oneState(true, p(0.6, 0.2, 0.2), 40, 0, 0).total().alarm()).isTrue();
    // 15 rows: z = (225/9 − 17)/√(4 + (1/0.36 − 13)/15) = 4.4, which is too little
    assertThat(oneState(true, p(0.6, 0.2, 0.2), 15, 0, 0).total().alarm()).isFalse();
    // 20 rows: z = (400/12 − 22)/√(4 + (1/0.36 − 13)/20) = 6.1
    assertThat(oneState(true, p(0.6, 0.2, 0.2), 20, 0, 0).total().alarm()).isTrue();
  }

  @Test
  void oneActionNeverSeenHasWhatTheOthersLeave() {
    ActionTables tables = oneState(true, p(0.6, 0.2, 0.2), 8, 2, 0);
    assertThat(tables.hasUnknown()).isFalse();
    // 64/6 + 4/2 − 10 − 2; variance 4 + (1/0.6 + 10 − 9 − 6 + 2)/10
    double z = (64 / 6.0 - 10) / Math.sqrt(4 + (1 / 0.6 - 3) / 10);
    assertThat(tables.total().z()).isCloseTo(z, within(1e-12));
    // one of two that are possible: 100/6 − 10 − 1; variance 2 + (1/0.6 + 1/0.4 − 4 − 4 + 2)/10
    double two = (100 / 6.0 - 11) / Math.sqrt(2 + (1 / 0.6 + 2.5 - 6) / 10);
    assertThat(oneState(true, p(0.6, 0.4, 0), 10, 0, 0).total().z()).isCloseTo(two, within(1e-12));
    // and actions that are impossible are not missed
    assertThat(oneState(true, p(0.6, 0.4, 0, 0), 8, 2, 0, 0).hasUnknown()).isFalse();
  }

  /** Of a policy that is the same at every step, an action's probability is known from any step. */
  @Test
  void anotherStepTellsOfAPolicyThatIsTheSameAtEveryStep() {
    Shape shape = new Shape(2, 3, 2);
    TransitionCounts log =
        counts(shape, new int[][][] {{{5, 0, 0}, {2, 2, 2}}, {{0, 3, 2}, {2, 2, 2}}});
    assertThat(PooledCalibration.isKnown(log, Policy.uniform(shape), true)).isTrue();
    Policy bySteps = Policy.tabular(shape, (h, x, a) -> 1 / 3.0);
    assertThat(PooledCalibration.isKnown(log, bySteps, true)).isFalse();
    assertThat(PooledCalibration.isKnown(log, bySteps, false)).isTrue();
    // and another state does not
    TransitionCounts other = counts(shape, new int[][][] {{{5, 0, 0}}, {{}, {2, 2, 2}}});
    assertThat(PooledCalibration.isKnown(other, Policy.uniform(shape), true)).isFalse();
  }

  /**
   * 70 of 100 for 0.5: the bound is 2·2·exp(−400/(2·25 + 2·20/3)) = 0.00723, for half the level.
   */
  @Test
  void anActionThatIsTakenTooOftenIsNamed() {
    ActionTables tables = oneState(false, p(0.5, 0.5), 70, 30);
    PooledCalibration found = tables.deviations(ActionTablesTest::name, 0.0145);
    assertThat(found.worst()).isEqualTo("action \"a0\": 70 decisions, expected 50.0");
    assertThat(found.z()).isCloseTo(4, within(1e-12)); // 20/√25
    assertThat(found.alarm()).isTrue();
    assertThat(tables.deviations(ActionTablesTest::name, 0.0144).alarm()).isFalse();
  }

  /**
   * 0.25 is 0.45 and 0.75 is 0.55, once for the one action and once for the other. The bin of 0.25
   * has 90 for 50, with variance 37.5: 2·10·exp(−1600/(75 + 80/3)) = 2.93·10⁻⁶, for half the level.
   */
  @Test
  void aBinOfProbabilitiesIsNamedWhereActionsAreRightOnAverage() {
    Shape shape = new Shape(2, 2, 1);
    ActionTables tables =
        new ActionTables(
            counts(shape, new int[][][] {{{45, 55}, {55, 45}}}),
            Policy.stationary(shape, (x, a) -> x == a ? 0.25 : 0.75),
            false);
    PooledCalibration found = tables.deviations(ActionTablesTest::name, 5.9e-6);
    assertThat(found.worst())
        .isEqualTo("probabilities from 0.2 to 0.3: 90 decisions, expected 50.0");
    assertThat(found.z()).isCloseTo(40 / Math.sqrt(37.5), within(1e-9));
    assertThat(found.alarm()).isTrue();
    assertThat(tables.deviations(ActionTablesTest::name, 5.8e-6).alarm()).isFalse();
  }

  /** Two of three actions share a bin: 0.3 each, so that any of them is taken with 0.6. */
  @Test
  void actionsOfOneBinCountTogether() {
    ActionTables tables = oneState(false, p(0.3, 0.3, 0.4), 50, 50, 0);
    // the bin from 0.3: 100 for 60, variance 24: z = 8.16 and 1600/(48 + 80/3) = 21.4;
    // the third action and its bin: 0 for 40, the same
    PooledCalibration found = tables.deviations(ActionTablesTest::name, 0.001);
    assertThat(found.worst()).isEqualTo("action \"a2\": 0 decisions, expected 40.0");
    assertThat(found.z()).isCloseTo(40 / Math.sqrt(24), within(1e-9));
    ActionTables evenly = oneState(false, p(0.3, 0.3, 0.4), 45, 15, 40);
    // bins are as they should be; the first action has 45 for 30
    assertThat(evenly.deviations(ActionTablesTest::name, 0.001).worst())
        .isEqualTo("action \"a0\": 45 decisions, expected 30.0");
  }

  @Test
  void anEmptyLogHasNothingToCompare() {
    ActionTables tables = oneState(false, p(0.5, 0.5), 0, 0);
    assertThat(tables.deviations(ActionTablesTest::name, 0.001))
        .isEqualTo(new PooledCalibration(0, false, "nothing to compare"));
  }

  /** Ten rows with 0.25 and ten with 0.5: means of inverse propensities are 40/20 and 20/20. */
  @Test
  void inversePropensitiesByHand() {
    ActionTables tables = oneState(true, p(0.5, 0.25, 0.25), 10, 10, 0);
    // Σd² = 160 − 2·40 + 20 = 100, t = 20/10 = 2, against the quantile of level/3
    PooledCalibration found = tables.weights(0.07); // 1.99
    assertThat(found.z()).isCloseTo(2, within(1e-12));
    assertThat(found.alarm()).isTrue();
    assertThat(found.worst())
        .isEqualTo("mean inverse propensity 2.000 of an action, must be at most 1");
    assertThat(tables.weights(0.067).alarm()).isFalse(); // 2.01
  }
}
