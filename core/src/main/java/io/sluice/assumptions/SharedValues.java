package io.sluice.assumptions;

import io.sluice.assumptions.SharedColumn.Outcome;

/**
 * Are episodes that share a value of a column more alike than others? Their returns are held
 * against each other by Pearson's X², in one table for each action that was taken, so that
 * customers who differ only in what suits them differ here too; with its exact moments, and against
 * random tables with the same margins (see {@link TableTest}).
 */
public final class SharedValues {
  /** The fewest values of a column, effectively, that does not have the name of an identifier. */
  private static final double LEAST_VALUES = 10;

  private static final int DRAWS = (int) Math.round(SharedColumn.MOST / SharedColumn.LEVEL) - 1;
  private static final Exceedance.Limits LIMITS = new Exceedance.Limits(DRAWS, 20_000, 8);

  private final TableTally tables;
  private final long[] episodes; // of every value
  private int repeated; // values of two episodes or more

  /**
   * @param values how many there are
   * @param bins of returns
   */
  public SharedValues(int values, int bins) {
    this.tables = new TableTally((long) values * bins, bins);
    this.episodes = new long[values];
  }

  /**
   * Adds episodes.
   *
   * @param table of episodes that are compared with each other
   * @param value of the column, from 0
   * @param bin of their return
   */
  public void add(long table, int value, int bin, int n) {
    tables.add(table, value, bin, n);
    repeated += episodes[value] < 2 && episodes[value] + n >= 2 ? 1 : 0;
    episodes[value] += n;
  }

  /** How many values there were if all were equally frequent: 1/Σ share². */
  private double effective() {
    double squares = 0;
    double all = 0;
    for (long n : episodes) {
      squares += (double) n * n;
      all += n;
    }
    return all * all / squares;
  }

  /** Whether there are too few values for anything but a property of many episodes. */
  public boolean areFew() {
    return Math.min(effective(), repeated) < LEAST_VALUES;
  }

  /** What comparing the episodes says of their column. */
  public SharedColumn column(String name) {
    Comparison found = Comparison.of(tables, LIMITS);
    Outcome outcome =
        found.alarm()
            ? Outcome.ALIKE
            : found.isDense() && found.isEnough() && found.comparable() > 0
                ? Outcome.NOT_ALIKE
                : Outcome.NOT_COMPARED;
    return new SharedColumn(name, outcome, found.z());
  }
}
