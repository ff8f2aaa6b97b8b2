package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the log never shows is said to be unknown, and treated so. */
class UnvisitedPairsTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);

  /** State 0 under both actions, state 1 under action 1 only, state 2 never. */
  private static final TransitionCounts COUNTS =
      new Log(SHAPE)
          .episodes(40, 0, 0, 0, 1, 1, 0, 0, 0, 0)
          .episodes(40, 0, 1, 0.5, 1, 1, 0, 0, 1, 0.5)
          .counts();

  private static final Policy EVEN = Policy.uniform(SHAPE);

  private static Backups backups(Model.Pooling pooling) {
    Model model = Model.estimate(COUNTS, pooling);
    return Backups.of(model, Bonus.paper(SHAPE, 0.05), ValueRange.of(SHAPE));
  }

  @ParameterizedTest
  @EnumSource(Model.Pooling.class)
  void aPairNeverSeenHasNoEstimateAndSaysSo(Model.Pooling pooling) {
    Model model = Model.estimate(COUNTS, pooling);
    int unseen = model.pair(2, 1, 0);
    assertThat(model.isVisited(unseen)).isFalse();
    assertThat(model.visits(unseen)).isZero();
    assertThat(model.reward(unseen)).isZero();
    assertThat(model.next().isEmpty(unseen)).isTrue();
    assertThat(model.isVisited(model.pair(2, 1, 1))).isTrue();
    assertThat(model.next().isEmpty(model.pair(2, 1, 1))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Model.Pooling.class)
  void aStateWithUnseenActionsOnlyMayBeWorthAnything(Model.Pooling pooling) {
    ValueTable values = backups(pooling).evaluate(EVEN);
    for (int h = 1; h <= 3; h++) {
      assertThat(values.at(h).pessimistic().at(2)).isZero();
      assertThat(values.at(h).optimistic().at(2)).isEqualTo(3 - h + 1);
    }
  }

  @Test
  void theBonusOfAPairNeverSeenIsTheHorizon() {
    ActionValues q = backups(Model.Pooling.POOLED).actionValues(2, backupsNext()).at(1);
    assertThat(q.isVisited(0)).isFalse();
    assertThat(q.bonus(0)).isEqualTo(3);
    assertThat(q.isVisited(1)).isTrue();
    // 80 visits: √(ln(3·2·3/0.05)/80) = √(5.886104/80) = 0.271250
    assertThat(q.bonus(1)).isCloseTo(0.271250, within(1e-6));
  }

  private static StepValues backupsNext() {
    return backups(Model.Pooling.POOLED).evaluate(EVEN).at(3);
  }

  /**
   * State 1's rewards are all 0, so a learner has no reason to like the pair but that it was seen.
   */
  @ParameterizedTest
  @EnumSource(names = {"PSL", "PVI", "SPVI"})
  void noCautiousLearnerPrefersAPairNeverSeen(Learner learner) {
    for (Model.Pooling pooling : Model.Pooling.values()) {
      Learned learned = learner.learn(backups(pooling), EVEN);
      assertThat(learned.policy().probability(2, 1, 1)).isEqualTo(1);
      assertThat(learned.score(2, 1, 1)).isGreaterThan(learned.score(2, 1, 0));
    }
  }

  /**
   * One row: its bonus √(ln(2·2·1/0.05)/1) = 2.093 is larger than H = 1, the bonus of a pair never
   * seen, so the scores alone would send the learner to the unknown.
   */
  @ParameterizedTest
  @EnumSource(names = {"VI", "PSL", "PVI", "SPVI", "SPVI_RELEASED"})
  void aPairSeenOnceIsPreferredToOneNeverSeen(Learner learner) {
    Shape one = new Shape(2, 2, 1);
    Model model = Model.estimate(new Log(one).episodes(1, 0, 1, 0).counts(), Model.Pooling.POOLED);
    Backups backups = Backups.of(model, Bonus.paper(one, 0.05), ValueRange.of(one));
    Learned learned = learner.learn(backups, Policy.uniform(one));
    assertThat(learned.policy().probability(1, 0, 1)).isEqualTo(1);
    assertThat(learned.policy().probability(1, 1, 0)).isEqualTo(1); // none was seen: lowest index
  }

  /** Every return is 1, R̂ + P̂V̂_p pools to more: bounds must stay ordered below the cap. */
  @Test
  void aReturnCapKeepsTheBoundsInOrder() {
    Shape shape = new Shape(2, 1, 3);
    TransitionCounts counts =
        new Log(shape)
            .episodes(50_000, 0, 0, 1, 0, 0, 0, 0, 0, 0)
            .episodes(50_000, 0, 0, 0, 1, 0, 1)
            .counts();
    Model model = Model.estimate(counts, Model.Pooling.POOLED);
    Backups capped = Backups.of(model, Bonus.paper(shape, 0.05), new ValueRange(3, 1));
    StepValues first = capped.evaluate(Policy.uniform(shape)).at(1);
    assertThat(first.pessimistic().at(0)).isEqualTo(1);
    assertThat(first.optimistic().at(0)).isEqualTo(1);
  }

  @Test
  void weightOnPairsNeverSeenIsReportedAndPaidFor() {
    Policy third = Policy.stationary(SHAPE, (x, a) -> x == 1 ? (a == 0 ? 0.3 : 0.7) : 0.5);
    Policy seenOnly = Policy.stationary(SHAPE, (x, a) -> x == 1 ? a : 0.5);
    ModelEvaluation unsupported =
        ModelEvaluation.of(COUNTS, backups(Model.Pooling.PER_STEP), seenOnly, third);
    ModelEvaluation supported =
        ModelEvaluation.of(COUNTS, backups(Model.Pooling.PER_STEP), seenOnly, seenOnly);
    // at step 2 every episode is in state 1, where π has 0.3 on the unseen action
    assertThat(unsupported.unsupported(2)).isCloseTo(0.3, within(1e-15));
    assertThat(unsupported.unsupported(1)).isZero();
    assertThat(supported.unsupported(2)).isZero();
    for (ModelInterval method : ModelInterval.values()) {
      Interval wide = method.at(unsupported, 2);
      Interval narrow = method.at(supported, 2);
      assertThat(wide.width()).as(method.methodName()).isGreaterThan(narrow.width());
    }
    // b(x,π) = 0.3·3 + 0.7·√(ln 360/80) = 0.9 + 0.7·0.271250 = 1.089875
    assertThat(ModelInterval.SELECTIVE_PRINTED.at(unsupported, 2).parts().get(0).above())
        .isCloseTo(1.089875, within(1e-6));
    // Σ|π−π_b|·b = 0.3·3 + 0.3·0.271250 = 0.981375
    assertThat(ModelInterval.BANDIT.at(unsupported, 2).width() / 2)
        .isCloseTo(0.981375, within(1e-6));
  }
}
