package io.sluice.assumptions;

import java.util.ArrayList;
import java.util.List;

/**
 * Tables of one kind held against what chance makes of them.
 *
 * @param test X² of the tables that count
 * @param alarm whether X² is larger than chance allows, at a level of {@value Exceedance#LEVEL}
 * @param rows observations in all tables
 * @param inLarge observations in tables of at least {@value TableTest#LEAST}
 * @param comparable those of them in tables of more than one row label
 */
public record Comparison(TableTest test, boolean alarm, long rows, long inLarge, long comparable) {
  /** "Holds" needs so many comparable observations. */
  private static final long ENOUGH = 100;

  static Comparison of(TableTally tally) {
    return of(tally, Exceedance.USUAL);
  }

  static Comparison of(TableTally tally, Exceedance.Limits limits) {
    List<MarginTable> tables = new ArrayList<>();
    long[] sums = new long[3];
    tally.forEachTable(
        one -> {
          boolean large = one.total() >= TableTest.LEAST;
          sums[0] += one.total();
          sums[1] += large ? one.total() : 0;
          sums[2] += large && one.rowLabels() > 1 ? one.total() : 0;
          one.table().ifPresent(tables::add);
        });
    TableTest test = TableTest.sum(tables);
    long placed = tables.stream().mapToLong(MarginTable::cost).sum();
    boolean alarm =
        Exceedance.alarms(
            test.statistic(),
            test.mean(),
            test.variance(),
            placed,
            random -> {
              double sum = 0;
              for (MarginTable table : tables) {
                sum += table.draw(random);
              }
              return sum;
            },
            limits);
    return new Comparison(test, alarm, sums[0], sums[1], sums[2]);
  }

  /**
   * Whether differences could have been seen, and z is below a limit; or there is nothing to
   * compare.
   */
  public boolean isBelow(double limit) {
    return !alarm && isDense() && isEnough() && z() < limit;
  }

  /** Whether most observations are in tables large enough to be tested. */
  boolean isDense() {
    return 2 * inLarge >= rows;
  }

  /** Whether there is nothing to compare, or enough. */
  boolean isEnough() {
    return comparable == 0 || comparable >= ENOUGH;
  }

  /** z, or 0 where nothing is left to chance. */
  double z() {
    return test.z().orElse(0);
  }
}
