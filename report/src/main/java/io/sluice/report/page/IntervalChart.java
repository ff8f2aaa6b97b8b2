package io.sluice.report.page;

import static io.sluice.report.page.Options.entries;

import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Intervals below each other on one scale, with a dot for the estimate. */
final class IntervalChart {
  private IntervalChart() {}

  /**
   * One interval of a chart.
   *
   * @param label on the axis
   * @param kind decides the color and stands in the legend
   */
  record Bar(String label, String kind, double lower, double estimate, double upper) {}

  /**
   * What the numbers mean.
   *
   * @param axis under the scale
   * @param dot what the dots are, for the legend
   * @param line a value to compare all of them with, if there is one
   */
  record Scale(String axis, String dot, OptionalDouble line) {
    /** Effects, held against none. */
    static final Scale EFFECT = new Scale("change of the return", "estimate", OptionalDouble.of(0));
  }

  static Chart of(String id, String caption, List<Bar> bars, Scale scale, Table numbers) {
    return new Chart(id, caption, height(bars.size()), option(bars, scale), numbers);
  }

  static int height(int bars) {
    return 100 + 22 * bars;
  }

  private static Map<String, Object> option(List<Bar> bars, Scale scale) {
    return option(bars, scale, Options.across(scale.axis()));
  }

  /**
   * @param across the axis of the numbers
   */
  static Map<String, Object> option(List<Bar> bars, Scale scale, Map<String, Object> across) {
    List<String> kinds = bars.stream().map(Bar::kind).distinct().toList();
    List<Object> series = new ArrayList<>();
    List<Double> lower = bars.stream().map(Bar::lower).toList();
    Map<String, Object> base = bar("", lower, entries("color", "transparent"));
    base.put("silent", true);
    series.add(base);
    for (int k = 0; k < kinds.size(); k++) {
      String kind = kinds.get(k);
      List<Double> widths =
          bars.stream().map(b -> b.kind().equals(kind) ? b.upper() - b.lower() : 0.0).toList();
      series.add(bar(kind, widths, entries("color", Options.color(k), "opacity", 0.5)));
    }
    series.add(dots(bars, scale));
    List<String> named = new ArrayList<>(kinds);
    named.add(scale.dot());
    return entries(
        "grid", Options.grid(36, 40),
        "legend", Options.legend(named),
        "tooltip", Map.of("show", false),
        "xAxis", across,
        "yAxis", Options.names(bars.stream().map(Bar::label).toList()),
        "series", series);
  }

  private static Map<String, Object> bar(
      String name, List<Double> values, Map<String, Object> style) {
    return entries(
        "type",
        "bar",
        "name",
        name,
        "stack",
        "interval",
        "stackStrategy",
        "all",
        "barMaxWidth",
        14,
        "itemStyle",
        style,
        "data",
        values);
  }

  private static Map<String, Object> dots(List<Bar> bars, Scale scale) {
    List<Object> points = new ArrayList<>();
    for (int i = 0; i < bars.size(); i++) {
      points.add(List.of(bars.get(i).estimate(), i)); // by place: two bars may have one label
    }
    Map<String, Object> dots =
        entries(
            "type",
            "scatter",
            "name",
            scale.dot(),
            "symbolSize",
            8,
            "itemStyle",
            Map.of("color", Options.GRAY),
            "z",
            5,
            "data",
            points);
    scale.line().ifPresent(at -> dots.put("markLine", line(at)));
    return dots;
  }

  private static Map<String, Object> line(double at) {
    return entries(
        "silent", true,
        "symbol", "none",
        "label", Map.of("show", false),
        "lineStyle", entries("type", "dashed", "color", Options.GRAY),
        "data", List.of(Map.of("xAxis", at)));
  }
}
