package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import io.sluice.selection.Appraisal.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One state and one step: the choice can be made by hand. */
class CertifiedChoiceTest {
  private static final Shape TWO = new Shape(1, 2, 1);
  private static final Shape FOUR = new Shape(1, 4, 1);

  private static Candidate always(Shape shape, int action, Learner learner, double scale) {
    return new Candidate(learner, scale, Policy.stationary(shape, (x, a) -> a == action ? 1 : 0));
  }

  private static ModelJudge judge(TransitionCounts holdout, Policy behavior) {
    Shape shape = holdout.shape();
    Guarantee guarantee = new Guarantee.Asymptotic(Pooling.POOLED);
    return Judge.of(
        Estimates.of(holdout), Estimates.of(holdout), behavior, ValueRange.of(shape), guarantee);
  }

  /** Of 40 rows of the second action 30 paid, of 60 of the first 10. */
  private static final TransitionCounts HUNDRED =
      new Log(TWO)
          .episodes(30, 0, 1, 1)
          .episodes(10, 0, 1, 0)
          .episodes(10, 0, 0, 1)
          .episodes(50, 0, 0, 0)
          .counts();

  @Test
  void aGainAndItsBoundByHand() {
    // gain ½·(3/4 − 1/6) = 0.291667; rows weigh 100·½/40 = 1.25 and 100·½/60 = 0.833333
    // squares seen   1.25²·40·3/16 = 11.718750 and 0.833333²·60·5/36 = 5.787037
    // borrowed       v̄ = (7.5 + 8.333333 + ¼)/(100 − 2 + 1) = 0.162458, two rows of it each:
    //                2·1.25²·v̄ = 0.507681 and 2·0.833333²·v̄ = 0.225636
    // raised by √(1.25⁴ + 0.833333⁴) = √2.923659 = 1.709871, both having shown more than R²
    // √((17.505787 + 0.733317 + 1.709871)/100²) = 0.0446643, times z = 1.644854
    Candidate second = always(TWO, 1, Learner.VI, 1);
    CertifiedChoice choice =
        CertifiedChoice.of(List.of(second), judge(HUNDRED, Policy.uniform(TWO)), 0.05);
    Gain gain = choice.chosen().orElseThrow().gain().orElseThrow();
    assertThat(gain.estimate()).isCloseTo(0.291667, within(1e-6));
    assertThat(gain.lower()).isCloseTo(0.291667 - 1.644854 * 0.0446643, within(2e-6));
    assertThat(gain.limit()).isEqualTo("sampling of episodes");
    assertThat(choice.policy()).isSameAs(second.policy());
  }

  @Test
  void theHighestBoundWinsAndNotTheHighestEstimate() {
    // the first action never pays, the second 10 of 12 times, the third 70 of 100, the fourth never
    TransitionCounts holdout =
        new Log(FOUR)
            .episodes(100, 0, 0, 0)
            .episodes(10, 0, 1, 1)
            .episodes(2, 0, 1, 0)
            .episodes(70, 0, 2, 1)
            .episodes(30, 0, 2, 0)
            .episodes(20, 0, 3, 0)
            .counts();
    Policy behavior = Policy.everywhere(FOUR, 0.45, 0.05, 0.4, 0.1);
    Candidate lucky = always(FOUR, 1, Learner.VI, 1);
    Candidate solid = always(FOUR, 2, Learner.PVI, 1);
    Candidate alike = always(FOUR, 2, Learner.SPVI, 0.3);
    Candidate bad = always(FOUR, 3, Learner.PSL, 0.1);
    CertifiedChoice choice =
        CertifiedChoice.of(List.of(lucky, solid, alike, bad), judge(holdout, behavior), 0.05);
    assertThat(choice.chosen().orElseThrow().candidate()).isSameAs(solid);
    assertThat(choice.appraisals())
        .extracting(Appraisal::outcome)
        .containsExactly(Outcome.LESS, Outcome.CHOSEN, Outcome.SAME, Outcome.NOT_BETTER);
    assertThat(choice.appraisals().get(0).gain().orElseThrow().estimate())
        .isGreaterThan(choice.appraisals().get(1).gain().orElseThrow().estimate());
    assertThat(choice.appraisals().get(2).likeIt()).isSameAs(solid);
    // three policies that differ share δ
    assertThat(choice.different()).isEqualTo(3);
    assertThat(choice.appraisals())
        .allSatisfy(
            a -> assertThat(a.gain().orElseThrow().delta()).isCloseTo(0.05 / 3, within(1e-15)));
  }

  @Test
  void theLoggedPolicyStaysIfNoneIsCertified() {
    // four rows each: 3 of 4 against 2 of 4 is perhaps better, and nobody can tell
    TransitionCounts few =
        new Log(TWO)
            .episodes(3, 0, 1, 1)
            .episodes(1, 0, 1, 0)
            .episodes(2, 0, 0, 1)
            .episodes(2, 0, 0, 0)
            .counts();
    Policy behavior = Policy.uniform(TWO);
    Candidate worse = always(TWO, 0, Learner.PSL, 1);
    Candidate perhaps = always(TWO, 1, Learner.VI, 1);
    CertifiedChoice choice =
        CertifiedChoice.of(List.of(worse, perhaps), judge(few, behavior), 0.05);
    assertThat(choice.chosen()).isEmpty();
    assertThat(choice.policy()).isSameAs(behavior);
    assertThat(choice.appraisals())
        .extracting(Appraisal::outcome)
        .containsExactly(Outcome.NOT_BETTER, Outcome.UNCERTAIN);
    assertThat(choice.mostPromising().candidate()).isSameAs(perhaps);
  }

  @Test
  void aPairSeenOnceIsNotTakenForCertain() {
    // the second action was taken once and paid; the first pays every other time
    TransitionCounts once =
        new Log(TWO).episodes(1, 0, 1, 1).episodes(50, 0, 0, 1).episodes(49, 0, 0, 0).counts();
    Policy behavior = Policy.everywhere(TWO, 0.99, 0.01);
    Candidate lucky = always(TWO, 1, Learner.VI, 1);
    CertifiedChoice choice = CertifiedChoice.of(List.of(lucky), judge(once, behavior), 0.05);
    assertThat(choice.mostPromising().gain().orElseThrow().estimate())
        .isCloseTo(0.99 * (1 - 50 / 99.0), within(1e-12));
    assertThat(choice.chosen()).isEmpty();
  }

  @Test
  void withoutCandidatesOrWithAnImpossibleDeltaThereIsNoChoice() {
    ModelJudge judge = judge(HUNDRED, Policy.uniform(TWO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CertifiedChoice.of(List.of(), judge, 0.05))
        .withMessageContaining("got 0 and 0.05");
    List<Candidate> one = List.of(always(TWO, 1, Learner.VI, 1));
    for (double delta : new double[] {0, 1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CertifiedChoice.of(one, judge, delta))
          .withMessageContaining("δ in (0, 1)");
    }
  }
}
