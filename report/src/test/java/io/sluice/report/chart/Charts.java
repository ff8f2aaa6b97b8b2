package io.sluice.report.chart;

import java.util.List;

/** One chart of each kind, small enough to read. */
final class Charts {
  private Charts() {}

  static LineChart bands() {
    List<Point> wide = List.of(new Point(0, 0.1, -0.4, 0.5), new Point(1, 0.2, -0.3, 0.6));
    List<Point> narrow = List.of(new Point(0, 0, -0.1, 0.1), new Point(1, 0.15, 0.05, 0.25));
    List<Point> truth = List.of(new Point(0, 0.05), new Point(1, 0.18));
    return new LineChart(
        "Effect & its intervals",
        "weight λ < 1",
        "effect",
        List.of(
            new Series("standard", wide, Style.BAND),
            new Series("selective", narrow, Style.BAND),
            new Series("true effect", truth, Style.EXACT)));
  }

  static LineChart learningCurves() {
    return learningCurves(0.9);
  }

  static LineChart learningCurves(double lastValue) {
    List<Point> learned =
        List.of(new Point(500, 0.6, 0.55, 0.65), new Point(20_000, lastValue, 0.5, 1));
    return new LineChart(
        "Learned value",
        "trajectories",
        "value",
        List.of(
            new Series("SPVI", learned, Style.MARKERS),
            Series.reference("optimum", 1.0667, 500, 20_000),
            Series.reference("behavior", 0.5139, 500, 20_000)));
  }
}
