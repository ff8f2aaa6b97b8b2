package io.sluice.report.chart;

/**
 * How a series is drawn.
 *
 * <p>The styles of methods ({@link #BAND}, {@link #MARKERS}, {@link #LINE}) take the colors of the
 * palette in the order of the series; {@link #EXACT} and {@link #REFERENCE} are black and gray, so
 * adding a truth to a chart leaves the methods' colors as they were.
 */
public enum Style {
  /**
   * A method's confidence band: a center line, and a light fill between its lower and upper ends.
   */
  BAND,
  /** A method's learning curve: a line with a marker and an error bar at every point. */
  MARKERS,
  /** A method's curve without intervals. */
  LINE,
  /** The true curve: a solid black line, above all others. */
  EXACT,
  /** A value to compare with, such as the optimum: a dashed gray line. */
  REFERENCE;

  boolean isMethod() {
    return this == BAND || this == MARKERS || this == LINE;
  }

  boolean showsIntervals() {
    return this == BAND || this == MARKERS;
  }
}
