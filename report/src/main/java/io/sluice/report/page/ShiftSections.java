package io.sluice.report.page;

import io.sluice.assumptions.StepShift;
import io.sluice.fit.CheckResult;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.CurveChart.Curve;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How far actions move the next state: by step, and by state and action. */
final class ShiftSections {
  private static final IntervalChart.Scale SHIFT =
      new IntervalChart.Scale("shift, 0 to 1", "shift", OptionalDouble.empty());

  private ShiftSections() {}

  static Section steps(CheckResult answer) {
    List<StepShift> steps = answer.shift();
    List<List<Object>> rows = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    List<CurveChart.Point> shift = new ArrayList<>();
    List<CurveChart.Point> noise = new ArrayList<>();
    for (StepShift s : steps) {
      double upper = s.bound().upper();
      String verdict = answer.verdict(s).toString();
      rows.add(
          List.of(s.step(), s.shift(), s.noise(), upper, s.banditShare(), s.pValue(), verdict));
      bars.add(new Bar("step " + s.step(), "noise floor", 0, s.shift(), s.noise()));
      shift.add(new CurveChart.Point(s.step(), s.shift(), s.shift(), s.shift()));
      noise.add(new CurveChart.Point(s.step(), s.noise(), s.noise(), s.noise()));
    }
    Table numbers =
        new Table(
            "shift-numbers",
            "Bandit or planning, step by step",
            List.of(
                "step",
                "shift",
                "noise",
                "at most (95%)",
                "bandit-like decisions",
                "p-value",
                "verdict"),
            rows);
    String caption = "Shift of every step against what chance alone would make.";
    Chart chart =
        steps.size() <= EvaluationPage.MANY
            ? IntervalChart.of("shift", caption, bars, SHIFT, numbers)
            : CurveChart.of(
                "shift",
                caption,
                List.of(new Curve("shift", shift, false), new Curve("noise floor", noise, true)),
                "step",
                "shift, 0 to 1",
                numbers);
    return Section.of(
        "Bandit or planning?",
        Words.of(
            Numbers.say(
                "Shift: how far actions move the next state, the mean of ½‖P̂(·|x,a) − P̂(·|x)‖₁ over decisions. Randomly assigned actions"
                    + " would show the noise floor. A step is planning if its shift cannot be chance. It is a bandit if the shift is, by its 95%% upper bound, below %s:"
                    + " then next to nothing is carried to later steps. Otherwise the log cannot tell yet.",
                Numbers.trimmed(answer.shiftTolerance()))),
        chart);
  }

  static Section pairs(CheckDetails details) {
    List<List<Object>> rows = new ArrayList<>();
    for (CheckDetails.Pair p : details.pairs()) {
      rows.add(List.of(p.state(), p.action(), p.rows(), p.shift(), p.noise()));
    }
    Table numbers =
        new Table(
            "pairs",
            "Shift by state and action, those that move most decisions beyond chance first",
            List.of("state", "action", "rows", "shift", "noise"),
            rows,
            details.allPairs());
    return Section.of(
        "Which actions move the next state, and where?",
        HeatChart.of(
            "pair-shift",
            Numbers.say(
                "Shift by state and action, over all steps: %s and %s, those first that move most decisions beyond chance.",
                Numbers.shownOf(details.shift().rows().size(), details.shift().allRows(), "states"),
                Numbers.shownOf(
                    details.shift().columns().size(), details.shift().allColumns(), "actions")),
            details.shift(),
            "action",
            numbers));
  }
}
