package io.sluice.assumptions;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Pearson's X² of many small tables, summed, with its exact mean and variance given the margins of
 * every table: what it would be if rows and columns had nothing to do with each other.
 *
 * <p>Given its margins r and c, an R×C table of n ≥ 4 has, if columns are a random permutation,
 *
 * <pre>
 * E X²   = n(R−1)(C−1)/(n−1)
 * Var X² = 2n/(n−3)·(v₁−m₁)(v₂−m₂) + n²/(n−1)·m₁m₂
 * v₁ = (R−1)(n−R)/(n−1)    v₂ = (C−1)(n−C)/(n−1)
 * m₁ = (nΣ1/r − R²)/(n−2)  m₂ = (nΣ1/c − C²)/(n−2)
 * </pre>
 *
 * so that no expected count has to be large. A table of fewer than four rows, of one row label or
 * of one column label says nothing and adds nothing.
 *
 * @param statistic X², summed
 * @param mean of it
 * @param variance of it, tables taken as independent
 * @param tables how many count
 * @param rows how many observations they hold
 */
public record TableTest(double statistic, double mean, double variance, long tables, long rows) {
  /** The fewest observations of a table that counts: its variance needs n > 3. */
  static final int LEAST = 4;

  /** Of no table. */
  static final TableTest NONE = new TableTest(0, 0, 0, 0, 0);

  /** Of one table, by row and column. */
  public static TableTest of(List<List<Integer>> table) {
    int columns = table.get(0).size();
    MarginTable.Builder cells = new MarginTable.Builder();
    for (int i = 0; i < table.size(); i++) {
      for (int j = 0; j < columns; j++) {
        cells.add(i, j, table.get(i).get(j));
      }
    }
    return cells.table().map(MarginTable::test).orElse(NONE);
  }

  /** Of both. */
  public TableTest plus(TableTest other) {
    return new TableTest(
        statistic + other.statistic,
        mean + other.mean,
        variance + other.variance,
        tables + other.tables,
        rows + other.rows);
  }

  static TableTest sum(List<MarginTable> tables) {
    return tables.stream().map(MarginTable::test).reduce(NONE, TableTest::plus);
  }

  /** (X² − mean)/sd, close to N(0, 1); empty if no table leaves anything to chance. */
  public OptionalDouble z() {
    return variance > 0
        ? OptionalDouble.of((statistic - mean) / Math.sqrt(variance))
        : OptionalDouble.empty();
  }

  /** X², mean and variance of a table with these margins. */
  static TableTest of(double statistic, int[] rowSums, int[] columnSums) {
    double n = Arrays.stream(rowSums).asLongStream().sum();
    double r = rowSums.length;
    double c = columnSums.length;
    double v1 = (r - 1) * (n - r) / (n - 1);
    double v2 = (c - 1) * (n - c) / (n - 1);
    double m1 = (n * inverses(rowSums) - r * r) / (n - 2);
    double m2 = (n * inverses(columnSums) - c * c) / (n - 2);
    double variance = 2 * n / (n - 3) * (v1 - m1) * (v2 - m2) + n * n / (n - 1) * m1 * m2;
    return new TableTest(
        statistic, n * (r - 1) * (c - 1) / (n - 1), Math.max(0, variance), 1, (long) n);
  }

  private static double inverses(int[] sums) {
    double inverses = 0;
    for (int sum : sums) {
      inverses += 1.0 / sum;
    }
    return inverses;
  }
}
