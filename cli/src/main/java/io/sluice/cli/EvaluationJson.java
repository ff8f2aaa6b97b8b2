package io.sluice.cli;

import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.EvaluationAnswer.StepAnswer;
import io.sluice.answers.Provenance;
import io.sluice.interval.Interval;
import io.sluice.rivals.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An evaluation for programs; {@code docs/json.md} is the contract. */
final class EvaluationJson {
  private EvaluationJson() {}

  static Map<String, Object> of(EvaluationAnswer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("horizon", answer.horizon());
    json.put("episodes", answer.episodes());
    json.put("states", answer.states());
    json.put("actions", answer.actions());
    List<Object> steps = new ArrayList<>();
    for (StepAnswer step : answer.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("verdict", step.verdict().kind().toString());
      one.put("limit", step.verdict().limit());
      one.put(
          "episodesNeeded",
          step.verdict().episodes().isPresent() ? step.verdict().episodes().getAsLong() : null);
      one.put("intervals", intervals(step.intervals()));
      steps.add(one);
    }
    json.put("steps", steps);
    json.put("total", Map.of("intervals", intervals(answer.total())));
    json.put("value", Map.of("intervals", intervals(answer.value())));
    json.put("behaviorValue", answer.behaviorValue());
    Map<String, Object> support = new LinkedHashMap<>();
    support.put("unsupported", answer.support().unsupported());
    support.put("unseenActions", answer.support().unseenActions());
    for (String name : List.of("ips", "snips")) {
      if (answer.weights().containsKey(name)) {
        support.putAll(weights(answer.weights().get(name)));
      }
    }
    Map<String, Object> weights = new LinkedHashMap<>();
    answer.weights().forEach((name, w) -> weights.put(name, weights(w)));
    if (!weights.isEmpty()) {
      support.put("weights", weights);
    }
    json.put("support", support);
    json.put("warnings", answer.warnings());
    json.put("provenance", provenance(answer.provenance()));
    return json;
  }

  private static Map<String, Object> weights(Weights weights) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("effectiveSampleSize", weights.effectiveSampleSize());
    json.put("largestWeight", weights.largest());
    return json;
  }

  private static Map<String, Object> intervals(Map<String, Interval> intervals) {
    Map<String, Object> json = new LinkedHashMap<>();
    intervals.forEach(
        (name, interval) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("estimate", interval.estimate());
          one.put("lower", interval.lower());
          one.put("upper", interval.upper());
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
          json.put(name, one);
        });
    return json;
  }

  static Map<String, Object> provenance(Provenance from) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", from.version());
    json.put("input", from.input());
    json.put("behavior", from.behavior());
    json.put("delta", from.settings().delta());
    json.put("model", from.settings().pooling().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.put("bonus", from.settings().bonus().toString());
    json.put("bonusScale", from.settings().scale());
    json.put(
        "declaredStates",
        from.settings().states().isPresent() ? from.settings().states().getAsInt() : null);
    json.put("shift", from.settings().shift().estimate().toString());
    json.put(
        "exogenous",
        from.settings().shift().everywhere()
            ? "all"
            : List.copyOf(from.settings().shift().exogenous()));
    json.put("variance", from.settings().variance().name().toLowerCase(Locale.ROOT));
    json.put("seed", from.settings().seed());
    json.put("rewardRange", List.of(from.rewardLow(), from.rewardHigh()));
    json.put("bins", from.bins());
    return json;
  }
}
