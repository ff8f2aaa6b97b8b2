package io.sluice.report.page;

import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What makes intervals as wide as they are, and in plain words. */
final class WidthSection {
  private WidthSection() {}

  /**
   * @param all how many steps there are, shown or not
   */
  static Section of(List<StepAnswer> steps, int all) {
    StackedChart bars = new StackedChart();
    Set<Part> formulas = new LinkedHashSet<>();
    List<List<Object>> rows = new ArrayList<>();
    for (StepAnswer step : steps) {
      for (Map.Entry<IntervalKind, Interval> one : step.intervals().entrySet()) {
        bars.bar("step " + step.step() + " · " + one.getKey());
        for (Part part : one.getValue().parts()) {
          bars.add(part.name(), part.below() + part.above());
          formulas.add(part.scaled(0, 0));
          rows.add(
              List.of(
                  step.step(),
                  one.getKey().toString(),
                  part.name(),
                  part.formula(),
                  part.below(),
                  part.above()));
        }
      }
    }
    String shown =
        steps.size() < all
            ? Numbers.say(" The %s steps with the largest effects, of %s.", steps.size(), all)
            : "";
    Table numbers =
        new Table(
            "widths-numbers",
            "Parts of the width",
            List.of("step", "interval", "part", "formula", "below", "above"),
            rows);
    return Section.of(
        "Where the width comes from",
        Words.of(
            "What makes each interval as wide as it is. The largest part is what more data should go for."),
        bars.chart("widths", "Width of every interval by its parts." + shown, "width", numbers),
        meanings(formulas));
  }

  private static Table meanings(Set<Part> parts) {
    List<List<Object>> rows = new ArrayList<>();
    parts.forEach(p -> rows.add(List.of(p.name(), p.source().meaning(), p.formula())));
    return new Table(
        "width-words", "What the parts are", List.of("part", "in words", "formula"), rows);
  }
}
