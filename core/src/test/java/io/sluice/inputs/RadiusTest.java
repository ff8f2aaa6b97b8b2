package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How far a mean may be off. */
class RadiusTest {
  @Test
  void theFormulasAreTheirAuthors() {
    // 3·√(ln 40/200) = 0.407430
    assertThat(Radius.HOEFFDING.of(100, 9, 3, 0.05)).isCloseTo(0.407430, within(1e-6));
    // √(2·0.5·ln 80/100) + 7·3·ln 80/(3·99) = 0.209333 + 0.309840
    assertThat(Radius.BERNSTEIN.of(100, 0.5, 3, 0.05)).isCloseTo(0.519173, within(1e-6));
    // 1.959964·√(0.5/100) = 0.138590
    assertThat(Radius.NORMAL.of(100, 0.5, 3, 0.05)).isCloseTo(0.138590, within(1e-6));
  }

  /**
   * zr-obp's one-sided lower bounds, δ = 0.05, as evaluated from obp/ope/helper.py @8cbd5fa4: ours
   * at δ = 0.1 are the same distance from the mean for Hoeffding, one side of two.
   */
  @Test
  void hoeffdingIsTwoSidesOfTheOpenBanditPipelines() {
    double heartsteps = Radius.HOEFFDING.of(6_061, 0, 1 / 0.6, 0.1);
    assertThat(heartsteps).isCloseTo(0.35958692839662026 - 0.33338621546113256, within(1e-12));
    double adhd = Radius.HOEFFDING.of(150, 0, 1, 0.1);
    assertThat(adhd).isCloseTo(0.48833333333333334 - 0.3884044874219551, within(1e-12));
  }

  @ParameterizedTest
  @EnumSource(Radius.class)
  void moreDataOrLessCareIsNarrower(Radius radius) {
    assertThat(radius.of(1_000, 0.2, 1, 0.1)).isLessThan(radius.of(100, 0.2, 1, 0.1));
    assertThat(radius.of(100, 0.2, 1, 0.2)).isLessThan(radius.of(100, 0.2, 1, 0.1));
  }

  @Test
  void oneTermHasNoVarianceToGoBy() {
    assertThat(Radius.BERNSTEIN.of(1, 0, 1.5, 0.1)).isEqualTo(1.5);
    assertThat(Radius.NORMAL.of(1, 0, 1.5, 0.1)).isEqualTo(1.5);
  }
}
