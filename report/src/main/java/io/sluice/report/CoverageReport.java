package io.sluice.report;

import io.sluice.report.chart.ChartFile;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a coverage study: the numbers as CSV, a picture as SVG and PNG, the words as text. */
public final class CoverageReport {
  private CoverageReport() {}

  /** The files that are written. */
  public static final List<String> FILES =
      List.of("coverage.csv", "coverage.txt", "coverage.svg", "coverage.png");

  /**
   * Writes all files into a folder, at once.
   *
   * @param truth the effect of each step
   * @param simulated what was simulated, for the picture's title
   */
  public static void write(
      CoverageReading reading, List<Double> truth, String simulated, String text, Path folder)
      throws IOException {
    try (StagedFolder files = new StagedFolder(folder)) {
      files.write("coverage.csv", csv(reading, truth));
      files.write("coverage.txt", text);
      ChartFile.write(
          CoverageCharts.of(reading, simulated),
          files.file("coverage.svg"),
          files.file("coverage.png"));
      files.publish();
    }
  }

  private static String csv(CoverageReading reading, List<Double> truth) {
    StringBuilder csv =
        new StringBuilder(
            "step,truth,interval,level,runs,covered,coverage,band_lower,band_upper,covers,mean_width,relative_width\n");
    for (Row row : reading.rows()) {
      var point = row.point();
      csv.append(point.step()).append(',').append(truth.get(point.step() - 1)).append(',');
      csv.append(point.method()).append(',').append(point.level()).append(',');
      csv.append(point.runs()).append(',').append(point.covered()).append(',');
      csv.append(point.coverage()).append(',').append(row.band().lower()).append(',');
      csv.append(row.band().upper()).append(',').append(row.covers()).append(',');
      csv.append(point.meanWidth()).append(',');
      row.relativeWidth().ifPresent(csv::append);
      csv.append('\n');
    }
    return csv.toString();
  }
}
