package io.sluice.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * One curve of a chart and its name in the legend.
 *
 * <p>Every instance has strictly increasing x, at least two points (one is enough with {@link
 * Style#MARKERS}), and intervals only in a style that shows them.
 */
public record Series(String name, List<Point> points, Style style) {
  public Series {
    Checks.text("series", "name", name);
    Objects.requireNonNull(style, "style");
    points = List.copyOf(points);
    int needed = style == Style.MARKERS ? 1 : 2;
    if (points.size() < needed) {
      throw new IllegalArgumentException(
          "series \"%s\": style %s needs at least %s point(s), got %s"
              .formatted(name, style, needed, points.size()));
    }
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (i > 0 && point.x() <= points.get(i - 1).x()) {
        throw new IllegalArgumentException(
            "series \"%s\", point %s: x must be greater than the previous %s, got %s"
                .formatted(name, i + 1, points.get(i - 1).x(), point.x()));
      }
      if (point.hasInterval() && !style.showsIntervals()) {
        throw new IllegalArgumentException(
            "series \"%s\", point %s: style %s shows no intervals, so low = y = high is needed, got %s, %s, %s (use BAND or MARKERS)"
                .formatted(name, i + 1, style, point.low(), point.y(), point.high()));
      }
    }
  }

  /** A dashed horizontal line from one x to another. */
  public static Series reference(String name, double y, double fromX, double toX) {
    return new Series(name, List.of(new Point(fromX, y), new Point(toX, y)), Style.REFERENCE);
  }
}
