package io.sluice.report.page;

import static io.sluice.report.page.Options.entries;

import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Curves over a numeric axis, those with bounds in a band of their color. */
final class CurveChart {
  /** More points than this are drawn without a mark on each. */
  private static final int MARKED = 30;

  private CurveChart() {}

  /** A value at a place, with its bounds. */
  record Point(double x, double y, double lower, double upper) {}

  /**
   * One curve.
   *
   * @param reference whether it is only there to compare with: dashed and gray
   */
  record Curve(String name, List<Point> points, boolean reference) {
    private boolean hasBand() {
      return points.stream().anyMatch(p -> p.lower() < p.upper());
    }
  }

  static Chart of(
      String id, String caption, List<Curve> curves, String across, String up, Table numbers) {
    return new Chart(id, caption, 360, option(curves, across, up), numbers);
  }

  private static Map<String, Object> option(List<Curve> curves, String across, String up) {
    List<Object> series = new ArrayList<>();
    int colored = 0;
    for (Curve curve : curves) {
      String color = curve.reference() ? Options.GRAY : Options.color(colored++);
      if (curve.hasBand()) {
        series.add(band(curve, color, 0, curve.points().stream().map(Point::lower).toList()));
        series.add(
            band(
                curve,
                color,
                0.2,
                curve.points().stream().map(p -> p.upper() - p.lower()).toList()));
      }
      series.add(
          entries(
              "type", "line",
              "name", curve.name(),
              "symbolSize", 4,
              "showSymbol", !curve.reference() && curve.points().size() <= MARKED,
              "itemStyle", Map.of("color", color),
              "lineStyle", entries("color", color, "type", curve.reference() ? "dashed" : "solid"),
              "data", data(curve, curve.points().stream().map(Point::y).toList())));
    }
    return entries(
        "grid", Options.grid(64, 40),
        "legend", Options.legend(curves.stream().map(Curve::name).toList()),
        "tooltip", entries("trigger", "axis", "confine", true),
        "xAxis", Options.across(across),
        "yAxis", Options.up(up),
        "series", series);
  }

  /** The invisible floor of a band, or what stands on it; its name ties it to the legend. */
  private static Map<String, Object> band(
      Curve curve, String color, double opacity, List<Double> values) {
    return entries(
        "type", "line",
        "name", curve.name(),
        "silent", true,
        "symbol", "none",
        "stack", curve.name(),
        "stackStrategy", "all",
        "lineStyle", Map.of("opacity", 0),
        "itemStyle", Map.of("color", color),
        "areaStyle", entries("color", color, "opacity", opacity),
        "tooltip", Map.of("show", false),
        "data", data(curve, values));
  }

  private static List<Object> data(Curve curve, List<Double> y) {
    List<Object> data = new ArrayList<>();
    for (int i = 0; i < y.size(); i++) {
      data.add(List.of(curve.points().get(i).x(), y.get(i)));
    }
    return data;
  }
}
