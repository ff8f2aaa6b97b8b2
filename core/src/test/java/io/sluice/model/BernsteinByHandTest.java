package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Two states, one action, two steps, δ = 0.05: N = 2·1·2 = 4, L = ln(4·4/0.05) = ln 320 =
 * 5.768320996, √(2L) = 3.396563262, ln(8·4/0.05) = ln 640 = 6.461468176.
 */
class BernsteinByHandTest {
  private static final Offset<Double> CLOSE = within(1e-7);
  private static final Shape SHAPE = new Shape(2, 1, 2);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);

  /** Middles 0.3 and 0.8, half gaps 0.1 and 0.2. */
  private static final StepValues NEXT =
      new StepValues(StateVector.of(0.2, 0.6), StateVector.of(0.3, 0.7), StateVector.of(0.4, 1));

  private static final StepValues NOTHING =
      new StepValues(StateVector.of(0, 0), StateVector.of(0, 0), StateVector.of(0, 0));

  /** Half of a thousand episodes stay in state 0 and half go to state 1. */
  private static TransitionCounts log(double rewardIfStaying, double rewardIfGoing) {
    return new Log(SHAPE)
        .episodes(500, 0, 0, rewardIfStaying, 0, 0, 0)
        .episodes(500, 0, 0, rewardIfGoing, 1, 0, 1)
        .counts();
  }

  private static double bonus(
      TransitionCounts counts, Pooling pooling, int step, int state, StepValues next) {
    Model model = Model.estimate(counts, pooling);
    int pair = model.pair(step, state, 0);
    return Bonus.bernstein(counts, model, SHAPE, RANGE, 0.05)
        .at(step, next)
        .of(pair, model.visits(pair));
  }

  @Test
  void theVarianceIsThatOfTheMiddlesAndTheGapIsAdded() {
    // r + M is 0.5 + 0.3 and 0.5 + 0.8, half each: squares around 1.05 add up to 1000·0.25² = 62.5
    // √(v̂/n) = √(62.5/(999·1000)) = 0.00790965
    // gap: √((0.5·0.1² + 0.5·0.2²)/999) = √(0.025/999) = 0.00500250
    // the rest, with V_max 2: 7·2·5.768320996/(3·999) = 0.02694578
    // 3.39656326·(0.00790965 + 0.00500250) + 0.02694578 = 0.07080272
    // Hoeffding's 2·√(6.461468176/2000) = 0.1137 is more
    assertThat(bonus(log(0.5, 0.5), Pooling.PER_STEP, 1, 0, NEXT)).isCloseTo(0.0708027, CLOSE);
  }

  @Test
  void aRewardThatMakesUpForTheNextStateLeavesOnlyTheGap() {
    // r + M is 0.5 + 0.3 and 0 + 0.8: always 0.8. 3.39656326·0.00500250 + 0.02694578 = 0.04393709
    assertThat(bonus(log(0.5, 0), Pooling.PER_STEP, 1, 0, NEXT)).isCloseTo(0.0439371, CLOSE);
  }

  @Test
  void equalOutcomesWithoutAGapLeaveOnlyTheRest() {
    StepValues known = new StepValues(NEXT.point(), NEXT.point(), NEXT.point());
    // 0.75 + 0.3 = 0.35 + 0.7 but for rounding
    assertThat(bonus(log(0.75, 0.35), Pooling.PER_STEP, 1, 0, known)).isCloseTo(0.0269458, CLOSE);
    // at the last step, state 1 always pays 1: 7·1·5.768320996/(3·499) = 0.02697278
    double last = bonus(log(0.5, 0.5), Pooling.PER_STEP, 2, 1, NOTHING);
    assertThat(last).isEqualTo(7 * 1 * Math.log(4 * 4 / 0.05) / (3.0 * 499));
  }

  @Test
  void rewardsThatVaryWithinATransitionCount() {
    TransitionCounts counts =
        new Log(SHAPE).episodes(600, 0, 0, 0, 1, 0, 1).episodes(400, 0, 0, 1, 1, 0, 1).counts();
    StepValues known = new StepValues(NEXT.point(), NEXT.point(), NEXT.point());
    // r is 0 or 1: squares 1000·0.4·0.6 = 240, √(240/(999·1000)) = 0.01549969
    // 3.39656326·0.01549969 + 0.02694578 = 0.07959144
    assertThat(bonus(counts, Pooling.PER_STEP, 1, 0, known)).isCloseTo(0.0795914, CLOSE);
  }

  @Test
  void pooledTheRowsWithoutANextStateCountForTheReward() {
    // Pair 0: 1000 rows with reward 0.5 and a next state, 500 rows at the last step with reward 0.
    // n = 1500, m = 1000, R̂ = 1/3; squares of r: 1000·(1/6)² + 500·(1/3)² = 83.33333
    // (2/3)·r + M: 1/3 + 0.3 and 1/3 + 0.8, mean square 0.0625; 0.0625/999 = 0.0000625626
    // rows without a next state: (500/1500)·83.33333/(1499·1500) = 0.0000123539
    // √(0.0000749165) = 0.00865543; gap as above 0.00500250; the rest as above
    // 3.39656326·(0.00865543 + 0.00500250) + 0.02694578 = 0.07333581
    assertThat(bonus(log(0.5, 0.5), Pooling.POOLED, 1, 0, NEXT)).isCloseTo(0.0733358, CLOSE);
    // At the last step the reward is all there is: √(83.33333/(1499·1500)) = 0.00608784
    // 3.39656326·0.00608784 + 7·5.768320996/(3·1499) = 0.02067772 + 0.00897893
    assertThat(bonus(log(0.5, 0.5), Pooling.POOLED, 2, 0, NOTHING)).isCloseTo(0.0296566, CLOSE);
    // Pair 1 is seen at the last step only; before it, nothing is known of what follows: Hoeffding,
    // 2·√(6.461468176/(2·500)) = 0.16076652
    assertThat(bonus(log(0.5, 0.5), Pooling.POOLED, 1, 1, NEXT)).isCloseTo(0.1607665, CLOSE);
  }

  @Test
  void fewRowsHaveHoeffdingsBoundAndNoneTheHorizon() {
    TransitionCounts once = new Log(SHAPE).episode(0, 0, 0.5, 1, 0, 1).counts();
    // 2·√(6.461468176/2) = 3.59485
    assertThat(bonus(once, Pooling.PER_STEP, 1, 0, NEXT)).isCloseTo(3.5948486, CLOSE);
    assertThat(bonus(once, Pooling.PER_STEP, 1, 1, NEXT)).isEqualTo(2);
    TransitionCounts twice = once.plus(once);
    assertThat(bonus(twice, Pooling.PER_STEP, 1, 0, NEXT))
        .isCloseTo(3.5948486 / Math.sqrt(2), CLOSE);
  }

  @Test
  void theEndOfAnEpisodeIsWorthWhatItIsDeclaredToBe() {
    TransitionCounts counts =
        new Log(SHAPE).episodes(500, 0, 0, 0.5).episodes(500, 0, 0, 0.5, 0, 0, 0).counts();
    StepValues next =
        new StepValues(
            StateVector.withEnd(0.3, 0.8, 0.8),
            StateVector.withEnd(0.3, 0.8, 0.8),
            StateVector.withEnd(0.3, 0.8, 0.8));
    // as in the first test, without the gap: 3.39656326·0.00790965 + 0.02694578 = 0.05381140
    assertThat(bonus(counts, Pooling.PER_STEP, 1, 0, next)).isCloseTo(0.0538114, CLOSE);
  }

  @Test
  void theRecursionHandsOnTheBoundsOfTheNextStep() {
    TransitionCounts counts = log(0.5, 0.5);
    Model model = Model.estimate(counts, Pooling.PER_STEP);
    Bonus bonus = Bonus.bernstein(counts, model, SHAPE, RANGE, 0.05);
    Backups backups = Backups.of(model, bonus, RANGE);
    ValueTable values = backups.evaluate(Policy.uniform(SHAPE));
    // step 2: state 0 pays 0 and state 1 pays 1, each ± 7·L/(3·499) = 0.02697278, cut to [0, 1]
    assertThat(values.at(2).pessimistic().at(1)).isCloseTo(1 - 0.0269728, CLOSE);
    assertThat(values.at(2).optimistic().at(0)).isCloseTo(0.0269728, CLOSE);
    // middles 0.01348639 and 0.98651361, half gaps 0.01348639 both:
    // √(1000·0.48651361²/(999·1000)) = 0.01539261, √(0.01348639²/999) = 0.00042669
    // b = 3.39656326·0.01581930 + 0.02694578 = 0.08067703
    double b = backups.actionValues(1, values.at(2)).at(0).bonus(0);
    assertThat(b).isCloseTo(0.0806770, CLOSE);
    assertThat(bonus.name()).isEqualTo("bernstein");
    assertThat(bonus.delta()).isEqualTo(0.05);
    Bonus third = bonus.scaled(0.3);
    assertThat(third.name()).isEqualTo("0.3·bernstein");
    assertThat(third.at(1, values.at(2)).of(0, 1000)).isCloseTo(0.3 * b, within(1e-15));
  }

  @Test
  void itSpeaksOfItsOwnModelOnly() {
    TransitionCounts counts = log(0.5, 0.5);
    Model perStep = Model.estimate(counts, Pooling.PER_STEP);
    Model other = Model.estimate(counts.plus(counts), Pooling.PER_STEP);
    Bonus bonus = Bonus.bernstein(counts, perStep, SHAPE, RANGE, 0.05);
    assertThatThrownBy(() -> bonus.at(1, NEXT).of(0, 7))
        .hasMessage(
            "bernstein bonus: needs a pair of the model it was made for, got pair 0, seen 7 times");
    assertThatThrownBy(() -> bonus.at(1, NEXT).of(4, 7)).hasMessageContaining("got pair 4");
    assertThatThrownBy(() -> Bonus.bernstein(counts, other, SHAPE, RANGE, 0.05))
        .hasMessageEndingWith("got n = 2000 in the model and 1000 in the counts");
    TransitionCounts ended = new Log(SHAPE).episodes(1000, 0, 0, 0.5).counts();
    assertThatThrownBy(() -> Bonus.bernstein(ended, perStep, SHAPE, RANGE, 0.05))
        .hasMessageEndingWith("got one without the next state 2");
    assertThatThrownBy(() -> Bonus.bernstein(counts, perStep, SHAPE, RANGE, 0))
        .hasMessageContaining("(0, 1), got 0.0");
  }
}
