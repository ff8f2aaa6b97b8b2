package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepWordsTest {
  @Test
  void stepsInARowAreOneRange() {
    assertThat(StepWords.of(List.of(3))).isEqualTo("step 3");
    assertThat(StepWords.of(List.of(3, 4))).isEqualTo("steps 3, 4");
    assertThat(StepWords.of(List.of(3, 5, 6, 7, 8, 9))).isEqualTo("steps 3, 5–9");
    assertThat(StepWords.of(List.of(1, 2, 3, 200))).isEqualTo("steps 1–3, 200");
  }
}
