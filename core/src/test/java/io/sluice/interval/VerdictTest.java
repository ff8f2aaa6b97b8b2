package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static Verdict verdict(double estimate, double model, double carried) {
    List<Part> parts =
        List.of(
            Part.of(Part.Source.MODEL_ERROR, "b", model),
            Part.of(Part.Source.CARRIED, "Γ", carried));
    return Verdict.of(Interval.of("selective", estimate, new Failure(0.05, 0), parts), 1_000);
  }

  @Test
  void anIntervalAboveZeroIsBetterAndBelowWorse() {
    assertThat(verdict(0.5, 0.1, 0.2).kind()).hasToString("better");
    assertThat(verdict(-0.5, 0.1, 0.2).kind()).hasToString("worse");
    assertThat(verdict(0.5, 0.1, 0.2).episodes()).isEmpty();
  }

  @Test
  void nothingAtAllIsNoDifference() {
    assertThat(verdict(0, 0, 0).kind()).hasToString("no difference");
  }

  @Test
  void anIntervalAroundZeroSaysWhatLimitsItAndHowManyEpisodesWouldSettle() {
    Verdict verdict = verdict(0.125, 0.125, 0.25);
    assertThat(verdict.kind()).hasToString("cannot tell yet");
    assertThat(verdict.limit()).isEqualTo("carried from later steps");
    // its half-width 0.375 must shrink to 0.125, so by 3: 9 times 1,000 episodes
    assertThat(verdict.episodes()).hasValue(9_000);
    assertThat(verdict(-0.125, 0.125, 0.25).episodes()).hasValue(9_000);
  }

  @Test
  void noNumberOfEpisodesSettlesAnEffectOfZero() {
    assertThat(verdict(0, 0.1, 0.2).kind()).hasToString("cannot tell yet");
    assertThat(verdict(0, 0.1, 0.2).episodes()).isEmpty();
  }
}
