package io.sluice.report.page;

import io.sluice.answers.CheckAnswer;
import io.sluice.answers.CheckDetails;
import io.sluice.answers.ShiftAnswer;
import io.sluice.logs.BadLogException;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import java.util.ArrayList;
import java.util.List;

/** Is the log usable, and is it a bandit or a planning problem? The answer to look at. */
public final class CheckPage {
  private static final String TITLE = "What is in this log, and what is wrong with it?";

  private CheckPage() {}

  /**
   * @param result the answer as {@code --format json} prints it
   * @param command what was typed
   */
  public static Page of(CheckAnswer answer, CheckDetails details, String result, String command) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("In short", List.of(new Verdicts(verdicts(answer)))));
    if (!answer.shift().isEmpty()) {
      sections.add(ShiftSections.steps(answer.shift()));
      sections.add(ShiftSections.pairs(details));
    }
    sections.add(LogSections.visits(details));
    sections.add(LogSections.calibration(answer, details.actions()));
    sections.add(LogSections.overlap(answer, details.actions()));
    sections.add(LogSections.rewards(answer, details.rewards()));
    sections.add(Warnings.section(answer.warnings(), advice(answer), "using it"));
    return new Page(
        TITLE,
        Figures.say(
            "%,d rows, %,d episodes, %,d steps, %,d states, %,d actions; mean return %s.",
            answer.rows(),
            answer.episodes(),
            answer.horizon(),
            answer.states(),
            answer.actions(),
            Figures.shown(answer.meanReturn())),
        sections,
        result,
        Foot.of(answer.provenance(), command));
  }

  /** Of a log that cannot be used. */
  public static Page of(BadLogException bad, String result, String command) {
    List<Verdict> errors = new ArrayList<>();
    bad.errors().forEach(error -> errors.add(new Verdict(Tone.BAD, error)));
    if (bad.total() > bad.errors().size()) {
      errors.add(
          new Verdict(
              Tone.NOTE,
              Figures.say("and %,d more, left out here", bad.total() - bad.errors().size())));
    }
    return new Page(
        TITLE,
        Figures.say("This log cannot be used as it is: %,d errors.", bad.total()),
        List.of(new Section("Errors", List.of(new Verdicts(errors)))),
        result,
        Foot.of("Nothing was counted.", command));
  }

  private static List<Verdict> verdicts(CheckAnswer answer) {
    List<Verdict> all = new ArrayList<>();
    all.add(new Verdict(Tone.GOOD, "Every row can be read: no errors."));
    all.add(problem(answer.shift()));
    answer
        .calibration()
        .ifPresent(
            c ->
                all.add(
                    c.disagreeing().isEmpty()
                        ? new Verdict(
                            Tone.GOOD,
                            Figures.say(
                                "Action probabilities agree with the actions, in all %,d states checked.",
                                c.checked()))
                        : new Verdict(
                            Tone.BAD,
                            Figures.say(
                                "Action probabilities disagree with the actions in %,d of %,d states checked.",
                                c.disagreeing().size(), c.checked()))));
    all.add(
        new Verdict(
            answer.pairs() == answer.possiblePairs() && answer.thin() < 0.1 ? Tone.GOOD : Tone.OPEN,
            Figures.say(
                "%,d of %,d (state, action) pairs were seen, %s of them fewer than 10 times.",
                answer.pairs(), answer.possiblePairs(), Figures.percent(answer.thin()))));
    return all;
  }

  private static Verdict problem(List<ShiftAnswer> shift) {
    List<String> planning =
        shift.stream()
            .filter(ShiftAnswer::isPlanning)
            .map(s -> Integer.toString(s.step()))
            .toList();
    return planning.isEmpty()
        ? new Verdict(Tone.NOTE, "A bandit: no sign at any step that actions move the next state.")
        : new Verdict(
            Tone.NOTE,
            planning.size() > EvaluationPage.MANY
                ? Figures.say(
                    "A planning problem: actions move the next state at %,d of %,d steps.",
                    planning.size(), shift.size() + 1)
                : "A planning problem: actions move the next state at step%s %s."
                    .formatted(planning.size() == 1 ? "" : "s", String.join(", ", planning)));
  }

  private static List<String> advice(CheckAnswer answer) {
    List<String> advice = new ArrayList<>();
    if (answer.calibration().map(c -> !c.disagreeing().isEmpty()).orElse(false)) {
      advice.add(
          "Correct the propensity column, or leave it out, so that probabilities are estimated and charged for: wrong ones make every interval wrong.");
    }
    if (answer.provenance().behavior().equals("estimated")) {
      advice.add(
          "Log the probability of every action (a propensity column): what is estimated is charged for in every interval.");
    }
    if (answer.thin() >= 0.1) {
      advice.add(
          "Many pairs have few rows: coarser states (--bins, or fewer columns) would be seen more often.");
    }
    return advice;
  }
}
