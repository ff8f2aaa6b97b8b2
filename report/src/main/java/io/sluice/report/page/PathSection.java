package io.sluice.report.page;

import io.sluice.fit.EvaluationDetails.PathPoint;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Frame;
import io.sluice.report.page.Block.Slider;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The way from the logged policy to the proposed one, on a slider. */
final class PathSection {
  private PathSection() {}

  /**
   * @param intervals how many the page shows elsewhere
   */
  static Section of(List<PathPoint> path, int intervals, double delta) {
    List<List<Bar>> bars = path.stream().map(PathSection::bars).toList();
    double low = bars.stream().flatMap(List::stream).mapToDouble(Bar::lower).min().orElse(0);
    double high = bars.stream().flatMap(List::stream).mapToDouble(Bar::upper).max().orElse(0);
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      double lambda = path.get(i).lambda();
      Interval first = path.get(i).total().values().iterator().next();
      frames.add(
          new Frame(
              Numbers.shortPercent(lambda),
              Numbers.say(
                  "Following the new policy in %s of decisions: %s",
                  Numbers.shortPercent(lambda), Numbers.interval(first, delta)),
              IntervalChart.option(bars.get(i), IntervalChart.Scale.EFFECT, axis(low, high))));
    }
    return Section.of(
        "How far to go?",
        new Slider(
            "path",
            "share of decisions made by the new policy",
            "The whole effect, V_π − V_πb,%s on the way from the logged policy to the proposed one.%s"
                .formatted(
                    showsSteps(path.get(0)) ? " and that of each step," : "",
                    path.get(0).total().size() < intervals
                        ? " The log is large, so this is shown for one interval and few shares; sluice serve computes any other."
                        : ""),
            IntervalChart.height(bars.get(0).size()),
            frames,
            frames.size() - 1,
            numbers(path)));
  }

  /** The whole by all intervals; each step, if they are few, by the first. */
  private static List<Bar> bars(PathPoint point) {
    List<Bar> bars = new ArrayList<>();
    point.total().forEach((kind, i) -> bars.add(bar("whole · " + kind, kind, i)));
    for (int h = 1; showsSteps(point) && h <= point.steps().size(); h++) {
      IntervalKind first = point.total().keySet().iterator().next();
      bars.add(bar("step " + h + " · " + first, first, point.steps().get(h - 1)));
    }
    return bars;
  }

  private static boolean showsSteps(PathPoint point) {
    return !point.steps().isEmpty() && point.steps().size() <= EvaluationPage.MANY;
  }

  private static Bar bar(String label, IntervalKind kind, Interval i) {
    return new Bar(label, kind.toString(), i.lower(), i.estimate(), i.upper());
  }

  /** All frames have the same axis, so that it is the intervals that move. */
  private static Map<String, Object> axis(double low, double high) {
    Map<String, Object> axis = Options.across(IntervalChart.Scale.EFFECT.axis());
    double unit = Math.pow(10, Math.floor(Math.log10(Math.max(high - low, 1e-12)))) / 2;
    axis.put("min", Math.floor(low / unit) * unit);
    axis.put("max", Math.ceil(high / unit) * unit);
    return axis;
  }

  private static Table numbers(List<PathPoint> path) {
    List<List<Object>> rows = new ArrayList<>();
    for (PathPoint point : path) {
      point
          .total()
          .forEach(
              (kind, i) ->
                  rows.add(
                      List.of(
                          point.lambda(), kind.toString(), i.estimate(), i.lower(), i.upper())));
    }
    return new Table(
        "path-numbers",
        "The whole effect by share",
        List.of("share", "interval", "estimate", "lower", "upper"),
        rows);
  }
}
