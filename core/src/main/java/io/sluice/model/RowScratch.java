package io.sluice.model;

import java.util.Arrays;

/**
 * A dense row that remembers which columns it touched, to add up sparse rows without clearing |X|
 * numbers each time.
 */
final class RowScratch {
  private final double[] sum;
  private final boolean[] seen;
  private int[] touched = new int[16];
  private int size;

  RowScratch(int columns) {
    sum = new double[columns];
    seen = new boolean[columns];
  }

  void add(int column, double value) {
    if (!seen[column]) {
      seen[column] = true;
      if (size == touched.length) {
        touched = Arrays.copyOf(touched, 2 * size);
      }
      touched[size++] = column;
    }
    sum[column] += value;
  }

  double at(int column) {
    return sum[column];
  }

  /** The touched columns in rising order; {@link #size()} of them. */
  int[] columns() {
    Arrays.sort(touched, 0, size);
    return touched;
  }

  int size() {
    return size;
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      sum[touched[i]] = 0;
      seen[touched[i]] = false;
    }
    size = 0;
  }
}
