package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The closed formula against all ways to deal the rows out. */
class PermutationNoiseTest {
  @Test
  void itIsTheMeanOverAllDealsOfSmallTables() {
    for (int total = 1; total <= 12; total++) {
      for (int special = 0; special <= total; special++) {
        for (int drawn = 0; drawn <= total; drawn++) {
          assertThat(PermutationNoise.ofShare(total, special, drawn))
              .as("%d of %d, %d drawn", special, total, drawn)
              .isCloseTo(enumerated(total, special, drawn), within(1e-12));
        }
      }
    }
  }

  /** Goes through every set of {@code drawn} rows; the first {@code special} rows are special. */
  private static double enumerated(int total, int special, int drawn) {
    if (drawn == 0) {
      return 0;
    }
    double sum = 0;
    long sets = 0;
    for (int set = 0; set < 1 << total; set++) {
      if (Integer.bitCount(set) == drawn) {
        int hits = Integer.bitCount(set & ((1 << special) - 1));
        sum += Math.abs((double) hits / drawn - (double) special / total);
        sets++;
      }
    }
    return sum / sets;
  }

  @Test
  void twoOfFourRowsDealtByHand() {
    // 2 of 4 are special, 2 drawn: X = 0, 1, 2 with 1/6, 4/6, 1/6, so E|X/2 − 1/2| = 1/3 · 1/2
    assertThat(PermutationNoise.ofShare(4, 2, 2)).isCloseTo(1 / 6.0, within(1e-15));
  }

  /** E|X − np| ≈ √(2/π)·σ, σ² = n·p·(1−p)·(N−n)/(N−1), for tables that no one enumerates. */
  @Test
  void largeTablesAreNearlyNormal() {
    for (long total : new long[] {10_000, 1_000_000, 2_000_000_000L}) {
      double n = total / 4.0;
      double sigma = Math.sqrt(n * 0.3 * 0.7 * (total - n) / (total - 1));
      assertThat(PermutationNoise.ofShare(total, total * 3 / 10, total / 4))
          .isCloseTo(Math.sqrt(2 / Math.PI) * sigma / n, within(0.001 * sigma / n));
    }
  }

  /** Where logarithms of factorials come from a series: Σ_x |x/n − K/N|·P(x) in fractions. */
  @Test
  void beyondTheTableOfFactorialsItIsTheSumOverAllCounts() {
    // fractions.Fraction and math.comb of Python 3
    assertThat(PermutationNoise.ofShare(300, 120, 290))
        .isCloseTo(0.004081644728266787, within(4e-14));
    assertThat(PermutationNoise.ofShare(600, 300, 270))
        .isCloseTo(0.017982884311847826, within(2e-13));
    assertThat(PermutationNoise.ofShare(1000, 400, 300))
        .isCloseTo(0.01886266018747208, within(2e-13));
  }
}
