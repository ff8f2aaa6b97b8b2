package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartialRolloutTest {
  private static final Shape SHAPE = new Shape(1, 2, 2);
  private static final Policy EVEN = Policy.uniform(SHAPE);
  private static final Candidate SECOND =
      new Candidate(Learner.VI, 1, Policy.everywhere(SHAPE, 0, 1));

  /** The second action pays 0.6 at step 1 and, like the first, 0.3 at step 2. */
  private static final TransitionCounts LOG =
      new Log(SHAPE)
          .episodes(50, 0, 0, 0, 0, 0, 0.3)
          .episodes(50, 0, 0, 0, 0, 1, 0.3)
          .episodes(50, 0, 1, 0.6, 0, 0, 0.3)
          .episodes(50, 0, 1, 0.6, 0, 1, 0.3)
          .counts();

  private static ModelJudge judge(Guarantee guarantee) {
    return Judge.of(Estimates.of(LOG), Estimates.of(LOG), EVEN, ValueRange.of(SHAPE), guarantee);
  }

  @Test
  void aloneMeansTheLoggedPolicyAtEveryOtherStep() {
    Shape shape = new Shape(2, 2, 3);
    Policy logged = Policy.everywhere(shape, 0.7, 0.3);
    Policy alone = PartialRollout.alone(Policy.everywhere(shape, 0, 1), logged, 2);
    for (int x = 0; x < 2; x++) {
      assertThat(alone.probability(1, x, 1)).isEqualTo(0.3);
      assertThat(alone.probability(2, x, 1)).isEqualTo(1);
      assertThat(alone.probability(3, x, 1)).isEqualTo(0.3);
    }
  }

  @Test
  void onlyTheStepThatPaysIsWorthChanging() {
    ModelJudge judge = judge(new Guarantee.Asymptotic(Pooling.PER_STEP));
    CertifiedChoice choice = CertifiedChoice.of(List.of(SECOND), judge, 0.05);
    PartialRollout rollout = PartialRollout.of(choice, judge);
    assertThat(rollout.of()).isSameAs(SECOND);
    PartialRollout.Step first = rollout.steps().get(0);
    PartialRollout.Step second = rollout.steps().get(1);
    // ½·0.6 at step 1, 0 at step 2; nothing varies, so the bounds are near
    assertThat(first.alone().estimate()).isCloseTo(0.3, within(1e-12));
    assertThat(first.onward().estimate()).isCloseTo(0.3, within(1e-12));
    assertThat(first.alone().lower()).isBetween(0.25, 0.3);
    assertThat(first.onward().lower()).isBetween(0.25, 0.3);
    assertThat(first.isWorthChangingAlone()).isTrue();
    assertThat(second.alone().estimate()).isCloseTo(0, within(1e-12));
    assertThat(second.isWorthChangingAlone()).isFalse();
  }

  /** δ/2 for either kind, shared by K policies and H steps: together they spend one more δ. */
  @Test
  void allItsBoundsTogetherSpendOneDelta() {
    Candidate first = new Candidate(Learner.PSL, 1, Policy.everywhere(SHAPE, 1, 0));
    for (Guarantee guarantee :
        List.of(
            new Guarantee.Asymptotic(Pooling.POOLED),
            Guarantee.FiniteSample.hoeffding(SHAPE, ValueRange.of(SHAPE)))) {
      ModelJudge judge = judge(guarantee);
      CertifiedChoice choice = CertifiedChoice.of(List.of(first, SECOND), judge, 0.04);
      PartialRollout rollout = PartialRollout.of(choice, judge);
      assertThat(rollout.delta()).isEqualTo(0.04);
      double each = 0.04 / 2 / 2; // two policies
      List<Gain> onward = judge.steps(SECOND.policy(), each);
      for (PartialRollout.Step step : rollout.steps()) {
        assertThat(step.alone().delta()).isCloseTo(each / 2, within(1e-15));
        assertThat(step.onward()).isEqualTo(onward.get(step.step() - 1));
      }
    }
  }

  @Test
  void ifTheLoggedPolicyStaysTheMostPromisingCandidateIsLookedAt() {
    ModelJudge judge = judge(Guarantee.FiniteSample.hoeffding(SHAPE, ValueRange.of(SHAPE)));
    Candidate first = new Candidate(Learner.PSL, 1, Policy.everywhere(SHAPE, 1, 0));
    CertifiedChoice choice = CertifiedChoice.of(List.of(first, SECOND), judge, 0.05);
    assertThat(choice.chosen()).as("200 episodes prove nothing").isEmpty();
    PartialRollout rollout = PartialRollout.of(choice, judge);
    assertThat(rollout.of()).isSameAs(SECOND);
    assertThat(rollout.steps()).noneMatch(PartialRollout.Step::isWorthChangingAlone);
  }
}
