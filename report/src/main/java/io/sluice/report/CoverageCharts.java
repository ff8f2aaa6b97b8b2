package io.sluice.report;

import io.sluice.report.chart.PanelChart;
import io.sluice.report.chart.PanelChart.Cell;
import io.sluice.report.chart.Point;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A coverage study as a picture: a row for every interval. */
final class CoverageCharts {
  private CoverageCharts() {}

  static PanelChart of(CoverageReading reading, String simulated) {
    String trusted = reading.trusted().orElse("");
    List<PanelChart.Row> rows = new ArrayList<>();
    reading
        .methods()
        .forEach(
            (name, steps) ->
                rows.add(
                    new PanelChart.Row(
                        name,
                        name.equals(trusted),
                        steps.stream().map(CoverageCharts::cell).toList())));
    int runs = reading.rows().get(0).point().runs();
    return new PanelChart(
        String.format(
            Locale.ROOT, "%s: how often intervals contain the truth, %,d logs", simulated, runs),
        "step",
        "coverage, %",
        "mean width",
        new PanelChart.Words("covers as it says", "misses too often", "what it says", "trusted"),
        rows);
  }

  private static Cell cell(Row row) {
    double coverage = row.point().coverage();
    // The band holds the share itself but for the last bit of its halving.
    double low = Math.min(coverage, row.band().lower());
    double high = Math.max(coverage, row.band().upper());
    return new Cell(
        new Point(row.point().step(), coverage, low, high),
        row.point().level(),
        row.covers(),
        row.point().meanWidth());
  }
}
