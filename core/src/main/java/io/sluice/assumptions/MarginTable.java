package io.sluice.assumptions;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A table of counts as its X² and its margins, and what X² is in random tables with these margins.
 *
 * <p>A random table is drawn by placing all observations but those of the largest column: X² = n(Σ
 * n_ij²/(r_i c_j) − 1) changes by a simple amount with each.
 */
final class MarginTable {
  private final double statistic;
  private final int[] rowSums;
  private final int[] columnSums; // the largest last
  private final int[] rowOf; // of every observation: a permutation that goes on being mixed
  private final int[] inRow; // how many of the column are in each row
  private final int[] left; // what rows have left for the largest column

  private MarginTable(double statistic, int[] rowSums, int[] columnSums) {
    this.statistic = statistic;
    this.rowSums = rowSums;
    this.columnSums = columnSums;
    this.rowOf = new int[Arrays.stream(rowSums).sum()];
    for (int i = 0, at = 0; i < rowSums.length; at += rowSums[i++]) {
      Arrays.fill(rowOf, at, at + rowSums[i], i);
    }
    this.inRow = new int[rowSums.length];
    this.left = rowSums.clone();
  }

  TableTest test() {
    return TableTest.of(statistic, rowSums, columnSums);
  }

  /** How many observations are placed to draw a random table. */
  int cost() {
    return rowOf.length - columnSums[columnSums.length - 1];
  }

  /** X² of a random table with these margins. */
  double draw(SplittableRandom random) {
    int last = columnSums.length - 1;
    int at = 0;
    double sum = 0;
    double atLast = rowOf.length; // Σ left²/r
    for (int j = 0; j < last; j++) {
      double own = 0;
      int from = at;
      for (int k = 0; k < columnSums[j]; k++, at++) {
        int other = at + random.nextInt(rowOf.length - at);
        int row = rowOf[other];
        rowOf[other] = rowOf[at];
        rowOf[at] = row;
        own += (2 * inRow[row]++ + 1.0) / rowSums[row];
        atLast -= (2 * left[row]-- - 1.0) / rowSums[row];
      }
      sum += own / columnSums[j];
      for (int k = from; k < at; k++) {
        inRow[rowOf[k]] = 0;
      }
    }
    for (int k = 0; k < at; k++) {
      left[rowOf[k]]++;
    }
    return rowOf.length * (sum + atLast / columnSums[last] - 1);
  }

  /** Takes the cells of one table, row by row; a row's cells come one after the other. */
  static final class Builder {
    private final Map<Integer, Integer> columnAt = new HashMap<>();
    private int[] rows = new int[8];
    private int[] columns = new int[8];
    private int[] cellRow = new int[16];
    private int[] cellColumn = new int[16];
    private int[] cellCount = new int[16];
    private int rowCount;
    private int width;
    private int cells;
    private long lastRow = -1;
    private long total;

    /** Begins another table. */
    void clear() {
      columnAt.clear();
      rowCount = 0;
      width = 0;
      cells = 0;
      lastRow = -1;
      total = 0;
    }

    void add(long row, int column, int n) {
      if (n == 0) {
        return;
      }
      if (row != lastRow) {
        rows = rowCount == rows.length ? Arrays.copyOf(rows, 2 * rowCount) : rows;
        rows[rowCount++] = 0;
        lastRow = row;
      }
      int j = columnAt.computeIfAbsent(column, c -> columnAt.size());
      columns = j == columns.length ? Arrays.copyOf(columns, 2 * j) : columns;
      columns[j] = j == width ? 0 : columns[j];
      width = columnAt.size();
      if (cells == cellRow.length) {
        cellRow = Arrays.copyOf(cellRow, 2 * cells);
        cellColumn = Arrays.copyOf(cellColumn, 2 * cells);
        cellCount = Arrays.copyOf(cellCount, 2 * cells);
      }
      cellRow[cells] = rowCount - 1;
      cellColumn[cells] = j;
      cellCount[cells++] = n;
      rows[rowCount - 1] += n;
      columns[j] += n;
      total += n;
    }

    /** How many observations there are. */
    long total() {
      return total;
    }

    /** How many observations a column has. */
    int inColumn(int column) {
      Integer j = columnAt.get(column);
      return j == null ? 0 : columns[j];
    }

    /** How many row labels there are. */
    int rowLabels() {
      return rowCount;
    }

    /** The table, unless it says nothing. */
    Optional<MarginTable> table() {
      if (total < TableTest.LEAST || rowCount < 2 || width < 2 || total > Integer.MAX_VALUE - 8) {
        return Optional.empty();
      }
      double sum = 0;
      for (int i = 0; i < cells; i++) {
        double n = cellCount[i];
        sum += n * n / rows[cellRow[i]] / columns[cellColumn[i]];
      }
      int[] sorted = Arrays.copyOf(columns, width);
      Arrays.sort(sorted);
      return Optional.of(new MarginTable(total * (sum - 1), Arrays.copyOf(rows, rowCount), sorted));
    }
  }
}
