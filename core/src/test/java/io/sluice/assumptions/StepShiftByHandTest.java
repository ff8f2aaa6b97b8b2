package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.StepShift.Verdict;
import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verdicts of steps, the χ² test of a state, and the bound of the shift, with their arithmetic. */
class StepShiftByHandTest {
  private static final Shape SHAPE = new Shape(3, 3, 2);

  /** Step 1 in state 0: so many rows of each action (outer) and next state (inner). */
  private static TransitionCounts table(List<List<Integer>> table) {
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    for (int a = 0; a < table.size(); a++) {
      for (int next = 0; next < table.get(a).size(); next++) {
        for (int i = 0; i < table.get(a).get(next); i++) {
          counts.add(1, 0, a, next, 0);
          counts.add(2, next, 0, SHAPE.end(), 0);
        }
      }
    }
    return counts.toCounts();
  }

  private static boolean isBandit(List<List<Integer>> table) {
    List<StepShift> steps = StepShift.of(table(table));
    assertThat(steps).hasSize(1); // the last step has no next state
    assertThat(steps.get(0).banditShare()).isIn(0.0, 1.0);
    return steps.get(0).banditShare() == 1;
  }

  /** X²·(n−1)/n against 3.841, 5.991 and 9.488, the 95% points of χ² on 1, 2 and 4 df. */
  @Test
  void aStateIsABanditWhereItsChiSquareIsSmall() {
    // 4·(2·2 − 0)²/2⁴ = 4, times 3/4 = 3 on 1 df
    assertThat(isBandit(List.of(List.of(2, 0), List.of(0, 2)))).isTrue();
    // 20·(8·7 − 2·3)²/(10·10·11·9) = 5.05, times 19/20 = 4.80 on 1 df: a third action has no rows
    assertThat(isBandit(List.of(List.of(8, 2), List.of(3, 7)))).isFalse();
    // all expected are 5: 4·3²/5 = 7.2, times 29/30 = 6.96 on 2 df, either way round
    assertThat(isBandit(List.of(List.of(8, 2), List.of(5, 5), List.of(2, 8)))).isFalse();
    assertThat(isBandit(List.of(List.of(8, 5, 2), List.of(2, 5, 8)))).isFalse();
    // 4·2²/5 = 3.2, times 29/30 = 3.09 on 2 df
    assertThat(isBandit(List.of(List.of(7, 5, 3), List.of(3, 5, 7)))).isTrue();
    // all expected are 10/3: (3·(8/3)² + 6·(4/3)²)/(10/3) = 9.6, times 29/30 = 9.28 on 4 df
    assertThat(isBandit(List.of(List.of(6, 2, 2), List.of(2, 6, 2), List.of(2, 2, 6)))).isTrue();
  }

  @Test
  void pairsAddUpToTheStep() {
    TransitionCounts counts = table(List.of(List.of(8, 2), List.of(3, 7)));
    StepShift step = StepShift.of(counts).get(0);
    double[] sums = new double[3];
    StepShift.forEachPair(
        counts,
        (state, action, n, moved, noise) -> {
          sums[0] += n;
          sums[1] += moved;
          sums[2] += noise;
        });
    // 8 − 5.5 = 2.5 and 7 − 4.5 = 2.5 more than expected: 5 of 20 rows
    assertThat(sums[0]).isEqualTo(20);
    assertThat(sums[1]).isCloseTo(5, within(1e-12));
    assertThat(step.shift()).isCloseTo(0.25, within(1e-12));
    assertThat(step.noise()).isCloseTo(sums[2] / 20, within(1e-12)).isPositive();
    // F = 20/19·0.25, and c = 2·(1 − 10/20)·20/19 for all of 20 rows
    assertThat(step.bound().rows()).isEqualTo(20);
    assertThat(step.bound().moved()).isCloseTo(5 / 19.0, within(1e-12));
    assertThat(step.bound().noise()).isCloseTo(step.noise() * 20 / 19, within(1e-12));
    assertThat(step.bound().squares()).isCloseTo(400 / 361.0, within(1e-12));
    assertThat(step.bound().alone()).isZero();
  }

  @Test
  void aRowAloneInItsStateIsCountedAsSuch() {
    ShiftBound.Sums sums = new ShiftBound.Sums(2);
    sums.add(1, new long[] {1, 0}, 9, 9);
    sums.add(2, new long[] {1, 1}, 0.5, 0.25); // raised by 2/1; c = 2·½·2 = 2, twice
    assertThat(sums.bound())
        .isEqualTo(new ShiftBound(3, 2, 1 / 3.0, 0.5 / 3, 8 / 3.0, 1 / 3.0, true));
  }

  private static ShiftBound bound(double moved, double alone) {
    return new ShiftBound(8000, 2, moved, 0.2, 1, alone, true);
  }

  /**
   * L = ln 40 = 3.68888: G = 0.01 + √(L/2/8000) = 0.025184, β² = 2L/8000 = 0.00092222, and
   * (0.030368 + √0.026106)² = 0.036842; a tenth alone adds ½·0.1.
   */
  @Test
  void theBoundIsAsItsFormulaSays() {
    assertThat(bound(0.01, 0).upper()).isCloseTo(0.036842, within(1e-6));
    assertThat(bound(0.01, 0.1).upper()).isCloseTo(0.086842, within(1e-6));
    // four times the squares: G = 0.01 + 2·0.015184, and (0.030368 + √0.041290)² = 0.054554
    assertThat(new ShiftBound(8000, 2, 0.01, 0.2, 4, 0, true).upper())
        .isCloseTo(0.054554, within(1e-6));
    assertThat(bound(0.9, 0).upper()).as("1 − 1/|A|").isEqualTo(0.5);
    assertThat(bound(0.01, 0).ofDependentEpisodes().upper()).isEqualTo(0.5);
    assertThat(new ShiftBound(0, 4, 0, 0, 0, 0, true).upper()).isEqualTo(0.75);
  }

  /** With t times the rows, noise falls by √t, and so does the share of rows alone by t. */
  @Test
  void soManyTimesTheRowsBringTheBoundBelowTheTolerance() {
    double times = bound(0.01, 0.1).timesNeeded(0.1);
    assertThat(atTimes(times)).isLessThan(0.1);
    assertThat(atTimes(times / 1.002)).isGreaterThanOrEqualTo(0.1);
    assertThat(bound(0.01, 0.1).timesNeeded(0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(bound(0.01, 0).ofDependentEpisodes().timesNeeded(0.1))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  private static double atTimes(double t) {
    return new ShiftBound(8000 * t, 2, 0.2 / Math.sqrt(t), 0, 1, 0.1 / t, true).upper();
  }

  private static Verdict verdict(double pValue, double tolerance) {
    return new StepShift(1, 0, 0, 0, pValue, bound(0.01, 0)).verdict(tolerance);
  }

  @Test
  void planningComesFirstThenTheBoundDecides() {
    double upper = bound(0.01, 0).upper();
    assertThat(verdict(0.0099, 0.5)).isEqualTo(Verdict.PLANNING).hasToString("planning");
    assertThat(verdict(0.01, 0.5)).isEqualTo(Verdict.BANDIT).hasToString("bandit");
    assertThat(verdict(0.01, upper)).isEqualTo(Verdict.CANNOT_TELL).hasToString("cannot tell yet");
    assertThat(verdict(0.01, upper + 1e-9)).isEqualTo(Verdict.BANDIT);
    StepShift dependent = new StepShift(1, 0, 0, 0, 0.01, bound(0.01, 0)).ofDependentEpisodes();
    assertThat(dependent.verdict(0.4)).isEqualTo(Verdict.CANNOT_TELL);
  }
}
