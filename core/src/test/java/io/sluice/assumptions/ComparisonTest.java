package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When tables are enough to say that nothing differs. */
class ComparisonTest {
  /** z = (8 − 4)/2 = 2. */
  private static final TableTest TWO = new TableTest(8, 4, 4, 1, 200);

  private static Comparison of(boolean alarm, long rows, long inLarge, long comparable) {
    return new Comparison(TWO, alarm, rows, inLarge, comparable);
  }

  @Test
  void halfOfTheRowsAndAHundredComparableOnesAreEnough() {
    assertThat(of(false, 200, 100, 100).isBelow(2.1)).isTrue();
    assertThat(of(false, 201, 100, 100).isBelow(2.1)).as("most are in small tables").isFalse();
    assertThat(of(false, 200, 100, 99).isBelow(2.1)).as("too few to compare").isFalse();
    assertThat(of(false, 200, 100, 0).isBelow(2.1)).as("nothing to compare").isTrue();
    assertThat(of(true, 200, 100, 100).isBelow(2.1)).as("an alarm").isFalse();
  }

  @Test
  void theLimitItselfIsNotBelow() {
    assertThat(of(false, 200, 200, 200).isBelow(2)).isFalse();
    assertThat(of(false, 200, 200, 200).isBelow(2.000001)).isTrue();
  }

  @Test
  void withoutVarianceThereIsNoZ() {
    Comparison none = new Comparison(TableTest.NONE, false, 10, 10, 0);
    assertThat(none.z()).isZero();
  }
}
