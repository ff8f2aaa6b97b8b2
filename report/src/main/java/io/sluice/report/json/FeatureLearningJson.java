package io.sluice.report.json;

import io.sluice.features.FeatureGain;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.LearningSample;
import io.sluice.features.PolicyRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was learned from feature columns, for programs. */
public final class FeatureLearningJson {
  private FeatureLearningJson() {}

  public static Map<String, Object> of(FeatureLearningResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("learner", result.learner());
    json.put("chosen", result.policy().map(p -> p.origin().learner()).orElse(null));
    json.put("keep", result.keep().orElse(null));
    json.put("episodes", result.episodes());
    json.put("learnedOn", result.learnedOn());
    json.put("judgedOn", result.judgedOn());
    json.put("sample", result.sample().map(FeatureLearningJson::sample).orElse(null));
    json.put("behaviorValue", result.behaviorValue());
    json.put("delta", result.delta());
    json.put("different", result.different());
    json.put(
        "candidates",
        result.candidates().stream()
            .map(
                c -> {
                  Map<String, @Nullable Object> one = new LinkedHashMap<>();
                  one.put("name", c.name());
                  one.put("judged", c.judged());
                  one.put("gain", gain(c.gain()));
                  one.put("like", c.like().orElse(null));
                  return one;
                })
            .toList());
    json.put(
        "steps",
        result.rollout().stream()
            .map(
                s -> {
                  Map<String, @Nullable Object> one = new LinkedHashMap<>();
                  one.put("step", s.step());
                  one.put("alone", gain(s.alone()));
                  one.put("onward", gain(s.onward()));
                  return one;
                })
            .toList());
    json.put("rules", rules(result.rules()));
    json.put("warnings", result.warnings());
    return json;
  }

  private static Map<String, Object> sample(LearningSample sample) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("drawn", sample.drawn());
    json.put("rows", sample.rows());
    json.put("episodes", sample.episodes());
    json.put("of", sample.of());
    json.put("share", sample.share());
    json.put("seed", sample.seed());
    return json;
  }

  /** The rules of a policy on a log. */
  public static List<Map<String, @Nullable Object>> rules(List<PolicyRule> rules) {
    return rules.stream()
        .map(
            r -> {
              Map<String, @Nullable Object> one = new LinkedHashMap<>();
              one.put("step", r.step());
              one.put("when", r.when());
              one.put("action", r.action());
              one.put("share", r.share());
              one.put("logged", number(r.logged()));
              one.put("gain", number(r.gain()));
              one.put("lower", number(r.gain() - r.half()));
              one.put("upper", number(r.gain() + r.half()));
              return one;
            })
        .toList();
  }

  private static @Nullable Object number(double value) {
    return Double.isNaN(value) ? null : (Object) value;
  }

  private static @Nullable Object gain(Optional<FeatureGain> gain) {
    if (gain.isEmpty()) {
      return null;
    }
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("judge", gain.get().judge());
    one.put("estimate", gain.get().estimate());
    one.put("error", gain.get().error());
    one.put("lower", gain.get().lower());
    return one;
  }
}
