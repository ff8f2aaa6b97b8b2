package io.sluice.report.page;

import io.sluice.assumptions.StepShift;
import io.sluice.fit.CheckResult;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;

/** How far actions move the next state: by step, and by state and action. */
final class ShiftSections {
  private ShiftSections() {}

  static Section steps(CheckResult answer) {
    List<StepShift> steps = answer.shift();
    List<List<Object>> rows = new ArrayList<>();
    List<ShiftChart.Step> drawn = new ArrayList<>();
    for (StepShift s : steps) {
      double upper = s.bound().upper();
      String verdict = answer.verdict(s).toString();
      rows.add(
          List.of(s.step(), s.shift(), s.noise(), upper, s.banditShare(), s.pValue(), verdict));
      drawn.add(new ShiftChart.Step(s.step(), s.shift(), s.noise()));
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
    return Section.of(
        "Bandit or planning?",
        Words.of(
            Numbers.say(
                "Shift: how far actions move the next state, the mean of ½‖P̂(·|x,a) − P̂(·|x)‖₁ over decisions. Randomly assigned actions"
                    + " would show the noise floor. A step is planning if its shift cannot be chance. It is a bandit if the shift is, by its 95%% upper bound, below %s:"
                    + " then next to nothing is carried to later steps. Otherwise the log cannot tell yet.",
                Numbers.trimmed(answer.shiftTolerance()))),
        ShiftChart.of(drawn, numbers));
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
