package io.sluice.report.chart;

/**
 * A value at a position, with the ends of its interval.
 *
 * <p>Every instance is finite and satisfies low ≤ y ≤ high.
 */
public record Point(double x, double y, double low, double high) {
  public Point {
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException("point: x must be a finite number, got %s".formatted(x));
    }
    boolean finite = Double.isFinite(low) && Double.isFinite(y) && Double.isFinite(high);
    if (!finite || low > y || y > high) {
      throw new IllegalArgumentException(
          "point at x = %s: need finite low ≤ y ≤ high, got %s, %s, %s".formatted(x, low, y, high));
    }
  }

  /** A value without an interval: low = y = high. */
  public Point(double x, double y) {
    this(x, y, y, y);
  }

  boolean hasInterval() {
    return low < high;
  }
}
