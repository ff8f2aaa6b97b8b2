package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tables counted in bounded memory. */
class TableTallyTest {
  private static List<TableTest> tests(TableTally tally) {
    List<TableTest> all = new ArrayList<>();
    tally.forEachTable(t -> t.table().ifPresent(one -> all.add(one.test())));
    return all;
  }

  @Test
  void whatIsKeptOfTooManyTablesDoesNotDependOnTheOrder() {
    TableTally forward = new TableTally(4, 2, 100);
    TableTally first = forward.empty();
    TableTally second = forward.empty();
    SplittableRandom random = new SplittableRandom(3);
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      rows.add(new int[] {random.nextInt(200), random.nextInt(2), random.nextInt(2)});
    }
    rows.forEach(r -> forward.add(r[0], r[1], r[2]));
    for (int i = rows.size() - 1; i >= 0; i--) {
      int[] r = rows.get(i);
      (i % 7 == 0 ? first : second).add(r[0], r[1], r[2]);
    }
    List<TableTest> kept = tests(forward);
    assertThat(kept).hasSizeBetween(5, 25).isEqualTo(tests(first.plus(second)));
    // every kept table is whole
    TableTally all = new TableTally(4, 2);
    rows.forEach(r -> all.add(r[0], r[1], r[2]));
    assertThat(tests(all)).hasSize(200).containsAll(kept);
  }
}
