package io.sluice.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FisherFTest {
  /** Critical values of the usual tables: F(5, 10) at 5% is 3.3258, F(1, 8) at 5% is 5.3177. */
  @Test
  void agreesWithTables() {
    assertThat(FisherF.survival(5, 10, 3.3258)).isCloseTo(0.05, within(1e-5));
    assertThat(FisherF.survival(1, 8, 5.3177)).isCloseTo(0.05, within(1e-5));
  }

  /** Of one difference it is the two-sided test of Student's t. */
  @Test
  void ofOneContrastItIsStudents() {
    double t = StudentQuantile.twoSided(12, 0.03);
    assertThat(FisherF.survival(1, 12, t * t)).isCloseTo(0.03, within(1e-9));
  }

  /** With many degrees of freedom q·F is χ² with q. */
  @Test
  void withManyDegreesOfFreedomItIsChiSquared() {
    assertThat(FisherF.survival(4, 1e7, 2.5)).isCloseTo(ChiSquared.survival(4, 10), within(1e-6));
    assertThat(FisherF.survival(3, 5, 0)).isEqualTo(1);
  }
}
