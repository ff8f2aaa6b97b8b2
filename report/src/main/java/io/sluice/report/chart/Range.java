package io.sluice.report.chart;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** A part of an axis; every instance has finite ends with low &lt; high. */
public record Range(double low, double high) {
  public Range {
    if (!(Double.isFinite(low) && Double.isFinite(high) && low < high)) {
      throw new IllegalArgumentException(
          "range: need finite low < high, got %s, %s".formatted(low, high));
    }
  }

  /** Everything between the lowest and the highest value, and some air at both ends. */
  static Range around(
      List<Point> points, ToDoubleFunction<Point> lower, ToDoubleFunction<Point> upper) {
    double low = points.stream().mapToDouble(lower).min().orElseThrow();
    double high = points.stream().mapToDouble(upper).max().orElseThrow();
    double size = Math.max(Math.abs(low), Math.abs(high));
    // A single value has no length to take a share of; nor has what differs by rounding alone.
    double air = high - low > 1e-9 * size ? 0.03 * (high - low) : Math.max(0.5, 0.1 * size);
    return new Range(low - air, high + air);
  }

  double length() {
    return high - low;
  }
}
