package io.sluice.report.json;

import io.sluice.assumptions.StepShift;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.fit.FollowUps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An evaluation on feature columns for programs; {@code docs/json.md} is the contract. */
public final class FeatureJson {
  private FeatureJson() {}

  public static Map<String, Object> of(FeatureResult result) {
    return of(result, FollowUps.NONE);
  }

  public static Map<String, Object> of(FeatureResult result, FollowUps more) {
    Map<String, Object> json = EvaluationJson.of(result.evaluation(), more);
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("columns", result.columns().stream().map(FeatureColumn::name).toList());
    features.put("basis", result.basis());
    features.put("nuisance", result.nuisance());
    features.put("booster", result.booster().orElse(null));
    features.put("folds", result.folds());
    List<Object> steps = new ArrayList<>();
    for (StepFit step : result.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("functions", step.functions());
      one.put("penalty", step.penalty());
      one.put("shift", step.shift());
      one.put("moved", step.moved());
      one.put("explained", step.explained());
      one.put("explainedShift", step.explainedShift());
      one.put("fitted", Double.isNaN(step.fitted()) ? null : step.fitted());
      one.put("boosted", step.boosted());
      one.put("trees", step.trees());
      one.put("boostedShift", step.boostedShift());
      steps.add(one);
    }
    features.put("steps", steps);
    features.put("shift", StateShiftJson.of(result.shifts(), StepShift.TOLERANCE));
    json.put("features", features);
    return json;
  }
}
