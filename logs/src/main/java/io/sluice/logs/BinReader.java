package io.sluice.logs;

import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Finds the quantiles that columns are cut at. */
final class BinReader {
  private BinReader() {}

  /** The bins that were asked for, by their column, with quantiles as numbers. */
  static Map<String, Bins> resolve(SqlEngine engine, ColumnMap columns, List<Bins> asked) {
    Map<String, Bins> resolved = new HashMap<>();
    RowSql raw = new RowSql(engine, columns, Map.of());
    for (Bins cut : asked) {
      boolean used =
          columns.of(Role.STATE).contains(cut.column())
              || columns.of(Role.ACTION).contains(cut.column())
              || columns.of(Role.NEXT_STATE).contains(cut.column());
      if (!used) {
        throw new SettingException(
            "bins " + cut.column(),
            "needs a column that is part of the state or action, which are %s and %s%s"
                .formatted(
                    columns.of(Role.STATE),
                    columns.of(Role.ACTION),
                    cut.column().contains("=") ? " (give `bins` once for each column)" : ""));
      }
      resolved.put(cut.column(), cut.quantiles() == 0 ? cut : cut.at(quantiles(engine, raw, cut)));
    }
    return resolved;
  }

  /**
   * The quantiles at 1/N, 2/N, …: of n sorted numbers, those at the places (n−1)·i/N, and in
   * between where that is no whole number. Made here and not by the engine, which would round its
   * own way.
   */
  private static List<Double> quantiles(SqlEngine engine, RowSql raw, Bins cut) {
    long n = engine.integer(raw.numbers(cut));
    if (n == 0) {
      throw new SettingException(
          "bins " + cut.column(), "needs numbers to take quantiles of, got none");
    }
    int parts = cut.quantiles();
    double[] below = new double[parts]; // the numbers at ⌊place⌋ and ⌈place⌉
    double[] above = new double[parts];
    int[] next = {1, 1}; // the first quantile that still waits for the number below, and above, it
    long[] passed = new long[1];
    engine.query(
        raw.ranked(cut),
        row -> {
          passed[0] += row.integer(1);
          fill(below, next, 0, passed[0], i -> Math.floor(place(n, i, parts)), row.number(0));
          fill(above, next, 1, passed[0], i -> Math.ceil(place(n, i, parts)), row.number(0));
        });
    List<Double> seen = new ArrayList<>();
    for (int i = 1; i < parts; i++) {
      double place = place(n, i, parts);
      seen.add(below[i] + (above[i] - below[i]) * (place - Math.floor(place)));
    }
    return seen;
  }

  private static double place(long n, int i, int parts) {
    return (n - 1) * (i / (double) parts);
  }

  /** Gives a number to all quantiles whose place comes before the end of its rows. */
  private static void fill(
      double[] numbers, int[] next, int which, long end, IntToDoubleFunction place, double value) {
    while (next[which] < numbers.length && place.applyAsDouble(next[which]) < end) {
      numbers[next[which]++] = value;
    }
  }
}
