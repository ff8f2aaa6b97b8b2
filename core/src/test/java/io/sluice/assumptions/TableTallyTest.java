package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

  /** A part that begins when a sum has dropped tables need not count them, nor does a sum grow. */
  @Test
  void aPartThatBeginsWithWhatASumKeepsGivesTheSame() {
    TableTally forward = new TableTally(4, 2, 100);
    TableTally sum = forward.empty();
    TableTally part = null;
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 4000; i++) {
      int table = random.nextInt(200);
      int cell = random.nextInt(4);
      forward.add(table, cell / 2, cell % 2);
      part = i == 3000 ? sum.empty() : part;
      (i < 3000 ? sum : part).add(table, cell / 2, cell % 2);
    }
    int whole = forward.multiplicities().length;
    assertThat(whole).isLessThanOrEqualTo(100);
    assertThat(part.multiplicities().length).isLessThanOrEqualTo(whole);
    TableTally together = sum.plus(part);
    assertThat(tests(together)).isEqualTo(tests(forward)).isNotEmpty();
    assertThat(together.multiplicities()).isEqualTo(forward.multiplicities());
  }

  /** Of 200 tables at most 100 cells can be kept, which is known before any is added. */
  @Test
  void knowingSomeTablesBeforehandChangesNothing() {
    TableTally forward = new TableTally(4, 2, 100);
    TableSample sample = new TableSample();
    for (int table = 0; table < 200; table++) {
      sample.add(table);
    }
    TableTally knowing = forward.knowing(sample);
    assertThat(IntStream.range(0, 200).filter(knowing::keeps).count()).isBetween(30L, 100L);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 4000; i++) {
      int table = i % 200;
      int cell = random.nextInt(4);
      forward.add(table, cell / 2, cell % 2);
      knowing.add(table, cell / 2, cell % 2);
    }
    assertThat(tests(knowing)).isEqualTo(tests(forward)).isNotEmpty();
    assertThat(knowing.multiplicities()).isEqualTo(forward.multiplicities());
  }

  /** What waits is looked for in the end: cells that come often are not kept often. */
  @Test
  void cellsThatWaitAreCounted() {
    TableTally one = new TableTally(4, 2);
    TableTally two = new TableTally(4, 2);
    for (int i = 0; i < 10_000; i++) {
      one.add(i % 3, 0, 1);
      two.add(i % 3, 0, 1, 1);
    }
    assertThat(one.multiplicities()).containsExactly(3333, 3333, 3334);
    assertThat(one.plus(two).multiplicities()).containsExactly(6666, 6666, 6668);
  }

  /** A sum of few tables has to drop what a part of many has dropped, or tables are not whole. */
  @Test
  void aSumOfFewTablesDropsWhatThePartHasDropped() {
    TableTally sum = new TableTally(4, 2, 100);
    TableTally part = sum.empty();
    TableTally forward = sum.empty();
    for (int table = 0; table < 90; table++) {
      sum.add(table, 0, 0);
      forward.add(table, 0, 0);
    }
    for (int table = 0; table < 200; table++) {
      for (int cell = 0; cell < 4; cell++) {
        part.add(table, cell / 2, cell % 2, 2);
        forward.add(table, cell / 2, cell % 2, 2);
      }
    }
    assertThat(tests(sum.plus(part))).isEqualTo(tests(forward)).isNotEmpty();
    assertThat(sum.multiplicities()).isEqualTo(forward.multiplicities());
  }

  /** Sixty-five tables of a cell, and two hundred of four cells, of which some are kept. */
  @Test
  void whatOnePartDropsIsDroppedInTheSumWhicheverComesFirst() {
    for (boolean fewFirst : new boolean[] {true, false}) {
      TableTally few = new TableTally(4, 2, 100);
      TableTally many = few.empty();
      for (int table = 0; table < 200; table++) {
        for (int cell = 0; cell < 4; cell++) {
          many.add(table, cell / 2, cell % 2);
        }
        if (table < 65) {
          few.add(table, 0, 0);
        }
      }
      int kept = (int) IntStream.range(0, 200).filter(many::keeps).count();
      TableTally sum = fewFirst ? few.plus(many) : many.plus(few);
      assertThat(sum.multiplicities()).hasSize(4 * kept).contains(2);
    }
  }

  @Test
  void aSumIsSentWhole() throws IOException, ClassNotFoundException {
    TableTally sum = new TableTally(4, 2);
    TableTally part = sum.empty();
    for (int table = 0; table < 50; table++) {
      sum.add(table, 0, table % 2, 2);
      part.add(table, 1, 0, 3);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(sum.plus(part));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      TableTally sent = (TableTally) in.readObject();
      assertThat(tests(sent)).isEqualTo(tests(sum)).hasSize(25); // of two columns
      assertThat(sent.multiplicities()).hasSize(100).isEqualTo(sum.multiplicities());
    }
  }

  @Test
  void tablesAreShownAsTheyWereCounted() {
    TableTally tally = new TableTally(6, 3);
    tally.add(7, 0, 0, 3);
    tally.add(7, 0, 2, 1);
    tally.add(7, 1, 1, 4);
    tally.add(7, 1, 2, 2);
    tally.add(2, 1, 2);
    tally.add(2, 0, 0, 5);
    assertThat(tests(tally))
        .contains(TableTest.of(List.of(List.of(3, 0, 1), List.of(0, 4, 2))))
        .contains(TableTest.of(List.of(List.of(5, 0, 0), List.of(0, 0, 1))))
        .hasSize(2);
    assertThat(tally.multiplicities()).containsExactly(1, 1, 2, 3, 4, 5);
    assertThat(tally.empty().plus(tally).multiplicities()).containsExactly(1, 1, 2, 3, 4, 5);
  }

  @Test
  void tablesThatCannotBeNumberedAreNot() {
    assertThat(TableTally.canNumber(1e9, 1e5, 1e4)).isTrue(); // 1e18 of 4.6e18
    assertThat(TableTally.canNumber(1e9, 1e5, 1e5)).isFalse();
  }
}
