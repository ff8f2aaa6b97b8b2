package io.sluice.report;

import io.sluice.interval.ModelInterval;
import io.sluice.report.chart.LineChart;
import io.sluice.report.chart.Point;
import io.sluice.report.chart.Series;
import io.sluice.report.chart.Style;
import io.sluice.simulation.study.EffectStudy;
import io.sluice.simulation.study.LearningStudy;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import io.sluice.simulation.study.Reproduction.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The paper's four figures, on the paper's axes. */
public final class ReproductionCharts {
  private static final Map<String, String> LABELS =
      Map.of(
          "psl",
          "PSL",
          "pvi",
          "PVI",
          "spvi",
          "SPVI",
          "spvi-cap1",
          "SPVI, V_max ≤ 1",
          "vi",
          "VI",
          "certified",
          "certified (ours)");

  private ReproductionCharts() {}

  public static LineChart chainEffects(Reproduction result) {
    return effects(
        "ChainBandit: effect of leaving the logged policy at step 2",
        "λ, the evaluated policy's probability of a3 (behavior: 0.8)",
        result.chainEffects());
  }

  public static LineChart gridEffects(Reproduction result) {
    return effects(
        "GridWorld: effect of leaving the logged policy at step 2",
        "λ, the evaluated policy's probability of down (behavior: 0.2)",
        result.gridEffects());
  }

  public static LineChart chainLearning(Reproduction result) {
    String by = result.variant() == Variant.RELEASED ? ", as the authors' program has it" : "";
    return learning("ChainBandit: value of the learned policy" + by, result.chainLearning());
  }

  public static LineChart gridLearning(Reproduction result) {
    return learning("GridWorld: value of the learned policy", result.gridLearning());
  }

  private static LineChart effects(String title, String xLabel, List<EffectStudy.Point> points) {
    List<Series> series = new ArrayList<>();
    series.add(new Series("standard", band(points, ModelInterval.STANDARD), Style.BAND));
    for (EffectClaims.Reading reading : EffectClaims.Reading.values()) {
      series.add(
          new Series("selective: " + reading.words(), band(points, reading.method()), Style.BAND));
    }
    series.add(
        new Series(
            "true effect",
            points.stream()
                .filter(p -> p.method() == ModelInterval.STANDARD)
                .map(p -> new Point(p.lambda(), p.truth()))
                .toList(),
            Style.EXACT));
    return new LineChart(title, xLabel, "interval for α^(2), mean over runs", series);
  }

  private static List<Point> band(List<EffectStudy.Point> points, ModelInterval method) {
    return points.stream()
        .filter(p -> p.method() == method)
        .map(p -> new Point(p.lambda(), p.estimate(), p.lower(), p.upper()))
        .toList();
  }

  private static LineChart learning(String title, Learning learning) {
    List<Series> series = new ArrayList<>();
    List<String> learners =
        learning.points().stream().map(LearningStudy.Point::learner).distinct().toList();
    for (String learner : learners) {
      List<Point> points =
          learning.points().stream()
              .filter(p -> p.learner().equals(learner))
              .map(
                  p ->
                      new Point(
                          p.episodes(),
                          p.value(),
                          p.value() - p.standardError(),
                          p.value() + p.standardError()))
              .toList();
      series.add(new Series(LABELS.getOrDefault(learner, learner), points, Style.MARKERS));
    }
    double first = learning.points().get(0).episodes();
    double last = learning.points().get(learning.points().size() - 1).episodes();
    series.add(Series.reference("optimum", learning.optimum(), first, last));
    series.add(Series.reference("behavior", learning.behavior(), first, last));
    return new LineChart(title, "training episodes T", "value of the learned policy", series);
  }
}
