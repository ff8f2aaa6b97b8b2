package io.sluice.interval;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SECOND;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.TwoStates;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.ShiftEstimate;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.SparseRows;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Always taking the second action instead of tossing a coin, on {@link TwoStates} with bonus 0.3.
 *
 * <p>Values of the second action at step 2: 0.6 in [0.3, 0.9] for state 0, 0 in [0, 0.3] for state
 * 1; so Γ = (0.6, 0.3). At step 1 the log is in each state half of the time, at step 2 in state 1.
 */
class IntervalsByHandTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);
  private static final TransitionCounts COUNTS =
      new Log(SHAPE).episode(0, 0, 0.5, 1, 0, 1).episode(1, 0, 0, 1, 1, 0.5).counts();
  private static final ModelEvaluation EVALUATION =
      ModelEvaluation.of(
          COUNTS, Backups.of(TwoStates.model(), TwoStates.bonus(0.3), RANGE), EVEN, SECOND);

  private static void check(Interval actual, double estimate, double lower, double upper) {
    assertThat(actual.estimate()).isCloseTo(estimate, CLOSE);
    assertThat(actual.lower()).isCloseTo(lower, CLOSE);
    assertThat(actual.upper()).isCloseTo(upper, CLOSE);
    assertThat(actual.width()).isCloseTo(upper - lower, CLOSE);
  }

  private static void checkPart(Interval interval, int part, double below, double above) {
    assertThat(interval.parts().get(part).below()).isCloseTo(below, CLOSE);
    assertThat(interval.parts().get(part).above()).isCloseTo(above, CLOSE);
  }

  @Test
  void bandit() {
    // state 0: 0.6 − 0.4 = 0.2, state 1: 0 − 0.5; mean −0.15 ± 0.3
    Interval interval = ModelInterval.BANDIT.at(EVALUATION, 1);
    check(interval, -0.15, -0.45, 0.15);
    checkPart(interval, 0, 0.3, 0.3);
    assertThat(interval.method()).isEqualTo("bandit");
  }

  @Test
  void selective() {
    // Q̂(0,·) = 0.2 + 0.5·0.6 = 0.5 and 0.6 + 0.6 = 1.2; Q̂(1,·) = 1 and 0.25·0.6 = 0.15
    // state 0: 1.2 − 0.85, state 1: 0.15 − 0.575; mean (0.35 − 0.425)/2 = −0.0375
    // Δ(·|0,a1) = (+0.25, −0.25): 0.25·0.6 + 0.25·0.3 = 0.225
    // Δ(·|1,a1) = (+0.125, −0.5, end): 0.125·0.6 + 0.5·0.3 = 0.225
    Interval interval = ModelInterval.SELECTIVE.at(EVALUATION, 1);
    check(interval, -0.0375, -0.5625, 0.4875);
    checkPart(interval, 0, 0.3, 0.3);
    checkPart(interval, 1, 0.225, 0.225);
    assertThat(interval.failure()).isEqualTo(new Failure(0.05, 0));
  }

  @Test
  void standard() {
    // π̃_1 low: 0.6 + 0.3 − 0.3 = 0.6 and 0.075 − 0.3 → 0, mean 0.3
    //      high: 0.6 + 0.9 + 0.3 = 1.8 and 0.225 + 0.3 = 0.525, mean 1.1625
    // π̃_2 low: (0.05 + 0.6)/2 = 0.325 and (0.7 − 0.225)/2 = 0.2375, mean 0.28125
    //      high: (1.1 + 1.8)/2 = 1.45 and (1.6 + 0.525)/2 = 1.0625, mean 1.25625
    Interval interval = ModelInterval.STANDARD.at(EVALUATION, 1);
    check(interval, -0.0375, 0.3 - 1.25625, 1.1625 - 0.28125);
    // points 0.675 and 0.7125
    checkPart(interval, 0, 0.675 - 0.3, 1.1625 - 0.675);
    checkPart(interval, 1, 1.25625 - 0.7125, 0.7125 - 0.28125);
  }

  @Test
  void atTheLastStepNothingIsCarried() {
    // state 1: 0 − 0.5 = −0.5 ± 0.3
    check(ModelInterval.SELECTIVE.at(EVALUATION, 2), -0.5, -0.8, -0.2);
    check(ModelInterval.BANDIT.at(EVALUATION, 2), -0.5, -0.8, -0.2);
    // π̃_2: [0, 0.3], π_b: [0.2, 0.8]
    check(ModelInterval.STANDARD.at(EVALUATION, 2), -0.5, -0.8, 0.1);
    assertThatThrownBy(() -> ModelInterval.SELECTIVE.at(EVALUATION, 3))
        .hasMessageContaining("1 … 2, got 3");
  }

  @Test
  void aProfileAddsUpItsSteps() {
    EffectProfile profile = ModelInterval.SELECTIVE.profile(EVALUATION);
    assertThat(profile.steps()).hasSize(2);
    check(profile.at(2), -0.5, -0.8, -0.2);
    // −0.0375 − 0.5; −0.5625 − 0.8; 0.4875 − 0.2
    check(profile.total(), -0.5375, -1.3625, 0.2875);
    // both hold on one event, so δ does not add up
    assertThat(profile.total().failure()).isEqualTo(new Failure(0.05, 0));
    // mean return (1.5 + 0.5)/2 = 1, and 2√(ln 20/4) = 1.7308184
    double radius = 1.7308183826022854;
    Interval value = profile.value(COUNTS, RANGE, 0.1);
    check(value, 0.4625, -0.3625 - radius, 1.2875 + radius);
    assertThat(value.failure().total()).isCloseTo(0.15, CLOSE);
  }

  @Test
  void theoremInBothReadings() {
    ImmediateEffect immediate = new ImmediateEffect(1, -0.15, 0.1, 0.01, "made up");
    ShiftEstimate shift = shift(new double[] {0.25, -0.25, 0}, new double[] {0.125, -0.5, 0.375});
    // 6·1·√(ln(4/0.1)/(2·2)) = 5.7619367; V_max κ_Δ = 1·0.02
    double fixed = 0.1 + 0.02 + 5.761936747919524;
    // average shift (0.1875, −0.375, end 0.1875): −0.15 + 0.1875·0.6 = −0.0375
    // carried 0.1875·0.6 + 0.375·0.3 = 0.225, whichever way
    for (Reading reading : Reading.values()) {
      Interval interval = theorem(immediate, shift, reading);
      check(interval, -0.0375, -0.0375 - fixed - 0.225, -0.0375 + fixed + 0.225);
      checkPart(interval, 0, 0.1, 0.1);
      checkPart(interval, 1, 0.02, 0.02);
      checkPart(interval, 2, 5.761936747919524, 5.761936747919524);
      checkPart(interval, 3, 0.225, 0.225);
      // δ_in: 0.01 + 0.05 (bonus) + 0.02
      assertThat(interval.failure().inputs()).isCloseTo(0.08, CLOSE);
      assertThat(interval.failure().sampling()).isEqualTo(0.1);
    }
  }

  @Test
  void shiftsThatCancelAreCarriedOnlyPerState() {
    ImmediateEffect immediate = new ImmediateEffect(1, -0.15, 0.1, 0.01, "made up");
    ShiftEstimate shift = shift(new double[] {0.25, -0.25, 0}, new double[] {-0.25, 0.25, 0});
    // the average is 0; per state 0.25·0.6 + 0.25·0.3 = 0.225
    checkPart(theorem(immediate, shift, Reading.MEAN), 3, 0, 0);
    checkPart(theorem(immediate, shift, Reading.PER_STATE), 3, 0.225, 0.225);
    assertThat(theorem(immediate, shift, Reading.MEAN).method()).isEqualTo("theorem");
    assertThat(theorem(immediate, shift, Reading.PER_STATE).method())
        .isEqualTo("theorem-per-state");
  }

  private static Interval theorem(ImmediateEffect immediate, ShiftEstimate shift, Reading reading) {
    return TheoremInterval.of(
        immediate, EVALUATION.valueBounds(2), shift, Holdout.of(COUNTS), 0.1, reading);
  }

  private static ShiftEstimate shift(double[]... states) {
    SparseRows.Writer rows = new SparseRows.Writer(2, 6);
    for (double[] state : states) {
      for (int y = 0; y < state.length; y++) {
        rows.entry(y, state[y]);
      }
      rows.endRow();
    }
    return new ShiftEstimate(1, rows.done(), 0.02, 0.02);
  }
}
