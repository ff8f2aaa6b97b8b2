package io.sluice.report.page;

import static io.sluice.report.page.Options.entries;

import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Curves over places that are the same for all of them, those with bounds in a band of their color.
 *
 * <p>The places are names to ECharts, which stacks bands on numbers the wrong way round.
 */
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
    List<Double> places =
        curves.stream()
            .flatMap(curve -> curve.points().stream().map(Point::x))
            .distinct()
            .sorted()
            .toList();
    List<Object> series = new ArrayList<>();
    int colored = 0;
    for (Curve curve : curves) {
      String color = curve.reference() ? Options.GRAY : Options.color(colored++);
      if (curve.hasBand()) {
        series.add(band(curve, color, 0, data(curve, places, Point::lower)));
        series.add(band(curve, color, 0.2, data(curve, places, p -> p.upper() - p.lower())));
      }
      series.add(
          entries(
              "type",
              "line",
              "name",
              curve.name(),
              "symbolSize",
              4,
              "connectNulls",
              true,
              "showSymbol",
              !curve.reference() && curve.points().size() <= MARKED,
              "itemStyle",
              Map.of("color", color),
              "lineStyle",
              entries("color", color, "type", curve.reference() ? "dashed" : "solid"),
              "data",
              data(curve, places, Point::y)));
    }
    Map<String, Object> axis = Options.across(across);
    axis.put("type", "category");
    axis.put("boundaryGap", false);
    axis.put("axisLabel", Map.of("hideOverlap", true));
    axis.put("data", places.stream().map(Numbers::trimmed).toList());
    Map<String, Object> legend = Options.legend(curves.stream().map(Curve::name).toList());
    legend.put("icon", "roundRect"); // else it depends on whether there is a band
    return entries(
        "grid",
        Options.grid(64, 40),
        "legend",
        legend,
        "tooltip",
        entries("trigger", "axis", "confine", true),
        "xAxis",
        axis,
        "yAxis",
        Options.up(up),
        "series",
        series);
  }

  /** The invisible floor of a band, or what stands on it; its name ties it to the legend. */
  private static Map<String, Object> band(
      Curve curve, String color, double opacity, List<Object> values) {
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
        "data", values);
  }

  /** One value for every place; null where the curve has none. */
  private static List<Object> data(
      Curve curve, List<Double> places, ToDoubleFunction<Point> value) {
    Map<Double, Point> at =
        curve.points().stream().collect(Collectors.toMap(Point::x, point -> point));
    List<Object> data = new ArrayList<>();
    for (double x : places) {
      data.add(at.containsKey(x) ? value.applyAsDouble(at.get(x)) : null);
    }
    return data;
  }
}
