package io.sluice.report.page;

import io.sluice.assumptions.StepShift.Verdict;
import io.sluice.features.StateShift;
import io.sluice.mdp.StepWords;
import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Words;
import io.sluice.report.page.IntervalChart.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** How far actions move the next state of a log with feature columns, and what they move. */
final class StateShiftSections {
  private static final IntervalChart.Scale CHANGE =
      new IntervalChart.Scale(
          "change of the next row, in standard deviations", "change", OptionalDouble.of(0));

  private StateShiftSections() {}

  static Section steps(List<StateShift> shifts, double tolerance) {
    List<List<Object>> rows = new ArrayList<>();
    List<ShiftChart.Step> drawn = new ArrayList<>();
    List<List<Object>> actions = new ArrayList<>();
    for (StateShift s : shifts) {
      rows.add(
          List.of(
              s.step(),
              s.shift(),
              s.noise(),
              s.upper(),
              s.gain(),
              s.t(),
              s.pValue(),
              s.verdict(tolerance).toString()));
      drawn.add(new ShiftChart.Step(s.step(), s.shift(), s.noise()));
      s.actions()
          .forEach(
              a -> actions.add(List.of(s.step(), a.action(), a.share(), a.shift(), a.noise())));
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
                "log-likelihood gain",
                "t",
                "p-value",
                "verdict"),
            rows);
    return Section.of(
        "Bandit or planning?",
        Words.of(
            Numbers.say(
                "Shift: how far actions move the next state, ½E Σ_a |P̂(a|x,x′) − π_b(a|x)|, which is how much the next state reveals about the action."
                    + " Actions drawn anew from the logged policy show the noise floor. A step is planning if, on folds that the classifier has not seen, the next state tells"
                    + " more about the action than chance does. It is a bandit if the shift is below %s by its 95%% upper bound, as far as functions of the columns show it."
                    + " Otherwise the log cannot tell yet.",
                Numbers.trimmed(tolerance))),
        ShiftChart.of(drawn, numbers),
        new Table(
            "action-shift",
            "Shift by action, over the decisions that are taken by it",
            List.of("step", "action", "share of decisions", "shift", "noise"),
            actions));
  }

  static Section moves(List<StateShift> shifts) {
    List<Bar> bars = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (StateShift s : shifts) {
      for (StateShift.Move m : s.moves()) {
        rows.add(
            List.of(s.step(), m.column(), m.action(), m.change(), m.t(), m.clear() ? "yes" : "no"));
        if (m.clear() && s.step() <= EvaluationPage.MANY) {
          double half = m.t() == 0 ? 0 : 1.959964 * Math.abs(m.change() / m.t());
          bars.add(
              new Bar(
                  "step %s · %s by %s".formatted(s.step(), m.column(), m.action()),
                  "95% interval",
                  m.change() - half,
                  m.change(),
                  m.change() + half));
        }
      }
    }
    Table numbers =
        new Table(
            "move-numbers",
            "What actions do to the next row, against the logged policy in the same states, clearest first",
            List.of("step", "column", "action", "change", "t", "beyond chance"),
            rows);
    String title = "Which columns move, and which actions move them?";
    return bars.isEmpty()
        ? Section.of(title, Words.of("No column moves beyond chance."), numbers)
        : Section.of(
            title,
            IntervalChart.of(
                "moves",
                "Columns of the next row that actions move beyond chance, all columns and actions of a step tested together: levels and the end of an episode as shares.",
                bars,
                CHANGE,
                numbers));
  }

  /** In a sentence or two. */
  static List<Block.Verdict> verdicts(List<StateShift> shifts, double tolerance, int horizon) {
    List<Block.Verdict> all = new ArrayList<>();
    List<Integer> planning = steps(shifts, tolerance, Verdict.PLANNING);
    List<Integer> open = steps(shifts, tolerance, Verdict.CANNOT_TELL);
    if (!planning.isEmpty()) {
      all.add(
          new Block.Verdict(
              Tone.NOTE,
              "A planning problem: actions move the next state at %s."
                  .formatted(StepWords.of(planning))));
    }
    if (!open.isEmpty()) {
      OptionalLong needed =
          shifts.stream()
              .map(s -> s.episodesNeeded(tolerance))
              .flatMapToLong(OptionalLong::stream)
              .max();
      all.add(
          new Block.Verdict(
              Tone.OPEN,
              "Cannot tell yet whether actions move the next state at %s.%s"
                  .formatted(
                      StepWords.of(open),
                      needed.isPresent()
                          ? Numbers.say(
                              " If they do not, about %,d episodes would show it.",
                              Numbers.roughly(needed.getAsLong()))
                          : "")));
    }
    if (planning.isEmpty() && open.isEmpty() && (horizon == 1 || !shifts.isEmpty())) {
      all.add(
          new Block.Verdict(
              Tone.NOTE,
              horizon == 1
                  ? "A bandit: nothing follows a decision."
                  : "A bandit: at no step do actions move the next state by %s or more, as far as functions of the columns show it."
                      .formatted(Numbers.trimmed(tolerance))));
    }
    return all;
  }

  private static List<Integer> steps(List<StateShift> shifts, double tolerance, Verdict verdict) {
    return shifts.stream()
        .filter(s -> s.verdict(tolerance) == verdict)
        .map(StateShift::step)
        .toList();
  }
}
