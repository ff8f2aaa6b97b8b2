package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that break the theorem's assumptions cannot be constructed. */
class InputTypesTest {
  private static ValueBounds bounds(double low, double mid, double high) {
    return new ValueBounds(
        2, StateVector.of(0, low), StateVector.of(0.5, mid), StateVector.of(1, high), 1.5, 0.05);
  }

  @ParameterizedTest
  @CsvSource({
    "-0.1, 0.5, 1", // below 0
    "0.6, 0.5, 1", // low above mid
    "0, 1.2, 1", // mid above high
    "0, 0.5, 1.6", // high above V_max
    "NaN, 0.5, 1",
    "0, NaN, 1",
    "0, 0.5, NaN"
  })
  void valueBoundsAreOrdered(double low, double mid, double high) {
    assertThatThrownBy(() -> bounds(low, mid, high))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value bounds at step 2, state 1")
        .hasMessageContaining("≤ 1.5, got %s, %s, %s".formatted(low, mid, high));
  }

  @Test
  void theGapIsTheDistanceOfTheBounds() {
    // 1.25 − 0.25
    assertThat(bounds(0.25, 0.5, 1.25).gap(1)).isEqualTo(1);
    assertThat(bounds(0.5, 0.5, 0.5).gap(1)).isZero();
    assertThat(bounds(0, 0.5, 1.5).gap(1)).isEqualTo(1.5); // both ends of the range are allowed
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1, Double.NaN})
  void everyInputHasAProbabilityOfFailing(double delta) {
    StateVector zero = StateVector.of(0);
    assertThatThrownBy(() -> new ValueBounds(1, zero, zero, zero, 1, delta))
        .hasMessage("value bounds: δ must lie in [0, 1), got " + delta);
    assertThatThrownBy(() -> new ImmediateEffect(1, 0, 0, delta, "x"))
        .hasMessage("immediate effect: δ must lie in [0, 1), got " + delta);
    ShiftEstimate none = ShiftEstimate.none(new Shape(1, 1, 1), 1);
    assertThatThrownBy(() -> new ShiftEstimate(1, none.rows(), 0, delta))
        .hasMessage("shift: δ must lie in [0, 1), got " + delta);
  }

  @ParameterizedTest
  @CsvSource({"NaN, 0.1", "Infinity, 0.1", "0.5, -0.1", "0.5, NaN"})
  void anImmediateEffectIsANumberWithARadius(double estimate, double radius) {
    assertThatThrownBy(() -> new ImmediateEffect(3, estimate, radius, 0.1, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 3")
        .hasMessageContaining("got %s ± %s".formatted(estimate, radius));
  }

  @Test
  void aHoldoutHasEpisodes() {
    Shape shape = new Shape(2, 1, 2);
    assertThatThrownBy(() -> Holdout.of(TransitionCounts.none(shape)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("holdout: needs at least one episode, got none");
    TransitionCounts counts =
        new Log(shape).episode(0, 0, 0, 1, 0, 0).episode(1, 0, 0).episode(0, 0, 0).counts();
    Holdout holdout = Holdout.of(counts);
    assertThat(holdout.episodes()).isEqualTo(3);
    assertThat(holdout.shape()).isEqualTo(shape);
    // step 2: one of three episodes in state 1, two over
    assertThat(holdout.distribution(2).at(1)).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(holdout.distribution(2).at(2)).isCloseTo(2 / 3.0, within(1e-15));
  }
}
