package io.sluice.report.json;

import io.sluice.baselines.Weights;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.FollowUps;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An evaluation for programs; {@code docs/json.md} is the contract. */
public final class EvaluationJson {
  private EvaluationJson() {}

  public static Map<String, Object> of(EvaluationResult answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("horizon", answer.horizon());
    json.put("episodes", answer.episodes());
    json.put("states", answer.states());
    json.put("actions", answer.actions());
    List<Object> steps = new ArrayList<>();
    for (StepAnswer step : answer.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      put(one, step.decision());
      one.put("limit", step.verdict().limit());
      one.put(
          "episodesNeeded",
          step.verdict().episodes().isPresent() ? step.verdict().episodes().getAsLong() : null);
      one.put("intervals", intervals(step.intervals()));
      steps.add(one);
    }
    json.put("steps", steps);
    Map<String, Object> total = new LinkedHashMap<>();
    put(total, answer.totalDecision());
    total.put("intervals", intervals(answer.total()));
    json.put("total", total);
    json.put("value", Map.of("intervals", intervals(answer.value())));
    json.put("behaviorValue", answer.behaviorValue());
    Map<String, Object> support = new LinkedHashMap<>();
    support.put("unsupported", answer.support().unsupported());
    support.put("unseenActions", answer.support().unseenActions());
    for (IntervalKind kind : List.of(IntervalKind.IPS, IntervalKind.SNIPS)) {
      Weights ofEpisodes = answer.weights().get(kind);
      if (ofEpisodes != null) {
        support.putAll(weights(ofEpisodes));
      }
    }
    Map<String, Object> weights = new LinkedHashMap<>();
    answer.weights().forEach((kind, w) -> weights.put(kind.toString(), weights(w)));
    if (!weights.isEmpty()) {
      support.put("weights", weights);
    }
    json.put("support", support);
    json.put("assumptions", AssumptionJson.of(answer.assumptions(), answer.stepWeights()));
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  /** The same with what else was asked. */
  public static Map<String, Object> of(EvaluationResult answer, FollowUps more) {
    Map<String, Object> json = of(answer);
    FollowUpJson.put(json, more);
    return json;
  }

  private static void put(Map<String, Object> json, Decision decision) {
    json.put("verdict", decision.verdict().kind().toString());
    json.put("decidedBy", decision.decidedBy().map(IntervalKind::toString).orElse(null));
    json.put("reason", decision.reason());
  }

  private static Map<String, Object> weights(Weights weights) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("effectiveSampleSize", weights.effectiveSampleSize());
    json.put("largestWeight", weights.largest());
    return json;
  }

  private static Map<String, Object> intervals(Map<IntervalKind, Interval> intervals) {
    Map<String, Object> json = new LinkedHashMap<>();
    intervals.forEach(
        (kind, interval) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("estimate", interval.estimate());
          one.put("lower", interval.lower());
          one.put("upper", interval.upper());
          interval
              .error()
              .ifPresent(
                  error -> {
                    one.put("standardError", error.value());
                    error.degreesOfFreedom().ifPresent(d -> one.put("degreesOfFreedom", d));
                  });
          List<Object> parts = new ArrayList<>();
          interval
              .parts()
              .forEach(
                  part -> {
                    Map<String, Object> p = new LinkedHashMap<>();
                    p.put("name", part.name());
                    p.put("formula", part.formula());
                    p.put("below", part.below());
                    p.put("above", part.above());
                    parts.add(p);
                  });
          one.put("parts", parts);
          Map<String, Object> delta = new LinkedHashMap<>();
          delta.put("inputs", interval.failure().inputs());
          delta.put("sampling", interval.failure().sampling());
          one.put("delta", delta);
          json.put(kind.toString(), one);
        });
    return json;
  }
}
