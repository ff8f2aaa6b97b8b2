package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Log;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.ShiftEstimate;
import io.sluice.inputs.ValueBounds;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An interval that does not explain itself cannot be constructed. */
class IntervalTypesTest {
  private static final Failure FAILURE = new Failure(0.05, 0);
  private static final List<Part> PARTS =
      List.of(Part.of(Part.Source.EPISODES, "n", 0.1), new Part(Part.Source.STATES, "b", 0.2, 0));

  @Test
  void partsAddUpToTheBounds() {
    Interval interval = Interval.of("m", 1, FAILURE, PARTS);
    // 1 − 0.1 − 0.2, 1 + 0.1
    assertThat(interval.lower()).isCloseTo(0.7, within(1e-15));
    assertThat(interval.upper()).isCloseTo(1.1, within(1e-15));
  }

  @ParameterizedTest
  @CsvSource({"0.6, 1.1", "0.7, 1.2", "NaN, 1.1", "0.7, NaN"})
  void boundsWithoutAReasonAreRefused(double lower, double upper) {
    assertThatThrownBy(() -> new Interval("mine", 1, lower, upper, FAILURE, PARTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("interval mine: parts must add up")
        .hasMessageContaining("got [%s, %s] around 1.0".formatted(lower, upper))
        .hasMessageContaining("sampling of episodes");
  }

  @ParameterizedTest
  @CsvSource({"-0.1, 0.1", "0.1, -0.1", "NaN, 0.1", "0.1, NaN"})
  void partsDoNotNarrow(double below, double above) {
    assertThatThrownBy(() -> new Part(Part.Source.EPISODES, "noise", "n", below, above))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "part \"noise\": needs amounts ≥ 0, got %s below and %s above".formatted(below, above));
  }

  @Test
  void anIntervalContainsItsEnds() {
    Interval interval =
        Interval.of("m", 0, FAILURE, List.of(Part.of(Part.Source.EPISODES, "f", 0.5)));
    assertThat(interval.contains(-0.5)).isTrue();
    assertThat(interval.contains(0.5)).isTrue();
    assertThat(interval.contains(0.500001)).isFalse();
    assertThat(interval.contains(Double.NaN)).isFalse();
  }

  @Test
  void partsCannotBeChangedFromOutside() {
    List<Part> mine = new ArrayList<>(PARTS);
    Interval interval = Interval.of("m", 1, FAILURE, mine);
    mine.clear();
    assertThat(interval.parts()).isEqualTo(PARTS);
    assertThatThrownBy(() -> interval.parts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Interval theorem(int effect, int values, int shift, double delta) {
    Shape shape = new Shape(1, 1, 4);
    StateVector zero = StateVector.of(0);
    return TheoremInterval.of(
        new ImmediateEffect(effect, 0, 0, 0, "x"),
        new ValueBounds(values, zero, zero, zero, 1, 0),
        ShiftEstimate.none(shape, shift),
        Holdout.of(new Log(shape).episode(0, 0, 0).counts()),
        delta,
        Reading.MEAN);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 2", "2, 3, 1", "2, 4, 2", "1, 3, 2"})
  void theTheoremsInputsSpeakOfTheSameStep(int effect, int values, int shift) {
    assertThatThrownBy(() -> theorem(effect, values, shift, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("theorem at step " + effect)
        .hasMessageContaining("value of step " + (effect + 1))
        .hasMessageEndingWith("got %d and %d".formatted(shift, values));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, Double.NaN})
  void theTheoremNeedsRoomToFail(double delta) {
    assertThat(theorem(2, 3, 2, 0.1).estimate()).isZero(); // the same inputs are fine otherwise
    assertThatThrownBy(() -> theorem(2, 3, 2, delta))
        .hasMessage("theorem: δ must lie in (0, 1), got " + delta);
  }
}
