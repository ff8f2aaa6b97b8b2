package io.sluice.cli;

import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.assumptions.StepShift;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.features.FeatureSettings;
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
        "%s intervals, %s on a basis that is %s, %s\n"
            .formatted(
                Numbers.percent(1 - answer.provenance().settings().delta()).replace(".0%", "%"),
                regressions(result),
                result.basis().equals("plain") ? "plain" : "chosen by prediction",
                Numbers.counted(result.folds(), "fold")));
    EvaluationText.body(text, answer, FeatureSettings.UNPROVEN);
    StateShiftText.append(text, result.shifts(), StepShift.TOLERANCE, answer.horizon());
    text.append("\nregressions, and the share of variance that they explain on other folds\n");
    for (StepFit step : result.steps()) {
      boolean last = step.step() == answer.horizon();
      text.append(
          "  step %-3s Q̂: %s, explains %s%s%s\n"
              .formatted(
                  step.step(),
                  form(step, result.folds()),
                  Numbers.percent(step.explained()),
                  Double.isNaN(step.fitted())
                      ? ""
                      : ", effect by it alone " + Numbers.signed(step.fitted()),
                  last
                      ? ""
                      : "; ω̂: %smean size %s, explains %s"
                          .formatted(
                              shiftForm(step, result.folds()),
                              Numbers.plain(step.shift()),
                              Numbers.percent(step.explainedShift()))));
    }
    weights(text, answer);
    return text.toString();
  }

  private static void weights(StringBuilder text, EvaluationResult answer) {
    text.append("\nweights of episodes up to each step; none is clipped\n");
    for (StepWeights step : answer.stepWeights()) {
      text.append(
          "  step %-3s effective sample size %s, largest weight %s, mean %s\n"
              .formatted(
                  step.step(),
                  Numbers.counted(Math.round(step.effectiveSampleSize()), "episode"),
                  Numbers.plain(step.largest()),
                  Numbers.plain(step.mean())));
    }
  }

  private static String regressions(FeatureResult result) {
    return switch (result.nuisance()) {
      case "ridge" -> "ridge regressions";
      case "boosted" ->
          "boosted trees by %s, held against ridge regressions".formatted(booster(result));
      default ->
          "boosted trees by %s or ridge regressions, whichever predict better out of fold,"
              .formatted(booster(result));
    };
  }

  private static String booster(FeatureResult result) {
    return result.booster().orElseThrow();
  }

  private static String form(StepFit step, int folds) {
    String linear =
        "%s, penalty %s"
            .formatted(
                Numbers.counted(step.functions(), "function"), Numbers.shown(step.penalty()));
    String trees = Numbers.counted(step.trees(), "tree");
    return step.boosted() == 0
        ? linear
        : step.boosted() == folds
            ? trees
            : "%s in %s of %s folds, %s".formatted(trees, step.boosted(), folds, linear);
  }

  private static String shiftForm(StepFit step, int folds) {
    return step.boostedShift() == 0
        ? ""
        : step.boostedShift() == folds
            ? "trees, "
            : "trees in %s of %s folds, ".formatted(step.boostedShift(), folds);
  }
}
