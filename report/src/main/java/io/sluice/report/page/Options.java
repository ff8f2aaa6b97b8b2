package io.sluice.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What charts share, as Apache ECharts takes it: maps, lists, texts and numbers, so that tests can
 * read what a page will draw. Colors are those of Okabe and Ito, which color-blind readers can tell
 * apart.
 */
final class Options {
  /** The last four are the first in dark, for what has more than eight parts. */
  private static final List<String> COLORS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442",
          "#003a5c", "#7a3500", "#00513b", "#7d4666");

  /** For what belongs to no series, such as estimates and lines to compare with. */
  static final String GRAY = "#808080";

  private Options() {}

  static String color(int series) {
    return COLORS.get(series % COLORS.size());
  }

  /** A map that keeps its order. */
  static Map<String, Object> entries(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** Margins for the axes; labels never leave them. */
  static Map<String, Object> grid(int top, int bottom) {
    return entries("left", 12, "right", 30, "top", top, "bottom", bottom, "containLabel", true);
  }

  /** Numbers from left to right, 0 among them. */
  static Map<String, Object> across(String name) {
    return entries("type", "value", "name", name, "nameLocation", "middle", "nameGap", 26);
  }

  /** Numbers upwards; the name stands above, where nothing is cut off. */
  static Map<String, Object> up(String name) {
    return entries(
        "type", "value", "name", name, "nameTextStyle", Map.of("align", "left"), "scale", true);
  }

  /** Names below each other, shortened where they are long. */
  static Map<String, Object> names(List<String> labels) {
    return entries(
        "type",
        "category",
        "inverse",
        true,
        "axisTick",
        Map.of("show", false),
        "axisLabel",
        entries("width", 280, "overflow", "truncate"),
        "data",
        labels);
  }

  static Map<String, Object> legend(List<String> names) {
    return entries("data", names, "top", 0);
  }
}
