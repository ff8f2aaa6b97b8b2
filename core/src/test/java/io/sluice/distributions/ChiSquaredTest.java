package io.sluice.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Held against R and against commons-statistics. */
class ChiSquaredTest {
  /** R: pchisq(x, df, lower.tail = FALSE). */
  @ParameterizedTest
  @CsvSource({
    "1, 3.841458820694124, 0.05",
    "2, 5.991464547107979, 0.05",
    "10, 18.307038053275146, 0.05",
    "1, 0.5, 0.4795001221869535",
    "3, 40, 1.0655090390893e-08"
  })
  void tailsAreThoseOfTables(double df, double x, double tail) {
    assertThat(ChiSquared.survival(df, x)).isCloseTo(tail, within(1e-12 + 1e-10 * tail));
  }

  @Test
  void tailsAgreeWithAnotherLibraryFarIntoThem() {
    for (double df : new double[] {0.5, 1, 2, 3.7, 10, 99, 1e3, 1e5, 1e6}) {
      ChiSquaredDistribution other = ChiSquaredDistribution.of(df);
      for (double z = -6; z <= 12; z += 0.25) {
        double x = Math.max(0, df + z * Math.sqrt(2 * df));
        double expected = other.survivalProbability(x);
        assertThat(ChiSquared.survival(df, x))
            .as("df %s, x %s", df, x)
            .isCloseTo(expected, within(1e-9 * expected + 1e-14));
      }
    }
  }

  @Test
  void nothingIsBelowZero() {
    assertThat(ChiSquared.survival(3, 0)).isEqualTo(1);
    assertThat(ChiSquared.survival(3, -1)).isEqualTo(1);
    assertThatThrownBy(() -> ChiSquared.survival(0, 1))
        .hasMessage("χ²: needs more than 0 degrees of freedom, got 0.0");
  }
}
