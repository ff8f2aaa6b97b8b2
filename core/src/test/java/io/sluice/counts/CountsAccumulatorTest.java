package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that cannot be are refused with their place and value, and leave nothing behind. */
class CountsAccumulatorTest {
  private final CountsAccumulator counts = new CountsAccumulator(new Shape(3, 2, 2));

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY, -1e-300})
  void rewardsOutsideTheUnitIntervalAreRefused(double reward) {
    assertThatThrownBy(() -> counts.add(1, 2, 1, 0, reward))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row at step 1, state 2, action 1: reward must lie in [0, 1], got " + reward);
    assertThat(counts.toCounts().cells()).isZero();
  }

  @Test
  void theLastStepHasNoNextState() {
    assertThatThrownBy(() -> counts.add(2, 0, 0, 1, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row at step 2: the last step has no next state, got 1");
    counts.add(2, 0, 0, 3, 0.5);
    assertThat(counts.toCounts().cells()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"-1,0,0", "3,0,0", "0,-1,0", "0,2,0", "0,0,-1", "0,0,4"})
  void whatDoesNotFitTheShapeIsRefused(int state, int action, int next) {
    assertThatThrownBy(() -> counts.add(1, state, action, next, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 1")
        .hasMessageContaining(
            "got state %d, action %d, next state %d".formatted(state, action, next));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, -1})
  void stepsOutsideTheHorizonAreRefused(int step) {
    assertThatThrownBy(() -> counts.add(step, 0, 0, 0, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("step must be one of 1 … 2, got " + step);
  }

  @Test
  void bothEndsOfTheRangeAndNegativeZeroAreRewards() {
    counts.add(1, 0, 0, 3, 0);
    counts.add(1, 0, 0, 3, 1);
    counts.add(1, 0, 0, 3, -0.0);
    assertThat(counts.toCounts().rewardSum(0)).isEqualTo(1);
    assertThat(counts.toCounts().count(0)).isEqualTo(3);
  }

  @Test
  void aResultDoesNotChangeWhenCountingGoesOn() {
    counts.add(1, 0, 0, 1, 0.5);
    TransitionCounts before = counts.toCounts();
    counts.add(1, 0, 0, 1, 0.5);
    assertThat(before.count(0)).isEqualTo(1);
    assertThat(before.rewardSum(0)).isEqualTo(0.5);
    assertThat(counts.toCounts().count(0)).isEqualTo(2);
  }

  @Test
  void theTableGrowsByHalfInWholeCellsAsFarAsAnArrayGoes() {
    assertThat(CountsAccumulator.larger(384)).isEqualTo(576); // 64 cells of 6 words, then 96
    assertThat(CountsAccumulator.larger(390)).isEqualTo(582); // 65, then 65 + 32
    int most = CountsAccumulator.larger(2_000_000_004);
    assertThat(most).isBetween(2_147_483_600, Integer.MAX_VALUE - 8).matches(n -> n % 6 == 0);
    // ⌊(2³¹ − 1) / 6⌋ = 357,913,941 cells; two less, as an array is a little shorter; one is
    // nobody's
    assertThatThrownBy(() -> CountsAccumulator.larger(most))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "counts: at most 357913938 cells can be counted at once, got more (count parts and add them)");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void cellsWithNegativeKeysAreRefused(long key) {
    CellWriter cells = new CellWriter(new Shape(3, 2, 2), 1);
    assertThatThrownBy(() -> cells.cell(key, 1, 0, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cell 0, key %d: needs n ≥ 1 and rising keys, got n = 1 after key -1", key);
  }
}
