package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialBandTest {
  @Test
  void atTheEndsItHasAClosedForm() {
    // P(Bin(10, p) = 0) = (1 − p)¹⁰ = 0.025
    BinomialBand none = BinomialBand.of(0, 10, 0.05);
    assertThat(none.lower()).isZero();
    assertThat(none.upper()).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-12));
    BinomialBand all = BinomialBand.of(10, 10, 0.05);
    assertThat(all.lower()).isCloseTo(Math.pow(0.025, 0.1), within(1e-12));
    assertThat(all.upper()).isEqualTo(1);
  }

  /** SciPy 1: beta.ppf(d/2, k, n−k+1), beta.ppf(1−d/2, k+1, n−k). */
  @ParameterizedTest
  @CsvSource({
    "190, 200, 0.05, 0.9099724622986486, 0.9757658345278915",
    "3, 10, 0.05, 0.06673951117773447, 0.6524528500599973",
    "7, 60, 0.016666666666666666, 0.038700235649464634, 0.2511441678533691",
    "99990, 100000, 0.05, 0.9998161041546233, 0.999952045104861",
  })
  void itIsThatOfClopperAndPearson(int hits, int runs, double delta, double lower, double upper) {
    BinomialBand band = BinomialBand.of(hits, runs, delta);
    assertThat(band.lower()).isCloseTo(lower, within(1e-11));
    assertThat(band.upper()).isCloseTo(upper, within(1e-11));
  }

  /** The upper end leaves δ/2 to what was seen or less: P(misses > runs − hits − 1). */
  @Test
  void itsEndsLeaveHalfOfDeltaToEachTail() {
    BinomialBand band = BinomialBand.of(183, 200, 0.05);
    assertThat(Misses.tail(200, 1 - band.upper(), 16)).isCloseTo(0.025, within(1e-10));
    assertThat(Misses.tail(200, band.lower(), 182)).isCloseTo(0.025, within(1e-10));
  }

  @Test
  void moreHitsThanRunsAreRefused() {
    assertThatThrownBy(() -> BinomialBand.of(3, 2, 0.05)).hasMessageContaining("got 3, 2, 0.05");
    assertThatThrownBy(() -> BinomialBand.of(0, 0, 0.05)).hasMessageContaining("got 0, 0");
    assertThatThrownBy(() -> BinomialBand.of(1, 2, 1)).hasMessageContaining("δ in (0, 1)");
  }
}
