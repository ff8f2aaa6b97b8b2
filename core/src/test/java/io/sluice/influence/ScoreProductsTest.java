package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.influence.MaxT.Contrast;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScoreProductsTest {
  /**
   * Two clusters: (1, 2) and (3, 0) together, (5, 4) alone. Means 3 and 2; deviations summed up:
   * cluster one (−2+0, 0−2) = (−2, −2), cluster two (2, 2). So every C is 8/9.
   */
  @Test
  void covariancesAreByCluster() {
    ScoreProducts sums = new ScoreProducts(2);
    sums.add(7, new double[] {1, 2});
    sums.add(7, new double[] {3, 0});
    sums.add(8, new double[] {5, 4});
    double[][] c = sums.covariance();
    assertThat(sums.mean(0)).isEqualTo(3);
    assertThat(c[0][0]).isCloseTo(8 / 9.0, within(1e-12));
    assertThat(c[0][1]).isCloseTo(8 / 9.0, within(1e-12));
    assertThat(c[1][1]).isCloseTo(8 / 9.0, within(1e-12));
    assertThat(sums.clusterSizes().clusters()).isEqualTo(2);
  }

  /** The variance of a difference is that of the differences, as {@link ClusterMeans} has it. */
  @Test
  void differencesAgreeWithTheirOwnScores() {
    ScoreProducts sums = new ScoreProducts(2);
    ClusterMeans means = new ClusterMeans(1);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 200; i++) {
      double shared = random.nextDouble();
      double[] z = {shared + 0.1 * random.nextDouble(), shared + 0.1 * random.nextDouble()};
      sums.add(i / 3, z);
      means.add(i / 3, new double[] {z[0] - z[1]});
    }
    double variance = new MaxT.Contrast(0, 1).variance(sums.covariance());
    assertThat(variance * 200 * 200).isCloseTo(means.squares(0), within(1e-9));
    assertThat(variance).isLessThan(0.1 * sums.covariance()[0][0]);
  }

  @Test
  void scoresThatAreTheSameHaveNoVariance() {
    ScoreProducts sums = new ScoreProducts(2);
    for (int i = 0; i < 50; i++) {
      sums.add(i, new double[] {0.1, Math.sin(i)});
    }
    assertThat(sums.covariance()[0][0]).isZero();
    assertThat(new MaxT.Contrast(1, 1).variance(sums.covariance())).isZero();
  }

  /**
   * Differences 0, 0, 0, 4 of four episodes: mean 1, Σψ² = 3 + 9 = 12, Σψ⁴ = 3 + 81 = 84, so
   * 2/(84/144 − 1/4) = 6, which four episodes do not leave. With the other order of the two it is
   * the same.
   */
  @Test
  void aDifferenceThatIsRarelyLargeHasFewDegreesOfFreedom() {
    List<Contrast> both = List.of(new Contrast(1, 0), new Contrast(0, 1));
    ScoreProducts sums = new ScoreProducts(2, both);
    for (int i = 0; i < 4; i++) {
      sums.add(i, new double[] {i * i, i * i + (i == 2 ? 4 : 0)});
    }
    double squares = both.get(0).variance(sums.covariance()) * 16;
    assertThat(squares).isCloseTo(12, within(1e-12));
    assertThat(sums.freedom(0, 1, squares, 4, 100)).isCloseTo(6, within(1e-9));
    assertThat(sums.freedom(1, -1, squares, 4, 100)).isCloseTo(6, within(1e-9));
    assertThat(sums.freedom(0, 1, squares, 4, 3)).isEqualTo(3);
  }
}
