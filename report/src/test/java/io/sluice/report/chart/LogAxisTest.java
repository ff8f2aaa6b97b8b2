package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogAxisTest {
  @Test
  void equalFactorsAreEqualDistances() {
    LogAxis axis = new LogAxis(0.01, 100);
    assertThat(axis.place(0.01)).isZero();
    assertThat(axis.place(0.1)).isCloseTo(0.25, within(1e-12));
    assertThat(axis.place(1)).isCloseTo(0.5, within(1e-12));
    assertThat(axis.place(100)).isCloseTo(1, within(1e-12));
  }

  @Test
  void ticksArePowersOfTenAndFinerWhereTheRangeIsShort() {
    assertThat(new LogAxis(0.05, 30).ticks()).containsExactly(0.1, 1.0, 10.0);
    assertThat(new LogAxis(0.15, 1.2).ticks()).containsExactly(0.2, 0.5, 1.0);
    // Eight decades: every second power.
    assertThat(new LogAxis(0.5e-4, 2e4).ticks()).hasSizeBetween(2, 5);
  }

  @Test
  void ticksAreWrittenAsPeopleWriteThem() {
    assertThat(LogAxis.text(0.01)).isEqualTo("0.01");
    assertThat(LogAxis.text(20)).isEqualTo("20");
    assertThat(LogAxis.text(100_000)).isEqualTo("100000");
    assertThat(LogAxis.text(1e-6)).isEqualTo("1e−6");
    assertThat(LogAxis.text(5e7)).isEqualTo("5e7");
  }

  @Test
  void amountsFitWithAirAndZerosAreLeftOut() {
    LogAxis axis = LogAxis.around(List.of(0.0, 0.2, 3.0));
    assertThat(axis.low()).isBetween(0.1, 0.2);
    assertThat(axis.high()).isBetween(3.0, 4.0);
    LogAxis nothing = LogAxis.around(List.of(0.0));
    assertThat(nothing.low()).isLessThan(nothing.high());
    assertThat(nothing.ticks()).isNotEmpty();
  }
}
