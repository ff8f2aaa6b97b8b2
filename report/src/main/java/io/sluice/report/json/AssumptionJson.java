package io.sluice.report.json;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest.StepWeights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a log says about assumptions, for programs; {@code docs/json.md} is the contract. */
final class AssumptionJson {
  private AssumptionJson() {}

  static Map<String, Object> of(Assumptions assumptions) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (Finding finding : assumptions.findings()) {
      json.put(finding.assumption().toString(), of(finding));
    }
    return json;
  }

  /** The same, with the weights up to each step. */
  static Map<String, Object> of(Assumptions assumptions, List<StepWeights> weights) {
    Map<String, Object> json = of(assumptions);
    List<Object> steps = new ArrayList<>();
    for (StepWeights step : weights) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("effectiveSampleSize", step.effectiveSampleSize());
      one.put("largestWeight", step.largest());
      one.put("meanWeight", step.mean());
      steps.add(one);
    }
    Map<String, Object> overlap = of(assumptions.of(Assumption.OVERLAP));
    overlap.put("steps", steps);
    json.put(Assumption.OVERLAP.toString(), overlap);
    return json;
  }

  private static Map<String, Object> of(Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("verdict", finding.verdict().toString());
    json.put(
        "statistic", finding.statistic().isPresent() ? finding.statistic().getAsDouble() : null);
    json.put("figure", finding.figure());
    json.put("level", finding.level().isPresent() ? finding.level().getAsDouble() : null);
    json.put("advice", finding.advice());
    return json;
  }
}
