package io.sluice.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Charts as Apache ECharts takes them: maps, lists, texts and numbers, so that tests can read what
 * a page will draw. Colors are those of Okabe and Ito, which color-blind readers can tell apart.
 */
final class Options {
  static final List<String> COLORS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999");

  private Options() {}

  /**
   * One interval of a chart.
   *
   * @param label on the axis
   * @param kind decides the color and stands in the legend
   */
  record Bar(String label, String kind, double lower, double estimate, double upper) {}

  /** Intervals below each other on one scale, a dot for the estimate, a line at 0. */
  static Map<String, Object> intervals(List<Bar> bars, String unit) {
    List<String> kinds = bars.stream().map(Bar::kind).distinct().toList();
    List<Object> series = new ArrayList<>();
    series.add(
        entries(
            "type",
            "bar",
            "stack",
            "interval",
            "stackStrategy",
            "all",
            "silent",
            true,
            "itemStyle",
            Map.of("color", "transparent"),
            "data",
            bars.stream().map(Bar::lower).toList()));
    for (String kind : kinds) {
      String color = COLORS.get(kinds.indexOf(kind) % COLORS.size());
      series.add(
          entries(
              "type",
              "bar",
              "name",
              kind,
              "stack",
              "interval",
              "stackStrategy",
              "all",
              "barMaxWidth",
              14,
              "itemStyle",
              entries("color", color, "opacity", 0.45),
              "data",
              bars.stream()
                  .map(b -> b.kind().equals(kind) ? b.upper() - b.lower() : 0.0)
                  .toList()));
    }
    series.add(
        entries(
            "type",
            "scatter",
            "name",
            "estimate",
            "symbolSize",
            8,
            "itemStyle",
            Map.of("color", "#808080"),
            "z",
            5,
            "data",
            bars.stream().map(b -> (Object) List.of(b.estimate(), b.label())).toList(),
            "markLine",
            entries(
                "silent", true,
                "symbol", "none",
                "label", Map.of("show", false),
                "lineStyle", entries("type", "dashed", "color", "#808080"),
                "data", List.of(Map.of("xAxis", 0)))));
    return entries(
        "grid", entries("left", 16, "right", 16, "top", 32, "bottom", 36, "containLabel", true),
        "legend", entries("data", kinds, "top", 0),
        "tooltip", Map.of("show", false),
        "xAxis",
            entries(
                "type",
                "value",
                "name",
                unit,
                "nameLocation",
                "middle",
                "nameGap",
                24,
                "scale",
                true),
        "yAxis",
            entries(
                "type",
                "category",
                "inverse",
                true,
                "axisTick",
                Map.of("show", false),
                "data",
                bars.stream().map(Bar::label).toList()),
        "series", series);
  }

  /** Amounts on top of each other, one bar for each category. */
  static Map<String, Object> stacked(
      List<String> categories, Map<String, List<Double>> amounts, String unit) {
    List<Object> series = new ArrayList<>();
    amounts.forEach(
        (name, values) ->
            series.add(
                entries(
                    "type",
                    "bar",
                    "name",
                    name,
                    "stack",
                    "width",
                    "barMaxWidth",
                    28,
                    "itemStyle",
                    Map.of("color", COLORS.get(series.size() % COLORS.size())),
                    "data",
                    values)));
    return entries(
        "grid", entries("left", 16, "right", 16, "top", 48, "bottom", 36, "containLabel", true),
        "legend", entries("data", List.copyOf(amounts.keySet()), "top", 0),
        "tooltip", entries("trigger", "axis"),
        "xAxis", entries("type", "value", "name", unit, "nameLocation", "middle", "nameGap", 24),
        "yAxis", entries("type", "category", "inverse", true, "data", categories),
        "series", series);
  }

  /** Lines over a numeric axis, those with bounds in a band of their color. */
  static Map<String, Object> lines(List<Line> lines, String across, String up) {
    List<Object> series = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      String color = COLORS.get(i % COLORS.size());
      if (!line.lower().isEmpty()) {
        series.add(band(line, color, line.lower(), "transparent", 0));
        List<Double> height = new ArrayList<>();
        for (int k = 0; k < line.x().size(); k++) {
          height.add(line.upper().get(k) - line.lower().get(k));
        }
        series.add(band(line, color, height, color, 0.2));
      }
      series.add(
          entries(
              "type", "line",
              "name", line.name(),
              "symbolSize", 4,
              "itemStyle", Map.of("color", color),
              "lineStyle", entries("color", color, "type", line.dashed() ? "dashed" : "solid"),
              "data", points(line.x(), line.y())));
    }
    return entries(
        "grid", entries("left", 16, "right", 24, "top", 48, "bottom", 36, "containLabel", true),
        "legend", entries("data", lines.stream().map(Line::name).toList(), "top", 0),
        "tooltip", entries("trigger", "axis"),
        "xAxis",
            entries(
                "type",
                "value",
                "name",
                across,
                "nameLocation",
                "middle",
                "nameGap",
                24,
                "scale",
                true),
        "yAxis", entries("type", "value", "name", up, "scale", true),
        "series", series);
  }

  /**
   * One line of a chart.
   *
   * @param lower of its band; empty for none
   */
  record Line(
      String name,
      List<Double> x,
      List<Double> y,
      List<Double> lower,
      List<Double> upper,
      boolean dashed) {
    static Line plain(String name, List<Double> x, List<Double> y) {
      return new Line(name, x, y, List.of(), List.of(), false);
    }
  }

  private static Map<String, Object> band(
      Line line, String color, List<Double> values, String fill, double opacity) {
    return entries(
        "type", "line",
        "silent", true,
        "symbol", "none",
        "stack", line.name(),
        "stackStrategy", "all",
        "lineStyle", Map.of("opacity", 0),
        "itemStyle", Map.of("color", color),
        "areaStyle", entries("color", fill, "opacity", opacity),
        "tooltip", Map.of("show", false),
        "data", points(line.x(), values));
  }

  private static List<Object> points(List<Double> x, List<Double> y) {
    List<Object> points = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      points.add(List.of(x.get(i), y.get(i)));
    }
    return points;
  }

  /** Amounts by row and column, darker the more. */
  static Map<String, Object> heat(
      List<String> columns, List<String> rows, List<List<Object>> cells, double most) {
    return entries(
        "grid", entries("left", 16, "right", 16, "top", 16, "bottom", 64, "containLabel", true),
        "tooltip", entries("position", "top"),
        "xAxis", entries("type", "category", "data", columns),
        "yAxis", entries("type", "category", "inverse", true, "data", rows),
        "visualMap",
            entries(
                "min",
                0,
                "max",
                most,
                "calculable",
                true,
                "orient",
                "horizontal",
                "left",
                "center",
                "bottom",
                0,
                "inRange",
                Map.of("color", List.of("#f0f4f8", "#56b4e9", "#0072b2", "#002b4d"))),
        "series", List.of(entries("type", "heatmap", "data", cells)));
  }

  /** A map that keeps its order. */
  static Map<String, Object> entries(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
