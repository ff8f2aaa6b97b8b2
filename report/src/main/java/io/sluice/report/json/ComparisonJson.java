package io.sluice.report.json;

import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A comparison of policies for programs; {@code docs/json.md} is the contract. */
public final class ComparisonJson {
  private ComparisonJson() {}

  public static Map<String, Object> of(ComparisonResult answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("horizon", answer.horizon());
    json.put("episodes", answer.episodes());
    json.put("states", answer.states());
    json.put("actions", answer.actions());
    json.put("policies", answer.policies());
    json.put("interval", answer.interval().toString());
    json.put("critical", answer.critical());
    json.put("alone", answer.alone());
    json.put("draws", answer.draws());
    List<Object> effects = new ArrayList<>();
    answer.effects().forEach(one -> effects.add(of(one)));
    json.put("effects", effects);
    json.put("behaviorValue", answer.behaviorValue());
    List<Object> judged = new ArrayList<>();
    answer
        .assumptions()
        .forEach(
            (name, found) -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("policy", name);
              one.put("assumptions", AssumptionJson.of(found));
              judged.add(one);
            });
    json.put("judged", judged);
    if (!answer.segments().isEmpty()) {
      List<Object> segments = new ArrayList<>();
      for (int p = 0; p < answer.segments().size(); p++) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("policy", answer.policies().get(p));
        one.putAll(FollowUpJson.of(answer.segments().get(p)));
        segments.add(one);
      }
      json.put("segments", segments);
    }
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> of(Effects effects) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", effects.step().isPresent() ? effects.step().getAsInt() : null);
    json.put("best", effects.best());
    List<Object> policies = new ArrayList<>();
    for (Entry entry : effects.policies()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("policy", entry.policy());
      numbers(one, entry.estimate(), entry.lower(), entry.upper(), entry.standardError());
      one.put("verdict", entry.verdict().toString());
      one.put("reason", entry.reason());
      policies.add(one);
    }
    json.put("policies", policies);
    List<Object> pairs = new ArrayList<>();
    for (Pair pair : effects.pairs()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("first", pair.first());
      one.put("second", pair.second());
      numbers(one, pair.estimate(), pair.lower(), pair.upper(), pair.standardError());
      one.put("ofIndependent", pair.ofIndependent());
      one.put("verdict", pair.verdict().toString());
      one.put("reason", pair.reason());
      pairs.add(one);
    }
    json.put("pairs", pairs);
    return json;
  }

  private static void numbers(
      Map<String, Object> json, double estimate, double lower, double upper, double error) {
    json.put("estimate", estimate);
    json.put("lower", lower);
    json.put("upper", upper);
    json.put("standardError", error);
  }
}
