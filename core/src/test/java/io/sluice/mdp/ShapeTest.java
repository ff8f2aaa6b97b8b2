package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes, steps and ranges that cannot be are not constructed. */
class ShapeTest {
  @ParameterizedTest
  @CsvSource({"0,1,1", "1,0,1", "1,1,0", "-3,2,2"})
  void everythingIsAtLeastOne(int states, int actions, int horizon) {
    assertThatThrownBy(() -> new Shape(states, actions, horizon))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "got %d states, %d actions, %d steps".formatted(states, actions, horizon));
  }

  @Test
  void pairsFitAnInt() {
    assertThatCode(() -> new Shape(1_000_000, 10, 200)).doesNotThrowAnyException();
    assertThatThrownBy(() -> new Shape(1_000_000, 10, 215))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2³¹")
        .hasMessageContaining("got 1000000 × 10 × 215");
  }

  @Test
  void theEndComesAfterTheLastState() {
    assertThat(new Shape(7, 3, 2).end()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, -1, Integer.MAX_VALUE})
  void stepsAreOneToH(int step) {
    assertThatThrownBy(() -> new Shape(1, 1, 3).requireStep(step))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("step must be one of 1 … 3, got " + step);
  }

  @Test
  void whatIsLeftToEarnShrinksWithTheStepAndIsCapped() {
    ValueRange open = ValueRange.of(new Shape(2, 2, 3));
    // H − h + 1: 3, 2, 1, and nothing after the last step
    assertThat(new double[] {open.top(1), open.top(2), open.top(3), open.top(4)})
        .containsExactly(3, 2, 1, 0);
    ValueRange capped = new ValueRange(3, 1.5);
    assertThat(new double[] {capped.top(1), capped.top(2), capped.top(3), capped.top(4)})
        .containsExactly(1.5, 1.5, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 3.5, Double.NaN})
  void aCapLiesBetweenNothingAndOnePerStep(double cap) {
    assertThatThrownBy(() -> new ValueRange(3, cap))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(0, 3], got " + cap);
  }

  @Test
  void stateVectorsCopyWhatTheyAreGivenAndWhatTheyGive() {
    double[] mine = {1, 2, 3};
    StateVector vector = StateVector.withEnd(mine);
    mine[0] = 9;
    vector.toArray()[1] = 9;
    assertThat(vector).isEqualTo(StateVector.withEnd(1, 2, 3)).isNotEqualTo(StateVector.of(1, 2));
    assertThat(vector.size()).isEqualTo(2);
    assertThat(StateVector.of(1, 2).at(2)).isZero();
    // 1·3 + 2·4 = 11: the end does not count
    assertThat(vector.dot(StateVector.withEnd(3, 4, 100))).isEqualTo(11);
    assertThat(StateVector.constant(new Shape(2, 1, 1), 5))
        .hasToString("StateVector[5.0, 5.0, 5.0]");
  }
}
