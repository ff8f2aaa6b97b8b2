package io.sluice.benchmarks;

import io.sluice.benchmarks.SizeStudy.Seen;
import io.sluice.report.chart.ChartFile;
import io.sluice.report.chart.LineChart;
import io.sluice.report.chart.Point;
import io.sluice.report.chart.Scale;
import io.sluice.report.chart.Series;
import io.sluice.report.chart.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The pictures of the study of size: what a declaration makes of the widths, and without one. */
final class SizeCharts {
  private static final double Z = 1.959963984540054; // Φ⁻¹(0.975)

  private SizeCharts() {}

  static void write(List<Seen> seen, int episodes, Path folder) throws IOException {
    List<Series> declared = new ArrayList<>();
    declared.add(method(seen, SizeLine.SELECTIVE_DECLARED, "selective = bandit"));
    declared.add(method(seen, SizeLine.FUSED_DECLARED, "fused"));
    declared.add(method(seen, SizeLine.THEOREM_DECLARED, "theorem"));
    declared.add(method(seen, SizeLine.SHARP_DECLARED, "sharp"));
    declared.add(method(seen, SizeLine.DOUBLY_ROBUST, "doubly robust, half the log"));
    declared.add(method(seen, SizeLine.EFFICIENT_DECLARED, "efficient"));
    declared.add(
        series(
            seen,
            SizeLine.EFFICIENT_UNWEIGHTED,
            "efficient, propensities not used",
            Style.REFERENCE));
    double least = 2 * Z * Math.sqrt(SizeProblem.leastVariance() / episodes);
    declared.add(Series.reference("least in the limit", least, 10, 10_000));
    Path width = folder.resolve("size-width.png");
    picture("Declared exogenous, propensities known", episodes, declared, width);

    List<Series> plugIn = new ArrayList<>();
    plugIn.add(method(seen, SizeLine.STANDARD, "standard"));
    plugIn.add(method(seen, SizeLine.SELECTIVE, "selective"));
    plugIn.add(method(seen, SizeLine.THEOREM, "theorem"));
    plugIn.add(method(seen, SizeLine.FUSED, "fused"));
    plugIn.add(method(seen, SizeLine.SHARP, "sharp"));
    plugIn.add(method(seen, SizeLine.EFFICIENT, "efficient"));
    plugIn.add(series(seen, SizeLine.SELECTIVE_SHRUNK, "selective, shift shrunk", Style.REFERENCE));
    plugIn.add(
        series(seen, SizeLine.SHARP_UNWEIGHTED, "sharp, propensities not used", Style.REFERENCE));
    Path undeclared = folder.resolve("size-plug-in.png");
    picture("Nothing declared, propensities known", episodes, plugIn, undeclared);
  }

  private static Series method(List<Seen> seen, SizeLine line, String name) {
    return series(seen, line, name, Style.MARKERS);
  }

  private static Series series(List<Seen> seen, SizeLine line, String name, Style style) {
    List<Point> points =
        seen.stream()
            .filter(s -> s.line() == line)
            .flatMap(s -> s.points().stream())
            .map(p -> new Point(p.states(), p.width()))
            .toList();
    return new Series(name, points, style);
  }

  private static void picture(String title, int episodes, List<Series> series, Path png)
      throws IOException {
    LineChart chart =
        new LineChart(
            title + ": width of intervals for a bandit-like step",
            String.format(Locale.ROOT, "number of states |X|, at %,d episodes", episodes),
            "mean width of 95% intervals for α^(1)",
            series);
    ChartFile.writePng(chart.on(Scale.LOGARITHMIC, Scale.LOGARITHMIC), png);
  }
}
