package io.sluice.report.page;

import static io.sluice.report.page.Options.entries;

import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Amounts on top of each other, one bar for each name. */
final class StackedChart {
  private final List<String> names = new ArrayList<>();
  private final Map<String, List<Double>> amounts = new LinkedHashMap<>();

  /** Gives a kind its color and its place in the legend, whether or not it comes. */
  void kind(String kind) {
    amounts.computeIfAbsent(kind, k -> zeros(names.size()));
  }

  /** A new bar. */
  void bar(String name) {
    names.add(name);
    amounts.values().forEach(values -> values.add(0.0));
  }

  /** Adds to the last bar; kinds stand in the legend in the order they came. */
  void add(String kind, double amount) {
    List<Double> values = amounts.computeIfAbsent(kind, k -> zeros(names.size()));
    values.set(names.size() - 1, values.get(names.size() - 1) + amount);
  }

  private static List<Double> zeros(int size) {
    return new ArrayList<>(java.util.Collections.nCopies(size, 0.0));
  }

  Chart chart(String id, String caption, String unit, Table numbers) {
    return new Chart(id, caption, 104 + 22 * names.size(), option(unit), numbers);
  }

  private Map<String, Object> option(String unit) {
    List<Object> series = new ArrayList<>();
    amounts.forEach(
        (kind, values) ->
            series.add(
                entries(
                    "type",
                    "bar",
                    "name",
                    kind,
                    "stack",
                    "all",
                    "barMaxWidth",
                    16,
                    "itemStyle",
                    Map.of("color", Options.color(series.size())),
                    "data",
                    List.copyOf(values))));
    return entries(
        "grid", Options.grid(40, 40),
        "legend", Options.legend(List.copyOf(amounts.keySet())),
        "tooltip", entries("trigger", "axis", "confine", true),
        "xAxis", Options.across(unit),
        "yAxis", Options.names(List.copyOf(names)),
        "series", series);
  }
}
