package io.sluice.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of a chart, read back from what ECharts is given. */
record ChartData(JsonNode option) {

  /** One interval of a chart. */
  record Bar(String label, String kind, double lower, double estimate, double upper) {}

  /** One point of a curve; bounds are the value where there is no band. */
  record Point(String x, double lower, double y, double upper) {}

  /** One cell of a heat map. */
  record Cell(String row, String column, double amount) {}

  private List<String> axis(String name) {
    List<String> labels = new ArrayList<>();
    option.get(name).get("data").forEach(label -> labels.add(label.asText()));
    return labels;
  }

  /** The names under a chart's axis of names. */
  List<String> names() {
    return axis("yAxis");
  }

  /** What is drawn as intervals: an invisible bar up to the lower end, and the width on it. */
  List<Bar> bars() {
    List<JsonNode> series = new ArrayList<>();
    option.get("series").forEach(series::add);
    JsonNode base = series.get(0);
    JsonNode dots = series.get(series.size() - 1);
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < names().size(); i++) {
      double width = 0;
      String kind = "";
      for (JsonNode one : series.subList(1, series.size() - 1)) {
        double here = one.get("data").get(i).asDouble();
        kind = here > 0 ? one.get("name").asText() : kind;
        width += here;
      }
      double lower = base.get("data").get(i).asDouble();
      JsonNode dot = dots.get("data").get(i);
      if (dot.get(1).asInt() != i) {
        throw new AssertionError("dot " + i + " stands at " + dot.get(1));
      }
      bars.add(new Bar(names().get(i), kind, lower, dot.get(0).asDouble(), lower + width));
    }
    return bars;
  }

  /** Where the line to compare with stands. */
  double line() {
    JsonNode series = option.get("series");
    return series.get(series.size() - 1).get("markLine").get("data").get(0).get("xAxis").asDouble();
  }

  /** Amounts of a stacked bar by their kind, without those that are 0. */
  Map<String, Double> stack(int bar) {
    Map<String, Double> amounts = new LinkedHashMap<>();
    for (JsonNode one : option.get("series")) {
      double amount = one.get("data").get(bar).asDouble();
      if (amount != 0) {
        amounts.put(one.get("name").asText(), amount);
      }
    }
    return amounts;
  }

  /** Curves by name: a line, and before it the floor and the height of its band if it has one. */
  Map<String, List<Point>> curves() {
    Map<String, List<JsonNode>> byName = new LinkedHashMap<>();
    for (JsonNode one : option.get("series")) {
      byName.computeIfAbsent(one.get("name").asText(), n -> new ArrayList<>()).add(one.get("data"));
    }
    List<String> places = axis("xAxis");
    Map<String, List<Point>> curves = new LinkedHashMap<>();
    byName.forEach(
        (name, data) -> {
          List<Point> points = new ArrayList<>();
          JsonNode line = data.get(data.size() - 1);
          for (int i = 0; i < places.size(); i++) {
            if (!line.get(i).isNull()) {
              double y = line.get(i).asDouble();
              double lower = data.size() == 3 ? data.get(0).get(i).asDouble() : y;
              double upper = data.size() == 3 ? lower + data.get(1).get(i).asDouble() : y;
              points.add(new Point(places.get(i), lower, y, upper));
            }
          }
          curves.put(name, points);
        });
    return curves;
  }

  /** The cells of a heat map. */
  List<Cell> cells() {
    List<String> columns = axis("xAxis");
    List<Cell> cells = new ArrayList<>();
    for (JsonNode cell : option.get("series").get(0).get("data")) {
      cells.add(
          new Cell(
              names().get(cell.get(1).asInt()),
              columns.get(cell.get(0).asInt()),
              cell.get(2).asDouble()));
    }
    return cells;
  }
}
