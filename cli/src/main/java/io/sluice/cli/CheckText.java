package io.sluice.cli;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Calibration;
import io.sluice.assumptions.StepShift;
import io.sluice.fit.CheckResult;
import io.sluice.report.HistoryWords;
import io.sluice.report.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** What a log is like, for people and for programs. */
final class CheckText {
  private CheckText() {}

  static String of(CheckResult answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s, %s, %s, %s\n"
            .formatted(
                Numbers.counted(answer.rows(), "row"),
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                Numbers.counted(answer.states(), "state"),
                Numbers.counted(answer.actions(), "action")));
    text.append(
        "rewards seen: %s to %s; mean return %s; %s of episodes end early\n"
            .formatted(
                Numbers.asWritten(answer.rewards().get(0)),
                Numbers.asWritten(answer.rewards().get(1)),
                Numbers.plain(answer.meanReturn()),
                Numbers.percent(answer.ended())));
    text.append(
        "coverage: %s of %s (state, action) pairs seen, %s of them fewer than 10 times\n"
            .formatted(
                Numbers.whole(answer.pairs()),
                Numbers.whole(answer.possiblePairs()),
                Numbers.percent(answer.thin())));
    text.append(
        "logged policy: %s; effective sample size for a uniform choice at one step: %s\n"
            .formatted(answer.provenance().behavior(), Numbers.percent(answer.effectiveShare())));
    text.append("action probabilities: ").append(calibration(answer)).append('\n');
    if (!answer.shift().isEmpty()) {
      text.append("\nbandit or planning? how far actions move the next state, 0 to 1\n");
      text.append("  step   shift   noise floor   95% upper bound   bandit-like decisions\n");
      List<StepShift> shown =
          LongHorizon.shown(
              answer.horizon(),
              answer.shift(),
              Comparator.comparingDouble(s -> s.noise() - s.shift()));
      for (StepShift step : shown) {
        text.append(
            "  %-6s %s   %s         %s            %s   %s\n"
                .formatted(
                    step.step(),
                    String.format(java.util.Locale.ROOT, "%.3f", step.shift()),
                    String.format(java.util.Locale.ROOT, "%.3f", step.noise()),
                    String.format(java.util.Locale.ROOT, "%.3f", step.bound().upper()),
                    String.format(
                        java.util.Locale.ROOT, "%6s", Numbers.percent(step.banditShare())),
                    words(answer, step)));
      }
      text.append("  %-6s nothing follows: a bandit\n".formatted(answer.horizon()));
      text.append(
          LongHorizon.verdicts(
              answer.horizon(),
              answer.shift(),
              StepShift::step,
              s -> answer.verdict(s).toString()));
      text.append(
          LongHorizon.rest(
              answer.horizon(), shown.size() + 1, "those with the largest shift beyond noise"));
    }
    AssumptionText.append(text, answer.assumptions());
    answer
        .history()
        .ifPresent(tried -> text.append("\n").append(HistoryWords.of(answer, tried)).append("\n"));
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static String calibration(CheckResult answer) {
    if (answer.calibration().isEmpty()) {
      return "not checked ("
          + (answer.provenance().behavior().equals("estimated")
              ? "they are the log's own frequencies)"
              : "they differ within states)");
    }
    Calibration c = answer.calibration().get();
    boolean sure = answer.assumptions().of(Assumption.PROPENSITIES).isContradicted();
    String ifSo = c.agrees() || sure ? "" : ", if rows are independent";
    return c.pooled().alarm() && c.disagreeing().isEmpty()
        ? "DISAGREE with the log (%s)%s".formatted(c.pooled().worst(), ifSo)
        : c.checked() == 0
            ? "not checked (no state has enough rows)"
            : c.disagreeing().isEmpty()
                ? "agree with the log, in " + Numbers.counted(c.checked(), "state") + " checked"
                : "DISAGREE with the log in %s of %s states checked%s"
                    .formatted(c.disagreeing().size(), c.checked(), ifSo);
  }

  private static String words(CheckResult answer, StepShift step) {
    return switch (answer.verdict(step)) {
      case PLANNING -> "planning: actions move the next state";
      case BANDIT ->
          "bandit: actions move the next state by less than "
              + Numbers.asWritten(answer.shiftTolerance());
      case CANNOT_TELL -> "cannot tell yet" + needed(answer, step);
    };
  }

  private static String needed(CheckResult answer, StepShift step) {
    OptionalLong needed = answer.episodesNeeded(step);
    return needed.isPresent()
        ? ": if actions move nothing, about %s would show it"
            .formatted(Numbers.counted(Numbers.roughly(needed.getAsLong()), "episode"))
        : step.bound().independent() ? "" : ": episodes are not independent";
  }
}
