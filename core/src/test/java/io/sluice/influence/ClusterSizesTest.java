package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClusterSizesTest {
  private static ClusterMeans means(int... sizes) {
    ClusterMeans means = new ClusterMeans(1);
    for (int g = 0; g < sizes.length; g++) {
      for (int i = 0; i < sizes[g]; i++) {
        means.add(g + 1, new double[] {g});
      }
    }
    return means;
  }

  @Test
  void clustersOfOneSizeAllCount() {
    ClusterSizes sizes = means(3, 3, 3, 3).sizes();
    assertThat(sizes.clusters()).isEqualTo(4);
    assertThat(sizes.effective()).isCloseTo(4, within(1e-12));
    assertThat(sizes.correction(0.25)).isCloseTo(4.0 / 3, within(1e-12)); // G/(G−1)
    assertThat(sizes.degreesOfFreedom()).isEqualTo(3);
  }

  @Test
  void nearlyEqualClustersCountNearlyLikeEqualOnes() {
    ClusterSizes sizes = means(1000, 1000, 1000, 1001).sizes();
    assertThat(sizes.degreesOfFreedom()).isCloseTo(3, within(1e-3));
  }

  /** Shares ½, ¼, ¼: S = 3/8. */
  @Test
  void aLargeClusterCountsForLess() {
    ClusterSizes sizes = means(2, 1).plus(means(1)).sizes();
    assertThat(sizes.effective()).isCloseTo(8.0 / 3, within(1e-12));
    assertThat(sizes.correction(0.5)).isCloseTo(8.0 / 3, within(1e-12)); // 1/(1 − 1 + 3/8)
    assertThat(sizes.correction(0.25)).isCloseTo(8.0 / 7, within(1e-12)); // 1/(1 − 1/2 + 3/8)
  }

  @Test
  void tenEqualClustersAreNotTooFewAndNineAre() {
    assertThat(means(7, 7, 7, 7, 7, 7, 7, 7, 7, 7).sizes().areFew()).isFalse();
    assertThat(means(7, 7, 7, 7, 7, 7, 7, 7, 7).sizes().areFew()).isTrue();
    assertThat(means(40, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).sizes().areFew()).isTrue();
  }

  /**
   * Levels μ_g of variance 1 and nothing else: the deviations are Mμ with M = diag(n) − n·sᵀ, s =
   * n/N, their covariance is MMᵀ, and the estimate is the quadratic form with the corrections. Its
   * mean must be the variance of the mean, Σ n_g²/N², and 2·mean²/variance its degrees of freedom.
   */
  @Test
  void theCorrectionMakesTheVarianceRightWhereClustersDifferInLevel() {
    int[] n = {5, 3, 1, 1};
    double all = 10;
    ClusterSizes sizes = means(n).sizes();
    double[][] covariance = new double[4][4];
    for (int g = 0; g < 4; g++) {
      for (int k = 0; k < 4; k++) {
        for (int j = 0; j < 4; j++) {
          double ofG = (g == j ? n[g] : 0) - n[g] * n[j] / all;
          double ofK = (k == j ? n[k] : 0) - n[k] * n[j] / all;
          covariance[g][k] += ofG * ofK / (all * all);
        }
      }
    }
    double mean = 0;
    double variance = 0;
    for (int g = 0; g < 4; g++) {
      mean += sizes.correction(n[g] / all) * covariance[g][g];
      for (int k = 0; k < 4; k++) {
        double both = sizes.correction(n[g] / all) * sizes.correction(n[k] / all);
        variance += 2 * both * covariance[g][k] * covariance[g][k];
      }
    }
    assertThat(mean).isCloseTo(0.36, within(1e-12)); // (25 + 9 + 1 + 1)/100
    assertThat(sizes.degreesOfFreedom()).isCloseTo(2 * mean * mean / variance, within(1e-9));
  }

  @Test
  void aVarianceThatFewCarryIsSeenAsSuch() {
    ClusterMeans even = new ClusterMeans(1);
    double[] values = {1, -1, 1, -1};
    for (int i = 0; i < 4; i++) {
      even.add(i + 1, new double[] {values[i]});
    }
    assertThat(even.carrying(0)).isCloseTo(4, within(1e-12));
    ClusterMeans one = new ClusterMeans(1);
    ClusterMeans other = new ClusterMeans(1);
    // mean 2: deviations 6, −2, −2, −2: squares 48, fourth powers 1296 + 3·16 = 1344
    one.add(1, new double[] {8});
    for (int i = 2; i <= 4; i++) {
      other.add(i, new double[] {0});
    }
    assertThat(one.plus(other).carrying(0)).isCloseTo(48 * 48 / 1344.0, within(1e-9));
  }

  /** Sums 3 and 6 and 1 over 1, 2 and 1 episodes: mean 2.5, ψ = 0.5, 1, −1.5. */
  @Test
  void theVarianceIsTheCorrectedSumOfSquares() {
    ClusterMeans first = new ClusterMeans(1);
    first.add(1, new double[] {3});
    first.add(2, new double[] {2});
    first.add(2, new double[] {4});
    ClusterMeans second = new ClusterMeans(1);
    second.add(3, new double[] {1});
    ClusterMeans both = first.plus(second);
    assertThat(both.mean(0)).isCloseTo(2.5, within(1e-12));
    assertThat(both.squares(0)).isCloseTo(3.5, within(1e-12));
    // (8/7·0.25 + 8/3·1 + 8/7·2.25)/16
    assertThat(both.variance(0)).isCloseTo((8 / 7.0 * 2.5 + 8 / 3.0) / 16, within(1e-12));
  }
}
