package io.sluice.report.chart;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Curves over one x axis and one y axis, with a title and a legend.
 *
 * <p>Every instance has at least one series, no two series of one name, and no more methods (series
 * that take a color of their own) than {@value #MAX_METHODS}, as many as readers can tell apart.
 *
 * @param yRange the part of the y axis to show; what lies outside is cut off. When empty, all
 *     points with their intervals are shown
 * @param xScale logarithmic only if every x is above 0
 * @param yScale logarithmic only if every lower end is above 0
 */
public record LineChart(
    String title,
    String xLabel,
    String yLabel,
    List<Series> series,
    Optional<Range> yRange,
    Scale xScale,
    Scale yScale) {
  /** The number of colors in the palette. */
  public static final int MAX_METHODS = 6;

  public LineChart {
    Checks.text("chart", "title", title);
    String where = "chart \"" + title + "\"";
    Checks.text(where, "x label", xLabel);
    Checks.text(where, "y label", yLabel);
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException(where + ": needs at least one series, got none");
    }
    Set<String> names = new HashSet<>();
    for (Series one : series) {
      if (!names.add(one.name())) {
        throw new IllegalArgumentException(
            where + ": series names must differ, got \"" + one.name() + "\" twice");
      }
    }
    long methods = series.stream().filter(one -> one.style().isMethod()).count();
    if (methods > MAX_METHODS) {
      throw new IllegalArgumentException(
          "%s: at most %s methods can be told apart by color, got %s (split the chart)"
              .formatted(where, MAX_METHODS, methods));
    }
    for (Series one : series) {
      for (Point point : one.points()) {
        requirePlace(where, "x", xScale, point.x());
        requirePlace(where, "y", yScale, point.low());
      }
    }
    yRange.ifPresent(range -> requirePlace(where, "y", yScale, range.low()));
  }

  private static void requirePlace(String where, String axis, Scale scale, double value) {
    if (scale == Scale.LOGARITHMIC && value <= 0) {
      throw new IllegalArgumentException(
          "%s: a logarithmic %s axis needs values above 0, got %s".formatted(where, axis, value));
    }
  }

  /** A chart with linear axes. */
  public LineChart(
      String title, String xLabel, String yLabel, List<Series> series, Optional<Range> yRange) {
    this(title, xLabel, yLabel, series, yRange, Scale.LINEAR, Scale.LINEAR);
  }

  /** A chart whose y axis shows all points with their intervals. */
  public LineChart(String title, String xLabel, String yLabel, List<Series> series) {
    this(title, xLabel, yLabel, series, Optional.empty());
  }

  /** The same with other axes. */
  public LineChart on(Scale xScale, Scale yScale) {
    return new LineChart(title, xLabel, yLabel, series, yRange, xScale, yScale);
  }
}
