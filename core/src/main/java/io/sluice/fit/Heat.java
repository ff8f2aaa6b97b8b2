package io.sluice.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A heat map of amounts: only the rows and columns with the largest weights are kept.
 *
 * @param rows their names, the heaviest first
 * @param columns their names, in their own order
 * @param allRows how many rows there are, shown or not
 * @param allColumns how many columns
 */
public record Heat(
    List<String> rows, List<String> columns, List<Cell> cells, int allRows, int allColumns) {
  /** One amount; row and column count from 0. */
  public record Cell(int row, int column, double amount) {}

  public Heat {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    cells = List.copyOf(cells);
  }

  /** How an amount is found, or NaN where there is none. */
  @FunctionalInterface
  public interface Amounts {
    double at(int row, int column);
  }

  /** The name of a row or column. */
  @FunctionalInterface
  public interface Names {
    String of(int index);
  }

  /**
   * @param rowWeights which rows are shown: the heaviest; those without weight never are
   */
  public static Heat of(
      double[] rowWeights,
      double[] columnWeights,
      int mostRows,
      int mostColumns,
      Names rowNames,
      Names columnNames,
      Amounts amounts) {
    List<Integer> rows = heaviest(rowWeights, mostRows);
    List<Integer> columns = heaviest(columnWeights, mostColumns).stream().sorted().toList();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        double amount = amounts.at(rows.get(i), columns.get(j));
        if (!Double.isNaN(amount)) {
          cells.add(new Cell(i, j, amount));
        }
      }
    }
    return new Heat(
        rows.stream().map(rowNames::of).toList(),
        columns.stream().map(columnNames::of).toList(),
        cells,
        weighing(rowWeights),
        weighing(columnWeights));
  }

  private static int weighing(double[] weights) {
    int count = 0;
    for (double weight : weights) {
      count += weight > 0 ? 1 : 0;
    }
    return count;
  }

  private static List<Integer> heaviest(double[] weights, int most) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        all.add(i);
      }
    }
    all.sort(Comparator.comparingDouble((Integer i) -> -weights[i]).thenComparing(i -> i));
    return all.subList(0, Math.min(most, all.size()));
  }
}
