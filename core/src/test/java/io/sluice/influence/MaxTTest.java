package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.influence.MaxT.Contrast;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MaxTTest {
  private static double[][] identity(int size) {
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      matrix[i][i] = i + 1; // scales do not matter
    }
    return matrix;
  }

  private static List<Contrast> all(int size) {
    return IntStream.range(0, size).mapToObj(Contrast::of).toList();
  }

  /**
   * Ten independent estimates: Φ(c)^… = 0.95 gives 2.7996 (Šidák: Φ⁻¹((1 + 0.95^0.1)/2)). The 0.95
   * quantile of 2,000 draws has a standard error of about 0.03.
   */
  @Test
  void independentEstimatesHaveSidaksQuantile() {
    double critical = MaxT.critical(identity(10), all(10), 0.05, 1);
    assertThat(critical).isCloseTo(2.7996, within(0.09));
  }

  /** Estimates that are all the same need no more than one. */
  @Test
  void estimatesThatAreOneHaveTheQuantileOfOne() {
    double[][] ones = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    assertThat(MaxT.critical(ones, all(3), 0.05, 1)).isCloseTo(1.96, within(0.09));
    assertThat(MaxT.critical(ones, all(3), 0.05, 1)).isGreaterThanOrEqualTo(1.9599);
  }

  /** Three pairwise differences of three independent means: Tukey's q/√2 = 3.3145/√2 = 2.3437. */
  @Test
  void pairwiseDifferencesHaveTukeysQuantile() {
    double[][] matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    List<Contrast> pairs = List.of(new Contrast(1, 0), new Contrast(2, 0), new Contrast(2, 1));
    assertThat(MaxT.critical(matrix, pairs, 0.05, 3)).isCloseTo(2.3437, within(0.08));
  }

  /**
   * With 8 degrees of freedom one estimate alone has 2.306, and where 2.8070 normal standard errors
   * leave 0.5%, t leaves that at 3.8325.
   */
  @Test
  void fewDegreesOfFreedomWidenIt() {
    assertThat(MaxT.reach(1.959964, 8)).isCloseTo(2.306, within(1e-3));
    assertThat(MaxT.reach(2.807034, 8)).isCloseTo(3.8325, within(1e-3));
    assertThat(MaxT.alone(OptionalDouble.of(8), 0.05)).isCloseTo(2.306, within(1e-3));
  }

  @Test
  void theSameSeedGivesTheSameNumber() {
    double[][] matrix = identity(4);
    assertThat(MaxT.critical(matrix, all(4), 0.05, 9))
        .isEqualTo(MaxT.critical(matrix, all(4), 0.05, 9))
        .isNotEqualTo(MaxT.critical(matrix, all(4), 0.05, 10));
  }

  /** LLᵀ = C, also where C has no inverse. */
  @Test
  void theFactorGivesTheMatrixBack() {
    double[][] matrix = {{4, 2, 6}, {2, 5, 7}, {6, 7, 13}}; // the last is the sum of the others
    double[][] factor = MaxT.factor(matrix);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k <= j; k++) {
          sum += factor[i][k] * factor[j][k];
        }
        assertThat(sum).isCloseTo(matrix[i][j], within(1e-9));
      }
    }
    assertThat(MaxT.quadratic(matrix, new double[] {1, 1, 1})).isEmpty();
  }

  /** (1, 2)·C⁻¹·(1, 2)ᵀ with C = ((2, 1), (1, 2)): C⁻¹ = ((2, −1), (−1, 2))/3, so 6/3 = 2. */
  @Test
  void theQuadraticFormIsThatOfTheInverse() {
    double[][] matrix = {{2, 1}, {1, 2}};
    assertThat(MaxT.quadratic(matrix, new double[] {1, 2}).getAsDouble())
        .isCloseTo(2, within(1e-12));
  }
}
