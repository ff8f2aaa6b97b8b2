package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TicksTest {
  @Test
  void theUnitIntervalIsCutIntoTenthsFifthsOrHalves() {
    assertThat(texts(0, 1, 11)).startsWith("0.0", "0.1", "0.2", "0.3").endsWith("1.0").hasSize(11);
    assertThat(texts(0, 1, 10)).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
    assertThat(texts(0, 1, 3)).containsExactly("0.0", "0.5", "1.0");
  }

  @Test
  void thousandsAreGroupedAndNeverWrittenAsPowers() {
    assertThat(texts(0, 20_000, 5)).containsExactly("0", "5,000", "10,000", "15,000", "20,000");
    assertThat(texts(1e6, 3e6, 3)).containsExactly("1,000,000", "2,000,000", "3,000,000");
  }

  @Test
  void numbersBelowZeroHaveAMinusSignAndZeroHasNone() {
    assertThat(texts(-0.2, 0.3, 6)).containsExactly("−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3");
  }

  @Test
  void anEndThatRoundingMovedIsStillATick() {
    assertThat(texts(-0.2, 0.3, 11)).startsWith("−0.20").endsWith("0.30").hasSize(11);
  }

  @Test
  void smallStepsKeepTheirDecimals() {
    assertThat(texts(1e-5, 3e-5, 3)).containsExactly("0.00001", "0.00002", "0.00003");
  }

  @Test
  void powersOfTenAreFilledUpAsFarAsThereIsRoom() {
    assertThat(powers(1, 4, 10)).startsWith("10", "20", "50", "100").endsWith("10,000").hasSize(10);
    assertThat(powers(1, 4, 9))
        .containsExactly("10", "30", "100", "300", "1,000", "3,000", "10,000");
    assertThat(powers(1, 4, 5)).containsExactly("10", "100", "1,000", "10,000");
    assertThat(powers(-1, 4, 3)).containsExactly("1", "100", "10,000");
  }

  @Test
  void smallPowersHaveTheirOwnDecimals() {
    assertThat(powers(-3, 1, 5)).containsExactly("0.001", "0.01", "0.1", "1", "10");
    assertThat(powers(-2.4, -1.6, 4)).containsExactly("0.005", "0.01", "0.02");
  }

  private static List<String> powers(double low, double high, int most) {
    Ticks ticks = Ticks.overPowers(new Range(low, high), most);
    return ticks.values().stream().map(ticks::text).toList();
  }

  private static List<String> texts(double low, double high, int most) {
    Ticks ticks = Ticks.over(new Range(low, high), most);
    return ticks.values().stream().map(ticks::text).toList();
  }
}
