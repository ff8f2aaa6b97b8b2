package io.sluice.report.json;

import io.sluice.fit.CertifiedResult;
import io.sluice.fit.Difference;
import io.sluice.fit.JudgeUse;
import io.sluice.fit.LearningResult;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Appraisal.Outcome;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Gain;
import io.sluice.selection.PartialRollout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A learned policy and its certificate, for programs; {@code docs/json.md} is the contract. */
public final class LearningJson {
  /** How many differences from the logged policy are listed. */
  private static final int LARGEST = 20;

  private LearningJson() {}

  /**
   * @param policyFile where the policy was written, unless the answer is to keep the current policy
   */
  public static Map<String, Object> of(LearningResult answer, Path policyFile) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("learner", answer.learner());
    json.put("value", answer.value());
    Map<String, Object> bounds = new LinkedHashMap<>();
    bounds.put("lower", answer.lower());
    bounds.put("upper", answer.upper());
    json.put("bounds", bounds);
    json.put("behaviorValue", answer.behaviorValue());
    json.put("policyFile", answer.keep().isPresent() ? null : policyFile.toString());
    json.put("keep", answer.keep().orElse(null));
    json.put("certificate", answer.certificate().map(LearningJson::json).orElse(null));
    json.put("changed", answer.changed());
    List<Object> differences = new ArrayList<>();
    for (Difference d : answer.differences().largest(LARGEST)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", d.step());
      one.put("state", d.state());
      one.put("action", d.action());
      one.put("share", d.share());
      one.put("loggedProbability", d.loggedProbability());
      one.put("visits", d.visits());
      differences.add(one);
    }
    json.put("differences", differences);
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> json(CertifiedResult certificate) {
    CertifiedChoice choice = certificate.choice();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("guarantee", certificate.guarantee().toString());
    json.put("nominal", certificate.nominal().isPresent());
    json.put("learnedOn", certificate.learnedOn());
    json.put("judgedOn", certificate.judgedOn());
    List<Object> judges = new ArrayList<>();
    for (JudgeUse judge : certificate.judges()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", judge.name());
      one.put("delta", judge.delta());
      one.put("refused", judge.reason().orElse(null));
      judges.add(one);
    }
    json.put("judges", judges);
    json.put("chosen", choice.chosen().map(a -> a.candidate().name()).orElse(null));
    json.put("lower", choice.certified().map(Gain::lower).orElse(0.0));
    json.put("judge", certificate.judge().orElse(null));
    json.put("delta", choice.delta());
    json.put("different", choice.different());
    List<Object> candidates = new ArrayList<>();
    for (Appraisal a : choice.appraisals()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", a.candidate().name());
      one.put("learner", a.candidate().learner().learnerName());
      one.put("scale", a.candidate().scale());
      one.put("judge", a.gain().map(Gain::judge).orElse(null));
      one.put("estimate", a.gain().map(Gain::estimate).orElse(null));
      one.put("lower", a.gain().map(Gain::lower).orElse(null));
      one.put("outcome", a.outcome().toString());
      one.put("sameAs", a.outcome() == Outcome.SAME ? a.likeIt().name() : null);
      candidates.add(one);
    }
    json.put("candidates", candidates);
    json.put("rollout", certificate.rollout().map(LearningJson::json).orElse(null));
    return json;
  }

  private static Map<String, Object> json(PartialRollout rollout) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("candidate", rollout.of().name());
    json.put("delta", rollout.delta());
    List<Object> steps = new ArrayList<>();
    for (PartialRollout.Step step : rollout.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("alone", json(step.alone()));
      one.put("worthChangingAlone", step.isWorthChangingAlone());
      one.put("onward", json(step.onward()));
      steps.add(one);
    }
    json.put("steps", steps);
    return json;
  }

  private static Map<String, Object> json(Gain gain) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("estimate", gain.estimate());
    json.put("lower", gain.lower());
    return json;
  }
}
