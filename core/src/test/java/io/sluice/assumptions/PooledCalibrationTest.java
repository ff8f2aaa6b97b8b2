package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Action probabilities against the actions of all states together. */
class PooledCalibrationTest {
  private static PooledCalibration of(CountsAccumulator rows, Policy said, boolean completed) {
    return PooledCalibration.of(rows.toCounts(), said, completed, a -> "a" + a, 0.00025);
  }

  @Test
  void oneStateByHand() {
    Shape shape = new Shape(1, 2, 1);
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 0; i < 10; i++) {
      rows.add(1, 0, i == 0 ? 1 : 0, shape.end(), 0);
    }
    PooledCalibration found = of(rows, Policy.uniform(shape), false);
    // 9 and 1 of 10: X² = (81 + 1)/5 − 10 = 6.4, mean 1, variance 2 + (4 − 4 − 4 + 2)/10 = 1.8
    assertThat(found.z()).isCloseTo(5.4 / Math.sqrt(1.8), within(1e-12));
    // 22 of 1,024 such logs are as far off or further
    assertThat(found.alarm()).isFalse();
  }

  /** 200 states of five rows with skewed probabilities of four actions, all drawn as said. */
  private static boolean alarms(int seed, boolean completed, double off) {
    Shape shape = new Shape(200, 4, 1);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] p = new double[200][4];
    for (double[] row : p) {
      double sum = 0;
      for (int a = 0; a < 4; a++) {
        row[a] = 0.003 + Math.pow(random.nextDouble(), 4);
        sum += row[a];
      }
      for (int a = 0; a < 4; a++) {
        row[a] /= sum;
      }
    }
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 0; i < 1000; i++) {
      double u = random.nextDouble();
      int a = 0;
      for (; a < 3 && u >= p[i % 200][a]; a++) {
        u -= p[i % 200][a];
      }
      rows.add(1, i % 200, random.nextDouble() < off ? 0 : a, shape.end(), 0);
    }
    return of(rows, Policy.stationary(shape, (x, a) -> p[x][a]), completed).alarm();
  }

  /**
   * At a level of 0.001, three alarms or more in 100 logs have a probability of 0.00015; with one
   * in six as before, they are certain. Whether all probabilities are known, or only those of
   * actions that were taken.
   */
  @Test
  void rareActionsInSmallStatesAreNoAlarm() {
    for (boolean completed : new boolean[] {false, true}) {
      int alarms = 0;
      for (int seed = 0; seed < 100; seed++) {
        alarms += alarms(300 + seed, completed, 0) ? 1 : 0;
      }
      assertThat(alarms).isLessThan(3);
    }
  }

  /** The control: where the first action is taken in another 30% of decisions, that is seen. */
  @Test
  void whatIsOffEverywhereIsSeen() {
    assertThat(alarms(1, false, 0.3)).isTrue();
    assertThat(alarms(1, true, 0.3)).isTrue();
  }

  @Test
  void theTestWithAnAlarmIsToldAndOfTwoTheLargerFigure() {
    PooledCalibration small = new PooledCalibration(2, false, "small");
    PooledCalibration large = new PooledCalibration(3, false, "large");
    PooledCalibration alarm = new PooledCalibration(1, true, "alarm");
    assertThat(small.worse(large)).isSameAs(large);
    assertThat(large.worse(small)).isSameAs(large);
    assertThat(large.worse(alarm)).isSameAs(alarm);
    assertThat(alarm.worse(large)).isSameAs(alarm);
    assertThat(large.worse(new PooledCalibration(3, false, "equal"))).isSameAs(large);
    assertThat(alarm.worse(new PooledCalibration(9, true, "other")).worst()).isEqualTo("other");
  }

  @Test
  void binsAreTenthsAndCloseOnesAreTheUpper() {
    assertThat(PooledCalibration.binOf(0)).isZero();
    assertThat(PooledCalibration.binOf(0.19)).isEqualTo(1);
    assertThat(PooledCalibration.binOf(1 - 0.8)).isEqualTo(2); // 0.19999999999999996
    assertThat(PooledCalibration.binOf(1)).isEqualTo(9);
    assertThat(PooledCalibration.bin(9)).isEqualTo("probabilities from 0.9 to 1.0");
  }

  /** One of 20 rows with 1/p = 1 each has nothing to deviate; of two the first is named. */
  @Test
  void certainActionsHaveNoInversePropensitiesAboveOne() {
    double[] twenty = {20, 20};
    PooledCalibration found = PooledCalibration.ofWeights(twenty, twenty, 20, 0.001);
    assertThat(found.z()).isZero();
    assertThat(found.alarm()).isFalse();
    assertThat(found.worst())
        .isEqualTo("mean inverse propensity 1.000 of an action, must be at most 1");
    // −10/√(160 − 20 + 20) and 20/√(160 − 80 + 20), whichever is first
    double[] squares = {160, 160};
    assertThat(PooledCalibration.ofWeights(new double[] {10, 40}, squares, 20, 0.001).worst())
        .contains("2.000");
    assertThat(PooledCalibration.ofWeights(new double[] {40, 10}, squares, 20, 0.001).worst())
        .contains("2.000");
  }

  /** Where two actions of a state were never seen, inverse propensities take the place of bins. */
  @Test
  void unknownProbabilitiesAreJudgedByTheirInverses() {
    Shape shape = new Shape(2, 3, 1);
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 0; i < 30; i++) {
      rows.add(1, i % 2, 0, shape.end(), 0);
    }
    Policy said = Policy.everywhere(shape, 0.5, 0.25, 0.25);
    // X²: 225/7.5 − 15 = 15 of two states, means 2: 26/√(2·(4 + (4 − 13)/15)) = 9.97, an alarm;
    // inverse propensities: 60 of 30, Σd² = 120 − 120 + 30: 30/√30 = 5.5, an alarm, too
    PooledCalibration found = of(rows, said, true);
    assertThat(found.z()).isCloseTo(26 / Math.sqrt(2 * (4 - 9 / 15.0)), within(1e-9));
    assertThat(found.worst()).contains("at most 4.0");
    assertThat(of(rows, said, false).worst()).isNotEqualTo(found.worst());
    assertThat(PooledCalibration.isKnown(rows.toCounts(), said, true)).isFalse();
    assertThat(PooledCalibration.isKnown(rows.toCounts(), said, false)).isTrue();
  }

  /** 100 states, each of one row: X² cannot tell, but 1/p is 2 in all rows: 100/√100 = 10. */
  @Test
  void inversePropensitiesAreAskedWhereProbabilitiesAreUnknown() {
    Shape shape = new Shape(100, 3, 1);
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int x = 0; x < 100; x++) {
      rows.add(1, x, 0, shape.end(), 0);
    }
    PooledCalibration found = of(rows, Policy.everywhere(shape, 0.5, 0.25, 0.25), true);
    assertThat(found.alarm()).isTrue();
    assertThat(found.z()).isCloseTo(10, within(1e-12));
    assertThat(found.worst())
        .isEqualTo("mean inverse propensity 2.000 of an action, must be at most 1");
  }
}
