package io.sluice.cli;

import io.sluice.features.FeatureCheck;
import io.sluice.report.Numbers;

/** What a log with feature columns is like, for people. */
final class FeatureCheckText {
  private FeatureCheckText() {}

  static String of(FeatureCheck answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s, %s, %s, %s\n"
            .formatted(
                Numbers.counted(answer.rows(), "row"),
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                Numbers.counted(answer.columns().size(), "feature"),
                Numbers.counted(answer.actions().size(), "action")));
    text.append(
        "rewards seen: %s to %s; mean return %s; %s of episodes end early\n"
            .formatted(
                Numbers.asWritten(answer.rewards().get(0)),
                Numbers.asWritten(answer.rewards().get(1)),
                Numbers.plain(answer.meanReturn()),
                Numbers.percent(answer.ended())));
    text.append("actions: %s\n".formatted(String.join(", ", answer.actions())));
    text.append(
        "logged policy: %s%s\n"
            .formatted(
                answer.provenance().behavior(), effectiveSampleSize(answer.effectiveShare())));
    text.append("\ncolumns\n");
    for (FeatureCheck.Column c : answer.columns()) {
      text.append(
          "  %-20s %s%s\n"
              .formatted(
                  c.name(),
                  Double.isNaN(c.mean())
                      ? "category, " + Numbers.counted(c.levels(), "level")
                      : "number, mean %s, standard deviation %s, %s to %s"
                          .formatted(
                              Numbers.shown(c.mean()),
                              Numbers.shown(c.spread()),
                              Numbers.shown(c.least()),
                              Numbers.shown(c.most())),
                  c.missing() == 0 ? "" : "; missing in " + Numbers.percent(c.missing())));
    }
    StateShiftText.append(text, answer.shifts(), answer.shiftTolerance(), answer.horizon());
    AssumptionText.append(text, answer.assumptions());
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  /** Propensities have to be logged for it. */
  private static String effectiveSampleSize(double share) {
    return Double.isNaN(share)
        ? ""
        : "; effective sample size for a uniform choice at one step: " + Numbers.percent(share);
  }
}
