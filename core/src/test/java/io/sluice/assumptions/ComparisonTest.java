package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

  /** Four rows of two labels, three rows, five rows of one label. */
  @Test
  void rowsAreCountedByWhatTheirTablesCanSay() {
    TableTally tally = new TableTally(4, 2);
    tally.add(1, 0, 0, 2);
    tally.add(1, 1, 1, 2);
    tally.add(2, 0, 0, 2);
    tally.add(2, 1, 1, 1);
    tally.add(3, 0, 0, 4);
    tally.add(3, 0, 1, 1);
    Comparison found = Comparison.of(tally);
    assertThat(found.rows()).isEqualTo(12);
    assertThat(found.inLarge()).isEqualTo(9);
    assertThat(found.comparable()).isEqualTo(4);
    assertThat(found.test()).isEqualTo(TableTest.of(List.of(List.of(2, 0), List.of(0, 2))));
    assertThat(found.alarm()).isFalse();
  }

  /**
   * z = 5.1 of a table whose 12 rows lie on its diagonal, drawn in 2 of 924 ways: an alarm needs
   * fewer than 1 in 2,000. Two such tables are that rare.
   */
  @Test
  void anAlarmIsWhatDrawsOfAllTablesDoNotReach() {
    TableTally one = new TableTally(4, 2);
    TableTally two = new TableTally(4, 2);
    for (int table = 0; table < 2; table++) {
      for (TableTally tally : table == 0 ? List.of(one, two) : List.of(two)) {
        tally.add(table, 0, 0, 6);
        tally.add(table, 1, 1, 6);
      }
    }
    assertThat(Comparison.of(one).z()).isGreaterThan(4);
    assertThat(Comparison.of(one).alarm()).isFalse();
    assertThat(Comparison.of(two).alarm()).isTrue();
  }
}
