package io.sluice.report.json;

import io.sluice.features.FeatureCheck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a log with feature columns is like, for programs; {@code docs/json.md} is the contract. */
public final class FeatureCheckJson {
  private FeatureCheckJson() {}

  public static Map<String, Object> of(FeatureCheck answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", answer.rows());
    json.put("episodes", answer.episodes());
    json.put("horizon", answer.horizon());
    json.put("actions", answer.actions());
    json.put("endedEarly", answer.ended());
    json.put("rewardsSeen", answer.rewards());
    json.put("meanReturn", answer.meanReturn());
    json.put("effectiveShare", number(answer.effectiveShare()));
    json.put("columns", answer.columns().stream().map(FeatureCheckJson::column).toList());
    json.put("steps", answer.steps().stream().map(FeatureCheckJson::step).toList());
    json.put("shift", StateShiftJson.of(answer.shifts(), answer.shiftTolerance()));
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("errors", List.of());
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> column(FeatureCheck.Column column) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", column.name());
    json.put("levels", column.levels());
    json.put("missing", column.missing());
    json.put("mean", number(column.mean()));
    json.put("spread", number(column.spread()));
    json.put("least", number(column.least()));
    json.put("most", number(column.most()));
    return json;
  }

  private static @Nullable Double number(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static Map<String, Object> step(FeatureCheck.Step step) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", step.step());
    json.put("rows", step.rows());
    json.put("shares", step.shares());
    return json;
  }
}
