package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.IntervalKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What the log contradicts is found, and verdicts follow it. Every alarm has a level of 0.001, and
 * seeds are fixed, so that a control is wrong by chance with probability 0.001 at most.
 */
class FeatureFindingsTest {
  private static EvaluationResult evaluate(FeatureTable log) {
    return FeatureEvaluation.of(log, FeatureSettings.defaults(), FeatureSettings.USUAL)
        .evaluation();
  }

  private static Finding.Verdict verdict(EvaluationResult result, Assumption assumption) {
    return result.assumptions().of(assumption).verdict();
  }

  @Test
  void aPastThatMattersIsFoundAndTheVerdictIsLeftToRobust() {
    EvaluationResult result = evaluate(SmallLogs.remembering(1, 1000, false));
    assertThat(verdict(result, Assumption.MARKOV)).isEqualTo(Finding.Verdict.CONTRADICTED);
    assertThat(result.assumptions().of(Assumption.MARKOV).figure()).contains("before step 2");
    assertThat(result.steps().get(0).decision().decidedBy())
        .isEqualTo(Optional.of(IntervalKind.ROBUST));
    // α^(1) = (0.9 − 0.5)·0.5 = 0.2
    assertThat(result.steps().get(0).intervals().get(IntervalKind.ROBUST).contains(0.2)).isTrue();
  }

  /** The control: the same log with a column that tells. */
  @Test
  void aPastThatAColumnTellsIsNoObjection() {
    EvaluationResult result = evaluate(SmallLogs.remembering(1, 1000, true));
    assertThat(verdict(result, Assumption.MARKOV)).isEqualTo(Finding.Verdict.HOLDS);
    assertThat(result.steps().get(0).decision().decidedBy())
        .isEqualTo(Optional.of(IntervalKind.EFFICIENT));
    assertThat(result.steps().get(0).intervals().get(IntervalKind.EFFICIENT).contains(0.2))
        .isTrue();
  }

  @Test
  void wrongProbabilitiesAreFoundAndNoIntervalDecides() {
    EvaluationResult result = evaluate(SmallLogs.miscalibrated(2, 2000, 0.6));
    assertThat(verdict(result, Assumption.PROPENSITIES)).isEqualTo(Finding.Verdict.CONTRADICTED);
    assertThat(result.totalDecision().decidedBy()).isEmpty();
    EvaluationResult right = evaluate(SmallLogs.miscalibrated(2, 2000, 0.5));
    assertThat(verdict(right, Assumption.PROPENSITIES)).isEqualTo(Finding.Verdict.HOLDS);
  }
}
