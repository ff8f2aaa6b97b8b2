package io.sluice.features;

import org.jspecify.annotations.Nullable;

/**
 * Σ f·u vᵀ over rows, as a matrix by rows. A few rows wait until they are added together, so that
 * the matrix is read once for all of them; which rows those are depends on their order only.
 */
final class OuterSum implements java.io.Serializable {
  private static final int WAITING = 8;

  private final int width;
  private final double[] sum;
  private final double[][] left;
  private final double[][] right;
  private final boolean square;
  private int waiting;

  private OuterSum(int rows, int columns, boolean square) {
    this.width = columns;
    this.square = square;
    sum = new double[rows * columns];
    left = new double[WAITING][rows];
    right = square ? left : new double[WAITING][columns];
  }

  /** Σ u vᵀ. */
  static OuterSum of(int rows, int columns) {
    return new OuterSum(rows, columns, false);
  }

  /** Σ u uᵀ. */
  static OuterSum ofSquares(int size) {
    return new OuterSum(size, size, true);
  }

  /** The sum, or a new one if there is none yet, with f·u vᵀ added. */
  static OuterSum with(@Nullable OuterSum sum, double factor, double[] u, double[] v) {
    OuterSum into = sum == null ? of(u.length, v.length) : sum;
    into.add(factor, u, v);
    return into;
  }

  /** The matrix of a sum, or what there is without one. */
  static double[] matrix(@Nullable OuterSum sum, double[] none) {
    return sum == null ? none : sum.matrix();
  }

  void add(double[] row) {
    System.arraycopy(row, 0, left[waiting], 0, row.length);
    next();
  }

  void add(double factor, double[] u, double[] v) {
    if (factor == 0) {
      return;
    }
    double[] scaled = left[waiting];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = factor * u[i];
    }
    System.arraycopy(v, 0, right[waiting], 0, v.length);
    next();
  }

  private void next() {
    if (++waiting == WAITING) {
      flush();
    }
  }

  /** Adds what waits: first four rows, then the other four. */
  private void flush() {
    for (int w = waiting; w < WAITING; w++) {
      java.util.Arrays.fill(left[w], 0);
      java.util.Arrays.fill(right[w], 0);
    }
    for (int w = 0; w < waiting; w += 4) {
      addFour(w);
    }
    waiting = 0;
  }

  private void addFour(int w) {
    for (int i = 0; i < left[w].length; i++) {
      double f0 = left[w][i];
      double f1 = left[w + 1][i];
      double f2 = left[w + 2][i];
      double f3 = left[w + 3][i];
      if (f0 != 0 || f1 != 0 || f2 != 0 || f3 != 0) {
        addRow(w, i * width, square ? i : 0, f0, f1, f2, f3);
      }
    }
  }

  private void addRow(int w, int start, int from, double f0, double f1, double f2, double f3) {
    double[] r0 = right[w];
    double[] r1 = right[w + 1];
    double[] r2 = right[w + 2];
    double[] r3 = right[w + 3];
    double[] into = sum;
    for (int j = from; j < r0.length; j++) {
      into[start + j] += f0 * r0[j] + f1 * r1[j] + (f2 * r2[j] + f3 * r3[j]);
    }
  }

  /** The matrix, both halves of it; nothing may be added afterwards. */
  double[] matrix() {
    flush();
    for (int i = 0; square && i < width; i++) {
      for (int j = 0; j < i; j++) {
        sum[i * width + j] = sum[j * width + i];
      }
    }
    return sum;
  }
}
