package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Freedman's bound by hand: 2·groups·exp(−t²/(2V + 2t/3)). */
class DeviationsTest {
  /**
   * 100 decisions at 0.5: 50 expected, V = 25. With 80 done t = 30 and the exponent is 900/(50 +
   * 20) = 12.857, so the bound of two groups is 4·e^(−12.857) = 1.0428·10⁻⁵.
   */
  @Test
  void theBoundOfTheGroupThatIsFurthestOff() {
    Deviations all = new Deviations(2);
    all.add(0, 100, 0.5, 55);
    all.add(1, 60, 0.5, 50);
    all.add(1, 40, 0.5, 30);
    Deviations.Worst worst = all.worst(1.05e-5).orElseThrow();
    assertThat(worst.group()).isEqualTo(1);
    assertThat(worst.done()).isEqualTo(80);
    assertThat(worst.expected()).isEqualTo(50);
    assertThat(worst.z()).isCloseTo(6, within(1e-12)); // 30/√25
    assertThat(worst.alarm()).isTrue();
    assertThat(all.worst(1.04e-5).orElseThrow().alarm()).isFalse();
    assertThat(Deviations.words(worst, i -> "group " + i))
        .isEqualTo("group 1: 80 decisions, expected 50.0");
  }

  /** Too few are as telling as too many, and z has its sign. */
  @Test
  void tooFewCountToo() {
    Deviations all = new Deviations(1);
    all.add(0, 100, 0.5, 20);
    Deviations.Worst worst = all.worst(0.001).orElseThrow();
    assertThat(worst.z()).isCloseTo(-6, within(1e-12));
    assertThat(worst.alarm()).isTrue();
  }

  /** V = 0 where an action is certain: t = 12 off has 144/(2·12/3) = 18, and no z. */
  @Test
  void certainDecisionsHaveNoVarianceButABound() {
    Deviations all = new Deviations(1);
    all.add(0, 20, 1, 8);
    Deviations.Worst worst = all.worst(3.1e-8).orElseThrow(); // 2·e^(−18) = 3.046·10⁻⁸
    assertThat(worst.z()).isZero();
    assertThat(worst.alarm()).isTrue();
    assertThat(all.worst(3.0e-8).orElseThrow().alarm()).isFalse();
  }

  @Test
  void whatIsExactlyAsExpectedIsNoAlarmAtAnyLevel() {
    Deviations all = new Deviations(1);
    all.add(0, 10, 0.5, 5);
    assertThat(all.worst(100).orElseThrow().alarm()).isFalse();
  }

  @Test
  void withoutExpectedDecisionsThereIsNothingToCompare() {
    Deviations all = new Deviations(3);
    all.add(1, 5, 0, 0);
    assertThat(all.worst(0.5)).isEmpty();
  }

  @Test
  void partsAddUp() {
    Deviations one = new Deviations(1);
    one.add(0, 60, 0.5, 50);
    Deviations two = new Deviations(1);
    two.add(0, 40, 0.5, 30);
    assertThat(one.plus(two).worst(0.05).orElseThrow().z()).isCloseTo(6, within(1e-12));
  }

  /** Φ⁻¹(1 − 0.05/2) = 1.959964. */
  @Test
  void theLimitOfTheLargestOfSeveral() {
    assertThat(Deviations.limit(0.05, 2)).isCloseTo(1.959964, within(1e-6));
  }

  @Test
  void ofTwoThatAreAsFarOffTheFirstIsNamed() {
    Deviations all = new Deviations(3);
    for (int group = 1; group < 3; group++) {
      all.add(group, 100, 0.5, 80);
    }
    assertThat(all.worst(0.001).orElseThrow().group()).isEqualTo(1);
  }
}
