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
}
