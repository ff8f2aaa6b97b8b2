package io.sluice.model;

import java.util.Arrays;

/**
 * A dense row for adding up sparse rows. It remembers which columns are in use, so that clearing it
 * does not take |X| writes.
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
