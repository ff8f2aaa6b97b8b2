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
}
