package io.sluice.report.page;

import static io.sluice.report.page.Options.entries;

import io.sluice.fit.Heat;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Amounts by row and column, darker the more. */
final class HeatChart {
  private HeatChart() {}

  static Chart of(String id, String caption, Heat heat, String across, Table numbers) {
    List<Object> cells = new ArrayList<>();
    double most = 0;
    for (Heat.Cell cell : heat.cells()) {
      cells.add(List.of(cell.column(), cell.row(), cell.amount()));
      most = Math.max(most, cell.amount());
    }
    Map<String, Object> columns = Options.names(heat.columns());
    columns.put("inverse", false);
    columns.put("name", across);
    columns.put("nameLocation", "middle");
    columns.put("nameGap", 26);
    columns.put("axisLabel", entries("width", 90, "overflow", "truncate", "hideOverlap", true));
    Map<String, Object> option =
        entries(
            "grid", Options.grid(12, 84),
            "tooltip", entries("position", "top", "confine", true),
            "xAxis", columns,
            "yAxis", Options.names(heat.rows()),
            "visualMap", shades(most),
            "series", List.of(entries("type", "heatmap", "data", cells)));
    return new Chart(id, caption, 140 + 22 * heat.rows().size(), option, numbers);
  }

  private static Map<String, Object> shades(double most) {
    return entries(
        "min",
        0,
        "max",
        most > 0 ? most : 1,
        "text",
        List.of(Numbers.shown(most), "0"),
        "orient",
        "horizontal",
        "left",
        "center",
        "bottom",
        0,
        "itemWidth",
        14,
        "inRange",
        Map.of("color", List.of("#e8eff5", "#56b4e9", "#0072b2", "#002b4d")));
  }
}
