package io.sluice.report.page;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.report.Findings;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import java.util.ArrayList;
import java.util.List;

/** What intervals rest on, and what the log says about it. */
final class AssumptionSection {
  private AssumptionSection() {}

  /**
   * @param weights importance weights up to each step, if a policy is judged
   */
  static Section of(Assumptions assumptions, List<StepWeights> weights) {
    List<Block> blocks = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Finding f : assumptions.contradicted()) {
      verdicts.add(
          new Verdict(
              Tone.BAD,
              "The log contradicts that %s. %s".formatted(f.assumption().claim(), f.advice())));
    }
    if (verdicts.isEmpty()) {
      verdicts.add(new Verdict(Tone.GOOD, "The log contradicts none of these assumptions."));
    }
    blocks.add(new Verdicts(verdicts));
    List<List<Object>> rows = new ArrayList<>();
    for (Finding f : assumptions.worstFirst()) {
      rows.add(
          List.of(f.assumption().claim(), f.verdict().toString(), Findings.words(f), f.advice()));
    }
    blocks.add(
        new Table(
            "assumptions",
            "What intervals rest on, and what the log says about it",
            List.of("assumption", "verdict", "found", "what to do"),
            rows));
    if (!weights.isEmpty()) {
      List<List<Object>> steps = new ArrayList<>();
      for (StepWeights w : weights) {
        steps.add(List.of(w.step(), w.effectiveSampleSize(), w.largest(), w.mean()));
      }
      blocks.add(
          new Table(
              "step-weights",
              "Importance weights of episodes up to each step; their mean should be 1",
              List.of("step", "effective sample size", "largest weight", "mean weight"),
              steps));
    }
    return new Section("What the numbers rest on", blocks);
  }
}
