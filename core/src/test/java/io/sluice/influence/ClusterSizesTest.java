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
    assertThat(sizes.inflation()).isCloseTo(1, within(1e-12));
    assertThat(sizes.degreesOfFreedom()).isCloseTo(3, within(1e-12));
  }

  /** Shares ½, ¼, ¼: S_2 = 3/8, S_3 = 5/32. */
  @Test
  void aLargeClusterCountsForLess() {
    ClusterSizes sizes = means(2, 1).plus(means(1)).sizes();
    assertThat(sizes.effective()).isCloseTo(8.0 / 3, within(1e-12));
    // (2/3)/(1 − 2·(5/32)/(3/8) + 3/8) = (2/3)/(1 − 5/6 + 3/8) = (2/3)/(13/24) = 16/13
    assertThat(sizes.inflation()).isCloseTo(16.0 / 13, within(1e-12));
  }

  /**
   * Levels μ_g of variance 1 and nothing else: E Σψ_g² is Σ n_g²(1 − 2n_g/N + S_2), and the
   * variance of the mean Σ n_g²/N².
   */
  @Test
  void theInflationMakesTheVarianceRightWhereClustersDifferInLevel() {
    double[] n = {5, 3, 1, 1};
    double all = 10;
    double second = 0;
    double expected = 0;
    for (double size : n) {
      second += size * size / (all * all);
    }
    for (double size : n) {
      expected += size * size;
      expected -= 2 * size * size * size / all;
      expected += second * size * size;
    }
    double robust = 4.0 / 3 * expected / (all * all);
    assertThat(means(5, 3, 1, 1).sizes().inflation() * robust).isCloseTo(second, within(1e-12));
  }

  @Test
  void aVarianceThatFewCarryHasFewDegreesOfFreedom() {
    FourthPowers powers = new FourthPowers();
    double[] values = {1, -1, 1, -1};
    for (int i = 0; i < 4; i++) {
      powers.add(i + 1, values[i]);
    }
    assertThat(powers.carrying(0, 4, 4)).isCloseTo(4, within(1e-12));
    FourthPowers one = new FourthPowers();
    FourthPowers other = new FourthPowers();
    // mean 2: deviations 6, −2, −2, −2: squares 48, fourth powers 1296 + 3·16 = 1344
    one.add(1, 8);
    for (int i = 2; i <= 4; i++) {
      other.add(i, 0);
    }
    assertThat(one.plus(other).carrying(2, 48, 4)).isCloseTo(48 * 48 / 1344.0, within(1e-9));
  }
}
