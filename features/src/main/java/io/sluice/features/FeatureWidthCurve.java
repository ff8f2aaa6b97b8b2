package io.sluice.features;

import io.sluice.distributions.StudentQuantile;
import java.util.OptionalLong;

/**
 * How wide an interval is after more episodes: 2·t(ν·T′/T)·SE·√(T/T′).
 *
 * @param episodes T
 * @param error SE
 * @param degrees ν
 */
record FeatureWidthCurve(long episodes, double error, double degrees, double delta) {
  private static final long MOST = 1_000_000_000_000_000L;

  /**
   * @param times T′/T
   * @param wider by what factor SE is another one
   */
  double width(double times, double wider) {
    return 2 * StudentQuantile.twoSided(degrees * times, delta) * wider * error / Math.sqrt(times);
  }

  /**
   * T′; empty if it cannot be counted.
   *
   * @param least the fewest that it may be
   */
  OptionalLong needed(double wanted, double wider, long least) {
    long low = least - 1;
    long high = least;
    while (high < MOST && width(high / (double) episodes, wider) > wanted) {
      low = high;
      high *= 2;
    }
    if (high >= MOST) {
      return OptionalLong.empty();
    }
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      boolean enough = width(middle / (double) episodes, wider) <= wanted;
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return OptionalLong.of(high);
  }
}
