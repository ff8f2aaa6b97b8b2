package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Action probabilities against the actions of clusters. */
class ClusterCalibrationTest {
  private static final Shape SHAPE = new Shape(1, 2, 1);

  private static double capital(Episodes log, Policy said) {
    ClusterCalibration rows = new ClusterCalibration(log.shape(), Optional.of(said));
    log.forEach(rows::add);
    return rows.calibration(0.001).orElseThrow().z();
  }

  private static Episodes log(Shape shape) {
    return new Episodes(shape, RewardRange.UNIT);
  }

  @Test
  void twoClustersByHand() {
    Episodes log = log(SHAPE);
    log.add(0, 0, 0, 0, 1, 0.5);
    log.add(1, 0, 0, 0, 1, 0.5);
    // S = ±½ of at most ½: capitals (1 + λ)² and (1 − λ)² for both actions, whose mean is 1 + λ²;
    // ten bins, none of which deviates, have 1; so 1 + mean λ²·2/12
    double squares = (1 / 1024.0 + 1 / 256.0 + 1 / 64.0 + 1 / 16.0 + 1 / 4.0 + 0.81) / 6;
    assertThat(capital(log, Policy.uniform(SHAPE))).isCloseTo(1 + squares / 6, within(1e-12));
  }

  /** One user of three episodes, who has one action for good: with 0.2 the second. */
  @Test
  void theMeanCapitalIsOneHoweverRowsOfAClusterDepend() {
    Policy said = Policy.everywhere(SHAPE, 0.8, 0.2);
    double[] capital = new double[2];
    for (int a = 0; a < 2; a++) {
      Episodes log = log(SHAPE);
      for (int i = 0; i < 3; i++) {
        log.add(0, 0, 0, a, 1, a == 1 ? 0.2 : 0.8);
      }
      capital[a] = capital(log, said);
    }
    assertThat(0.8 * capital[0] + 0.2 * capital[1]).isCloseTo(1, within(1e-12));
  }

  /** Users of ten episodes; whether one gets the second action is drawn once, or every time. */
  private static Episodes users(int users, boolean once, double taken, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes log = log(SHAPE);
    for (int g = 0; g < users; g++) {
      int own = random.nextDouble() < taken ? 1 : 0;
      for (int i = 0; i < 10; i++) {
        int a = once ? own : random.nextDouble() < taken ? 1 : 0;
        log.add(g, g % 2, 0, a, 1, a == 1 ? 0.3 : 0.7);
      }
    }
    return log;
  }

  private static boolean alarms(Episodes log, boolean byCluster) {
    if (byCluster) {
      return capital(log, Policy.everywhere(SHAPE, 0.7, 0.3)) >= 1000;
    }
    PropensityRows rows = new PropensityRows(SHAPE);
    log.forEach(rows::add);
    return rows.calibration(0.001).orElseThrow().alarm();
  }

  /**
   * 300 logs of 40 users at a level of 0.001: four alarms or more have a probability of 0.0003.
   * Negative control: the test by rows, which takes 400 rows for independent.
   */
  @Test
  void usersWithOneActionForGoodAreNoAlarm() {
    int byCluster = 0;
    int byRow = 0;
    for (int i = 0; i < 300; i++) {
      Episodes log = users(40, true, 0.3, i);
      byCluster += alarms(log, true) ? 1 : 0;
      byRow += alarms(log, false) ? 1 : 0;
    }
    assertThat(byCluster).isLessThan(4);
    assertThat(byRow).isGreaterThan(15);
  }

  @Test
  void wrongProbabilitiesOfManyUsersAreSeen() {
    for (int i = 0; i < 20; i++) {
      assertThat(alarms(users(200, false, 0.5, i), true)).isTrue();
    }
  }

  /** Only the taken actions' probabilities are known: inverse ones are bet on. */
  @Test
  void tooSmallPropensitiesOfThreeActionsAreSeen() {
    Shape shape = new Shape(1, 3, 1);
    ClusterCalibration right = new ClusterCalibration(shape, Optional.empty());
    ClusterCalibration wrong = new ClusterCalibration(shape, Optional.empty());
    Episodes asSaid = log(shape);
    Episodes halved = log(shape);
    for (int i = 0; i < 600; i++) {
      asSaid.add(i / 2, 0, 0, i % 3, 1, 1 / 3.0);
      halved.add(i / 2, 0, 0, i % 3, 1, 1 / 6.0);
    }
    asSaid.forEach(right::add);
    halved.forEach(wrong::add);
    assertThat(right.calibration(0.001).orElseThrow().alarm()).isFalse();
    assertThat(wrong.calibration(0.001).orElseThrow().alarm()).isTrue();
  }
}
