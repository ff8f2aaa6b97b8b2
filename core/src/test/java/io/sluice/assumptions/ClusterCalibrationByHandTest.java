package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bets against the action probabilities of clusters: scales, bins, steps and parts by hand. */
class ClusterCalibrationByHandTest {
  /** Means of λ and λ² over 1/32, 1/16, 1/8, 1/4, 1/2 and 0.9. */
  private static final double MEAN = (31 / 32.0 + 0.9) / 6;

  private static final double SQUARES = (341 / 1024.0 + 0.81) / 6;

  private static PooledCalibration found(
      ClusterCalibration empty, double level, double[]... episodes) {
    return added(empty, 0, episodes).calibration(level).orElseThrow();
  }

  /** Episodes in clusters of their own; rows are state, action, reward, propensity. */
  private static ClusterCalibration added(
      ClusterCalibration to, int firstCluster, double[]... episodes) {
    return added(to, new Shape(2, 3, 2), firstCluster, 1, episodes);
  }

  private static ClusterCalibration added(
      ClusterCalibration to, Shape shape, int firstCluster, int ofOne, double[]... episodes) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < episodes.length; i++) {
      log.add(firstCluster + i / ofOne, 0, episodes[i]);
    }
    log.forEach(to::add);
    return to;
  }

  private static double[] rows(double... rows) {
    return rows;
  }

  /** The second action has 0.2 in the one state and 0.6 in the other; it is taken with 0.2. */
  @Test
  void scalesAreTheLeastAndTheMostOfAnAction() {
    Shape shape = new Shape(2, 2, 1);
    Policy said = Policy.stationary(shape, (x, a) -> a == 1 ? 0.2 + 0.4 * x : 0.8 - 0.4 * x);
    PooledCalibration one =
        found(new ClusterCalibration(shape, Optional.of(said)), 0.99, rows(0, 1, 1, 0.2));
    // first action: S = −0.8, up to 0.8 and 0.6: 1 − λ and 1 + 4λ/3; second: S = 0.8, up to 0.6
    // and 0.8: the same. The bins of 0.2 and 0.8 deviate by ±0.8 of 1, which adds up to nothing;
    // 24 capitals in all
    assertThat(one.z()).isCloseTo(1 + MEAN * (2 / 3.0) / 24, within(1e-12));
    assertThat(one.alarm()).isFalse();
  }

  /** The same two probabilities, at two steps. Only the first decision counts in the first sum. */
  @Test
  void firstDecisionsAndAllDecisionsAreBetOnApart() {
    Shape shape = new Shape(1, 2, 2);
    Policy said = Policy.tabular(shape, (h, x, a) -> a == 1 ? 0.4 * h - 0.2 : 1.2 - 0.4 * h);
    PooledCalibration one =
        found(
            new ClusterCalibration(shape, Optional.of(said)),
            0.99,
            rows(0, 1, 1, 0.2, 0, 0, 1, 0.4));
    // first decisions: as above, 2/3. All: S/2 = −0.1 and 0.1; −1/8 + 1/6 for each action = 1/12;
    // bins add up to nothing again. The mean of both capitals
    assertThat(one.z()).isCloseTo(1 + MEAN * (2 / 3.0 + 1 / 12.0) / 2 / 24, within(1e-12));
  }

  /** One action is certain, the other impossible: nothing is divided by 0. */
  @Test
  void certainAndImpossibleActionsEarnNothing() {
    Shape shape = new Shape(1, 2, 1);
    Policy said = Policy.everywhere(shape, 1, 0);
    assertThat(found(new ClusterCalibration(shape, Optional.of(said)), 0.99, rows(0, 0, 1, 1)).z())
        .isCloseTo(1, within(1e-12));
    // taken all the same: S = 1, of which 10⁻⁶ are possible, for both actions
    PooledCalibration taken =
        found(new ClusterCalibration(shape, Optional.of(said)), 0.001, rows(0, 1, 1, 1));
    // two of 24 capitals are 1 + 10⁶·λ: one side of each action; the others are below 2
    assertThat(taken.z()).isCloseTo(1e6 * MEAN * 2 / 24, within(2.0));
    assertThat(taken.alarm()).isTrue();
  }

  /** Two users who have the first of two actions with 0.8: ±0.2 of 1, for both actions and bins. */
  @Test
  void ofTwoActionsThePropensityTellsBoth() {
    Shape shape = new Shape(1, 2, 1);
    ClusterCalibration empty = new ClusterCalibration(shape, Optional.empty());
    // (1 + λ/5)² and (1 − λ/5)² have a mean of 1 + λ²/25; of 12 groups 4 deviate
    assertThat(found(empty, 0.99, rows(0, 0, 1, 0.8), rows(0, 0, 1, 0.8)).z())
        .isCloseTo(1 + SQUARES / 25 / 3, within(1e-12));
    assertThat(found(empty.empty(), 0.99, rows(0, 1, 1, 0.8), rows(0, 1, 1, 0.8)).z())
        .isCloseTo(1 + SQUARES / 25 / 3, within(1e-12));
  }

  /** Of three actions the one with ¼ is taken: 4 − 1, and −1 for the others; one side only. */
  @Test
  void ofMoreActionsInversePropensitiesAreBetOn() {
    Shape shape = new Shape(2, 3, 2);
    ClusterCalibration empty = new ClusterCalibration(shape, Optional.empty());
    PooledCalibration one = found(empty, 0.99, rows(1, 2, 1, 0.25));
    // first decisions: (1 + 3λ) + 2(1 − λ) + 3; all: of two possible decisions one was made, so
    // half of it
    assertThat(one.z()).isCloseTo(1 + MEAN * (1 + 0.5) / 2 / 6, within(1e-12));
    assertThat(one.worst()).isEqualTo("an action: 4 decisions, expected 1.0");
  }

  /** Of three episodes of one user two begin with the second action: S/M = ½ − ⅓ = 1/6. */
  @Test
  void episodesOfAClusterAreOneBet() {
    Shape shape = new Shape(1, 2, 1);
    Policy half = Policy.uniform(shape);
    double[][] episodes = {rows(0, 1, 1, 0.5), rows(0, 0, 1, 0.5), rows(0, 1, 1, 0.5)};
    ClusterCalibration one =
        added(new ClusterCalibration(shape, Optional.of(half)), shape, 4, 3, episodes);
    ClusterCalibration two =
        added(one.empty(), shape, 5, 3, rows(0, 1, 1, 0.5), rows(0, 1, 1, 0.5));
    // S/M = ±1/6 and ±1/2 of at most ½: (1 + λ/3)(1 + λ) and (1 − λ/3)(1 − λ), mean 1 + λ²/3, for
    // two of twelve groups
    ClusterCalibration sum = one.plus(two);
    assertThat(sum.calibration(0.99).orElseThrow().z())
        .isCloseTo(1 + SQUARES / 3 / 6, within(1e-12));
    assertThat(sum.calibration(0.99).orElseThrow().worst())
        .isEqualTo("an action: 1 decisions, expected 2.5");
  }

  /** The action with 0.05 is always taken: in one state the first, in the other the second. */
  @Test
  void theBinThatEarnedMostIsNamed() {
    Shape shape = new Shape(2, 2, 1);
    Policy said = Policy.stationary(shape, (x, a) -> x == a ? 0.05 : 0.95);
    ClusterCalibration users = new ClusterCalibration(shape, Optional.of(said));
    double[][] episodes = new double[16][];
    for (int i = 0; i < 16; i++) {
      episodes[i] = rows(i % 2, i % 2, 1, 0.05);
    }
    // every bet on the bin of 0.05 is won; for an action, one is won and one is lost
    PooledCalibration found = added(users, shape, 0, 1, episodes).calibration(0.001).orElseThrow();
    assertThat(found.worst())
        .isEqualTo("probabilities from 0.0 to 0.1: 16 decisions, expected 0.8");
  }

  /** Twelve users: all begin with the second action, and go on with the first; or they change. */
  @Test
  void firstDecisionsAreToldWhereTheyEarnMore() {
    Shape shape = new Shape(1, 2, 2);
    ClusterCalibration first = new ClusterCalibration(shape, Optional.of(Policy.uniform(shape)));
    ClusterCalibration all = first.empty();
    for (int i = 0; i < 12; i++) {
      added(first, shape, i, 1, rows(0, 1, 1, 0.5, 0, 0, 1, 0.5));
      added(all, shape, i, 1, rows(0, i % 2, 1, 0.5, 0, 1, 1, 0.5));
    }
    assertThat(first.calibration(0.001).orElseThrow().worst())
        .isEqualTo("an action: 0 decisions, expected 6.0");
    // the first action has 6 of 24, and of 12 first decisions the half
    assertThat(all.calibration(0.001).orElseThrow().worst())
        .isEqualTo("an action: 6 decisions, expected 12.0");
  }

  /** Alarm from a capital of 1/level on. */
  @Test
  void theAlarmIsMarkovs() {
    Shape shape = new Shape(1, 2, 1);
    ClusterCalibration users = new ClusterCalibration(shape, Optional.of(Policy.uniform(shape)));
    for (int i = 0; i < 12; i++) {
      added(users, shape, i, 1, rows(0, 1, 1, 0.5));
    }
    double capital = users.calibration(0.5).orElseThrow().z();
    assertThat(capital).isGreaterThan(10);
    assertThat(users.calibration(1 / capital * 1.001).orElseThrow().alarm()).isTrue();
    assertThat(users.calibration(1 / capital * 0.999).orElseThrow().alarm()).isFalse();
  }

  @Test
  void aSingleActionHasNothingToTest() {
    Shape shape = new Shape(1, 1, 1);
    ClusterCalibration users =
        added(
            new ClusterCalibration(shape, Optional.of(Policy.uniform(shape))),
            shape,
            0,
            1,
            rows(0, 0, 1, 1));
    assertThat(users.calibration(0.001)).isEmpty();
  }
}
