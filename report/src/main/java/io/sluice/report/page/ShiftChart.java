package io.sluice.report.page;

import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.CurveChart.Curve;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The shift of every step against its noise floor: bars, or curves where steps are many. */
final class ShiftChart {
  private static final IntervalChart.Scale SHIFT =
      new IntervalChart.Scale("shift, 0 to 1", "shift", OptionalDouble.empty());

  private ShiftChart() {}

  record Step(int step, double shift, double noise) {}

  /**
   * @param numbers the same as a table
   */
  static Chart of(List<Step> steps, Table numbers) {
    String caption = "Shift of every step against what chance alone would make.";
    if (steps.size() <= EvaluationPage.MANY) {
      List<Bar> bars =
          steps.stream()
              .map(s -> new Bar("step " + s.step, "noise floor", 0, s.shift, s.noise))
              .toList();
      return IntervalChart.of("shift", caption, bars, SHIFT, numbers);
    }
    return CurveChart.of(
        "shift",
        caption,
        List.of(
            new Curve("shift", points(steps, Step::shift), false),
            new Curve("noise floor", points(steps, Step::noise), true)),
        "step",
        "shift, 0 to 1",
        numbers);
  }

  private static List<CurveChart.Point> points(List<Step> steps, ToDoubleFunction<Step> of) {
    return steps.stream()
        .map(
            s -> {
              double y = of.applyAsDouble(s);
              return new CurveChart.Point(s.step, y, y, y);
            })
        .toList();
  }
}
