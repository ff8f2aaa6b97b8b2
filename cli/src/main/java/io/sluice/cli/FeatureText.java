package io.sluice.cli;

import io.sluice.assumptions.StepShift;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.fit.EvaluationResult;
import io.sluice.report.Numbers;

/** An evaluation on feature columns for people. */
final class FeatureText {
  private FeatureText() {}

  static String of(FeatureResult result) {
    EvaluationResult answer = result.evaluation();
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s, %s, %s; logged policy: %s, mean return %s\n"
            .formatted(
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                Numbers.counted(result.columns().size(), "feature"),
                Numbers.counted(answer.actions(), "action"),
                answer.provenance().behavior(),
                Numbers.plain(answer.behaviorValue())));
    text.append(
        "%s intervals, ridge regressions on a basis that is %s, %s\n"
            .formatted(
                Numbers.percent(1 - answer.provenance().settings().delta()).replace(".0%", "%"),
                result.basis().equals("plain") ? "plain" : "chosen by prediction",
                Numbers.counted(result.folds(), "fold")));
    EvaluationText.body(text, answer);
    StateShiftText.append(text, result.shifts(), StepShift.TOLERANCE, answer.horizon());
    text.append("\nregressions, and what they predict out of fold\n");
    for (StepFit step : result.steps()) {
      boolean last = step.step() == answer.horizon();
      text.append(
          "  step %-3s Q̂: %s, penalty %s, predicts %s%s%s\n"
              .formatted(
                  step.step(),
                  Numbers.counted(step.functions(), "function"),
                  Numbers.shown(step.penalty()),
                  Numbers.percent(step.explained()),
                  Double.isNaN(step.fitted())
                      ? ""
                      : ", alone says " + Numbers.signed(step.fitted()),
                  last
                      ? ""
                      : "; ω̂: mean size %s, predicts %s"
                          .formatted(
                              Numbers.plain(step.shift()),
                              Numbers.percent(step.explainedShift()))));
    }
    return text.toString();
  }
}
