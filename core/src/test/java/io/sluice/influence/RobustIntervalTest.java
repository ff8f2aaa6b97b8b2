package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** When {@code robust} rests on few episodes, or on none where it should. */
class RobustIntervalTest {
  private static ClusterMeans of(double... numbers) {
    ClusterMeans means = new ClusterMeans(1);
    for (int g = 0; g < numbers.length; g++) {
      means.add(g, new double[] {numbers[g]});
    }
    return means;
  }

  /** So many times one number, so many times another, and so on. */
  private static double[] times(double... countsAndNumbers) {
    DoubleStream all = DoubleStream.empty();
    for (int i = 0; i < countsAndNumbers.length; i += 2) {
      double[] some = new double[(int) countsAndNumbers[i]];
      Arrays.fill(some, countsAndNumbers[i + 1]);
      all = DoubleStream.concat(all, DoubleStream.of(some));
    }
    return all.toArray();
  }

  /** Five scores of 1, five of −1 and 90 of 0: (Σψ²)²/Σψ⁴ = 10²/10 carry the variance. */
  @Test
  void episodesWithoutVarianceLeaveNoDegreesOfFreedom() {
    ClusterMeans few = of(times(5, 1, 5, -1, 90, 0));
    assertThat(RobustInterval.freedom(few, 0)).isCloseTo(9, within(1e-9));
    assertThat(RobustInterval.fewCarry(few, 0)).isEmpty();
    ClusterMeans all = of(times(50, 1, 50, -1));
    assertThat(RobustInterval.freedom(all, 0)).isCloseTo(99, within(1e-9));
  }

  /** ψ = 3, −1, −1, −1: Σψ² = 12, Σψ⁴ = 84, and 144/84 = 1.7 carry the variance. */
  @Test
  void noMoreThanTwoEpisodesDecideNothing() {
    ClusterMeans one = of(3, -1, -1, -1);
    assertThat(RobustInterval.freedom(one, 0)).isEqualTo(1);
    assertThat(RobustInterval.fewCarry(one, 0).orElseThrow()).contains("number of 1.7 episodes");
    assertThat(RobustInterval.fewCarry(of(1, -1), 0)).isPresent();
    assertThat(RobustInterval.fewCarry(of(1, 1, 1), 0)).isEmpty(); // nothing varied
  }

  private static Optional<String> missing(double... ratios) {
    return RobustInterval.missing(of(ratios), 0, 1, 10);
  }

  /**
   * An action that is repeated with probability 0.99, from either of two halfway: 1.5 of 150 should
   * leave the other one, with the weight 100. Where none does the mean weight is 0.505, and the
   * standard error of 0.03 does not explain it; where one does the mean is 0.84, and it is 0.33.
   */
  @Test
  void weightsThatAreMissingAreMissed() {
    double stays = 1 / 0.99 - 1;
    assertThat(missing(times(150, -1, 150, stays)).orElseThrow())
        .startsWith("the mean weight at step 1 is 0.51 instead of 1, and its standard error, 0.03");
    assertThat(missing(times(149, -1, 1, 99, 150, stays))).isEmpty();
    assertThat(missing(times(100, -1))).isPresent(); // without any variance
  }

  @Test
  void weightsThatAreThereOrRoundedAreNot() {
    assertThat(missing(times(70, -1, 30, 7.0 / 3))).isEmpty();
    assertThat(missing(times(150, -1, 150, 1))).isEmpty();
    assertThat(missing(times(100, 0.001))).isEmpty(); // 0.333 logged for 1/3
    assertThat(missing(times(100, 0))).isEmpty();
  }
}
