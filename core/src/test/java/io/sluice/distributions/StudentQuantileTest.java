package io.sluice.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantiles of Student's t against Apache Commons Statistics. */
class StudentQuantileTest {
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 4.5, 9, 36, 199, 999, 1000, 1001, 5_000, 100_000})
  void twoSidedQuantilesAgree(double degreesOfFreedom) {
    TDistribution t = TDistribution.of(degreesOfFreedom);
    for (double delta : new double[] {1e-6, 1e-3, 0.01, 0.05, 0.1, 0.32, 0.5, 0.9, 0.999}) {
      double expected = t.inverseSurvivalProbability(delta / 2);
      assertThat(StudentQuantile.twoSided(degreesOfFreedom, delta))
          .as("ν = %s, δ = %s", degreesOfFreedom, delta)
          .isCloseTo(expected, within(1e-8 * expected));
    }
  }

  /** With one degree of freedom, Cauchy's: P(|T| > t) = 1 − 2 arctan(t)/π. */
  @Test
  void oneDegreeOfFreedomIsCauchys() {
    for (double delta = 0.01; delta < 1; delta += 0.01) {
      double expected = Math.tan(Math.PI * (1 - delta) / 2);
      assertThat(StudentQuantile.twoSided(1, delta)).isCloseTo(expected, within(1e-12 * expected));
    }
  }

  /** The numbers in every table. */
  @Test
  void theTabledQuantiles() {
    assertThat(StudentQuantile.twoSided(36, 0.05)).isCloseTo(2.028094, within(5e-7));
    assertThat(StudentQuantile.twoSided(9, 0.05)).isCloseTo(2.262157, within(5e-7));
  }

  @Test
  void manyDegreesOfFreedomAreNormal() {
    assertThat(StudentQuantile.twoSided(1e12, 0.05))
        .isCloseTo(NormalQuantile.twoSided(0.05), within(1e-11));
  }

  @Test
  void onlyProbabilitiesAndDegreesOfFreedomHaveOne() {
    assertThatThrownBy(() -> StudentQuantile.twoSided(0, 0.05))
        .hasMessage("t quantile: needs more than 0 degrees of freedom, got 0.0");
    assertThatThrownBy(() -> StudentQuantile.twoSided(3, 1))
        .hasMessage("t quantile: δ must lie in (0, 1), got 1.0");
  }
}
