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
 */
public record LineChart(
    String title, String xLabel, String yLabel, List<Series> series, Optional<Range> yRange) {
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
          "%s: at most %d methods can be told apart by color, got %d (split the chart)"
              .formatted(where, MAX_METHODS, methods));
    }
  }

  /** A chart whose y axis shows all points with their intervals. */
  public LineChart(String title, String xLabel, String yLabel, List<Series> series) {
    this(title, xLabel, yLabel, series, Optional.empty());
  }
}
