package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A verdict from the model stands only if {@code robust} agrees with it. */
class UnconfirmedVerdictTest {
  private static EvaluationResult evaluate(StressProblem problem, long seed) {
    Fit fit = Fit.of(problem.draw(seed).toLog());
    Judgment judgment = fit.judge(problem.evaluated(fit));
    return EvaluationResult.of(judgment, judgment.usualIntervals());
  }

  /**
   * What pays depends on the parity of all actions so far, which no pair of steps shows. At step 3
   * of this log {@code efficient} excludes 0, the truth is 0, and {@code robust} is 3.0 standard
   * errors away: too little to contradict the model at 0.001 over all steps.
   */
  @Test
  void whatRobustDoesNotConfirmIsNotSettled() {
    StressProblem problem = StressProblems.named("parity-of-actions");
    EvaluationResult result = evaluate(problem, 500_035);
    EvaluationResult.StepAnswer third = result.steps().get(2);
    assertThat(problem.truth().effect(3)).isBetween(-1e-9, 1e-9);
    Interval efficient = third.intervals().get(IntervalKind.EFFICIENT);
    assertThat(efficient.lower() > 0 || efficient.upper() < 0).isTrue();
    assertThat(third.verdict().kind()).isEqualTo(Verdict.Kind.CANNOT_TELL);
    assertThat(third.decision().reason()).contains("robust does not confirm it", "3.0 standard");
  }

  /** The control: where the model is right, its verdicts stand. */
  @Test
  void whatRobustConfirmsIsSettled() {
    EvaluationResult result = evaluate(StressProblems.named("clean-chain-2000"), 1);
    long settled =
        result.steps().stream()
            .filter(step -> step.verdict().isSettled())
            .filter(step -> step.decision().decidedBy().equals(Optional.of(IntervalKind.EFFICIENT)))
            .count();
    assertThat(settled).isPositive();
  }
}
