package io.sluice.report.page;

import io.sluice.fit.EffectParts;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The effect of every step: by all intervals, and in its two parts. */
final class EffectSections {
  private EffectSections() {}

  static Section effects(List<StepAnswer> steps, double delta) {
    List<Map<IntervalKind, Interval>> lines = steps.stream().map(StepAnswer::intervals).toList();
    return Section.of(
        "Effects, step by step",
        Words.of(
            "α^(h): what leaving the logged policy at step h, and following the new one from there, does to the return."),
        chart(
            "effects",
            Numbers.say(
                "All intervals (%s) on one scale, step by step.", Numbers.shortPercent(1 - delta)),
            "Effect of leaving the logged policy at a step",
            "interval",
            lines));
  }

  static Section ledger(List<EffectParts> ledger, double delta, boolean estimated) {
    List<Map<String, Interval>> lines = new ArrayList<>();
    for (EffectParts line : ledger) {
      Map<String, Interval> parts = new LinkedHashMap<>();
      parts.put("immediate", line.immediate());
      parts.put("carried", line.carried());
      lines.add(parts);
    }
    return Section.of(
        "Now or later?",
        Words.of(
            "Immediate: the step's own reward. Carried: later rewards, through the next state that the step leads to."
                + " Where actions do not move the next state, nothing is carried and the step is a bandit."
                + (estimated
                    ? " The uncertainty of an estimated logged policy is included for the whole effect, not for its parts."
                    : "")),
        chart(
            "ledger",
            Numbers.say(
                "Immediate and carried part of each step's effect, with efficient %s intervals.",
                Numbers.shortPercent(1 - delta)),
            "The two parts of each effect",
            "part",
            lines));
  }

  /** A bar for everything, or curves where steps are many; step h at index h−1, by name. */
  private static Chart chart(
      String id,
      String caption,
      String title,
      String what,
      List<? extends Map<?, Interval>> steps) {
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    Map<String, List<CurveChart.Point>> curves = new LinkedHashMap<>();
    for (int h = 1; h <= steps.size(); h++) {
      for (Map.Entry<?, Interval> one : steps.get(h - 1).entrySet()) {
        String name = one.getKey().toString();
        Interval i = one.getValue();
        rows.add(List.of(h, name, i.estimate(), i.lower(), i.upper()));
        bars.add(new Bar("step " + h + " · " + name, name, i.lower(), i.estimate(), i.upper()));
        curves
            .computeIfAbsent(name, n -> new ArrayList<>())
            .add(new CurveChart.Point(h, i.estimate(), i.lower(), i.upper()));
      }
    }
    Table numbers =
        new Table(
            id + "-numbers", title, List.of("step", what, "estimate", "lower", "upper"), rows);
    if (steps.size() <= EvaluationPage.MANY) {
      return IntervalChart.of(id, caption, bars, IntervalChart.Scale.EFFECT, numbers);
    }
    List<CurveChart.Curve> all = new ArrayList<>();
    curves.forEach((name, points) -> all.add(new CurveChart.Curve(name, points, false)));
    return CurveChart.of(id, caption, all, "step", IntervalChart.Scale.EFFECT.axis(), numbers);
  }
}
