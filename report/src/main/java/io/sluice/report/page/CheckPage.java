package io.sluice.report.page;

import io.sluice.assumptions.StepShift;
import io.sluice.fit.BadLogException;
import io.sluice.fit.CheckResult;
import io.sluice.mdp.StepWords;
import io.sluice.report.HistoryWords;
import io.sluice.report.Numbers;
import io.sluice.report.json.CheckJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Is the log usable, and is it a bandit or a planning problem? The answer to look at. */
public final class CheckPage {
  private static final String TITLE = "What is in this log, and what is wrong with it?";

  private CheckPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(CheckResult answer, CheckDetails details, String command) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("In short", List.of(new Verdicts(verdicts(answer)))));
    if (!answer.shift().isEmpty()) {
      sections.add(ShiftSections.steps(answer));
      sections.add(ShiftSections.pairs(details));
    }
    sections.add(AssumptionSection.of(answer.assumptions(), List.of()));
    sections.add(LogSections.visits(details));
    sections.add(LogSections.calibration(answer, details.actions()));
    sections.add(LogSections.overlap(answer, details.actions()));
    sections.add(LogSections.rewards(answer, details.rewards()));
    sections.add(Warnings.section(answer.warnings(), advice(answer), "using it"));
    return new Page(
        TITLE,
        Numbers.say(
            "%s, %s, %s, %s, %s; mean return %s.",
            Numbers.counted(answer.rows(), "row"),
            Numbers.counted(answer.episodes(), "episode"),
            Numbers.counted(answer.horizon(), "step"),
            Numbers.counted(answer.states(), "state"),
            Numbers.counted(answer.actions(), "action"),
            Numbers.shown(answer.meanReturn())),
        sections,
        Json.text(CheckJson.of(answer)),
        Foot.of(answer.provenance(), command));
  }

  /** Of a log that cannot be used. */
  public static Page of(BadLogException bad, String command) {
    List<Verdict> errors = new ArrayList<>();
    bad.errors().forEach(error -> errors.add(new Verdict(Tone.BAD, error)));
    if (bad.total() > bad.errors().size()) {
      errors.add(
          new Verdict(
              Tone.NOTE,
              Numbers.say("and %,d more, left out here", bad.total() - bad.errors().size())));
    }
    return new Page(
        TITLE,
        "This log cannot be used as it is: %s.".formatted(Numbers.counted(bad.total(), "error")),
        List.of(new Section("Errors", List.of(new Verdicts(errors)))),
        Json.text(CheckJson.of(bad)),
        Foot.of("Nothing was counted.", command));
  }

  private static List<Verdict> verdicts(CheckResult answer) {
    List<Verdict> all = new ArrayList<>();
    all.add(new Verdict(Tone.GOOD, "Every row can be read: no errors."));
    all.addAll(problem(answer));
    answer
        .calibration()
        .ifPresent(
            c ->
                all.add(
                    c.pooled().alarm() && c.disagreeing().isEmpty()
                        ? new Verdict(
                            Tone.BAD,
                            "Action probabilities disagree with the actions, over all states: %s."
                                .formatted(c.pooled().worst()))
                        : c.checked() == 0
                            ? new Verdict(
                                Tone.OPEN,
                                "Action probabilities were not checked: no state has enough rows.")
                            : c.disagreeing().isEmpty()
                                ? new Verdict(
                                    Tone.GOOD,
                                    Numbers.say(
                                        "Action probabilities agree with the actions, in all %,d states checked.",
                                        c.checked()))
                                : new Verdict(
                                    Tone.BAD,
                                    Numbers.say(
                                        "Action probabilities disagree with the actions in %,d of %,d states checked.",
                                        c.disagreeing().size(), c.checked()))));
    all.add(
        new Verdict(
            answer.pairs() == answer.possiblePairs() && answer.thin() < 0.1 ? Tone.GOOD : Tone.OPEN,
            Numbers.say(
                "%,d of %,d (state, action) pairs were seen, %s of them fewer than 10 times.",
                answer.pairs(), answer.possiblePairs(), Numbers.shortPercent(answer.thin()))));
    return all;
  }

  private static List<Verdict> problem(CheckResult answer) {
    List<Integer> planning = steps(answer, StepShift.Verdict.PLANNING);
    List<Integer> open = steps(answer, StepShift.Verdict.CANNOT_TELL);
    List<Verdict> all = new ArrayList<>();
    if (!planning.isEmpty()) {
      all.add(
          new Verdict(
              Tone.NOTE,
              "A planning problem: actions move the next state at %s."
                  .formatted(StepWords.of(planning))));
    }
    if (!open.isEmpty()) {
      String needed =
          answer.shift().stream()
              .map(answer::episodesNeeded)
              .flatMapToLong(OptionalLong::stream)
              .max()
              .stream()
              .mapToObj(
                  n ->
                      Numbers.say(
                          " If they do not, about %,d episodes would show it.", Numbers.roughly(n)))
              .findFirst()
              .orElse("");
      all.add(
          new Verdict(
              Tone.OPEN,
              "Cannot tell yet whether actions move the next state at %s.%s"
                  .formatted(StepWords.of(open), needed)));
    }
    if (planning.isEmpty() && open.isEmpty()) {
      all.add(
          new Verdict(
              Tone.NOTE,
              answer.shift().isEmpty()
                  ? "A bandit: nothing follows a decision."
                  : "A bandit: at no step do actions move the next state by %s or more, by the 95%% upper bound."
                      .formatted(Numbers.trimmed(answer.shiftTolerance()))));
    }
    return all;
  }

  private static List<Integer> steps(CheckResult answer, StepShift.Verdict verdict) {
    return answer.shift().stream()
        .filter(s -> answer.verdict(s) == verdict)
        .map(StepShift::step)
        .toList();
  }

  private static List<String> advice(CheckResult answer) {
    List<String> advice = new ArrayList<>();
    answer.history().ifPresent(tried -> advice.add(HistoryWords.of(answer, tried)));
    if (answer.calibration().map(c -> !c.agrees()).orElse(false)) {
      advice.add(
          "Correct the propensity column, or leave it out, so that probabilities are estimated and intervals allow for their error: wrong ones make every interval wrong.");
    }
    if (answer.provenance().behavior().equals("estimated")) {
      advice.add(
          "Log the probability of every action (a propensity column): every interval has to allow for estimating it.");
    }
    if (answer.thin() >= 0.1) {
      advice.add(
          "Many pairs have few rows: coarser states (--bins, or fewer columns) would be seen more often.");
    }
    return advice;
  }
}
