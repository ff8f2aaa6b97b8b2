package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedJudgeTest {
  private static final Shape TWO = new Shape(1, 2, 1);
  private static final TransitionCounts COUNTS =
      new io.sluice.fixtures.Log(TWO)
          .episodes(60, 0, 0, 0)
          .episodes(40, 0, 0, 1)
          .episodes(30, 0, 1, 0)
          .episodes(70, 0, 1, 1)
          .counts();
  private static final Policy EVEN = Policy.uniform(TWO);
  private static final Policy SECOND = Policy.everywhere(TWO, 0, 1);
  private static final ModelJudge EFFICIENT = judge(new Guarantee.Asymptotic(Pooling.POOLED));
  private static final ModelJudge FINITE =
      judge(Guarantee.FiniteSample.hoeffding(TWO, ValueRange.of(TWO)));

  private static ModelJudge judge(Guarantee guarantee) {
    return Judge.of(
        Estimates.of(COUNTS), Estimates.of(COUNTS), EVEN, ValueRange.of(TWO), guarantee);
  }

  @Test
  void theHighestBoundCountsAndDeltaIsShared() {
    Gain efficient = EFFICIENT.total(SECOND, 0.02);
    assertThat(efficient.lower()).isGreaterThan(FINITE.total(SECOND, 0.02).lower());
    for (List<ModelJudge> judges :
        List.of(List.of(EFFICIENT, FINITE), List.of(FINITE, EFFICIENT))) {
      assertThat(new SharedJudge(EVEN, judges, 2).totals(List.of(SECOND), 0.04))
          .containsExactly(Optional.of(efficient));
    }
    assertThat(efficient.judge()).isEqualTo("efficient");
  }

  @Test
  void aJudgeThatMayNotBeUsedLeavesItsShareUnspent() {
    SharedJudge alone = new SharedJudge(EVEN, List.of(EFFICIENT), 2);
    assertThat(alone.totals(List.of(SECOND), 0.04))
        .containsExactly(Optional.of(EFFICIENT.total(SECOND, 0.02)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedJudge(EVEN, List.of(EFFICIENT, FINITE), 1))
        .withMessageContaining("a share of δ for each of 2 judges, got 1");
  }

  @Test
  void withoutAJudgeNothingIsChosen() {
    Candidate candidate = new Candidate(io.sluice.learning.Learner.VI, 1, SECOND);
    CertifiedChoice choice =
        CertifiedChoice.of(List.of(candidate), new SharedJudge(EVEN, List.of(), 2), 0.05);
    assertThat(choice.chosen()).isEmpty();
    assertThat(choice.policy()).isSameAs(EVEN);
    assertThat(choice.appraisals().get(0).outcome()).isEqualTo(Appraisal.Outcome.NOT_JUDGED);
    assertThat(choice.certified()).isEmpty();
  }
}
