package io.sluice.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Φ⁻¹ against Apache Commons Statistics, which inverts the error function another way. */
class NormalQuantileTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  @Test
  void theLowerTailAgreesDownToTheSmallest() {
    for (double exponent = -300; exponent < -0.31; exponent += 0.37) {
      check(Math.pow(10, exponent));
    }
  }

  @Test
  void theMiddleAgrees() {
    for (int i = 1; i < 2_000; i++) {
      if (i != 1_000) {
        check(i / 2_000.0);
      }
    }
    assertThat(NormalQuantile.of(0.5)).isZero();
  }

  /** Near 1, p itself is rounded; both functions see the same rounded p. */
  @Test
  void theUpperTailAgreesUpToOne() {
    for (double exponent = -1; exponent >= -15.5; exponent -= 0.25) {
      check(1 - Math.pow(10, exponent));
    }
    check(1 - 1e-16);
  }

  @Test
  void theTwoSidedQuantileLeavesDeltaOutside() {
    // the number everybody knows
    assertThat(NormalQuantile.twoSided(0.05)).isCloseTo(1.959963984540054, within(1e-14));
    assertThat(NormalQuantile.twoSided(0.1)).isCloseTo(1.6448536269514722, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 2, Double.NaN})
  void onlyProbabilitiesHaveAQuantile(double p) {
    assertThatThrownBy(() -> NormalQuantile.of(p))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("normal quantile: p must lie in (0, 1), got " + p);
  }

  private static void check(double p) {
    double expected = NORMAL.inverseCumulativeProbability(p);
    assertThat(NormalQuantile.of(p))
        .as("p = %s", p)
        .isCloseTo(expected, within(1e-13 * Math.abs(expected)));
  }
}
