package io.sluice.features;

import java.util.Arrays;
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

  /** Adds what waits: the first four rows, then the other four. */
  private void flush() {
    for (int w = waiting; w < WAITING; w++) {
      Arrays.fill(left[w], 0);
      Arrays.fill(right[w], 0);
    }
    for (int i = 0; i < left[0].length; i++) {
      boolean first = anyOfFour(0, i);
      boolean second = anyOfFour(4, i);
      if (first && second) {
        addEight(i, square ? i : 0);
      } else if (first || second) {
        addFour(first ? 0 : 4, i, square ? i : 0);
      }
    }
    waiting = 0;
  }

  private boolean anyOfFour(int w, int i) {
    return left[w][i] != 0 || left[w + 1][i] != 0 || left[w + 2][i] != 0 || left[w + 3][i] != 0;
  }

  private void addFour(int w, int i, int from) {
    double f0 = left[w][i];
    double f1 = left[w + 1][i];
    double f2 = left[w + 2][i];
    double f3 = left[w + 3][i];
    double[] r0 = right[w];
    double[] r1 = right[w + 1];
    double[] r2 = right[w + 2];
    double[] r3 = right[w + 3];
    double[] into = sum;
    int start = i * width;
    for (int j = from; j < r0.length; j++) {
      into[start + j] += f0 * r0[j] + f1 * r1[j] + (f2 * r2[j] + f3 * r3[j]);
    }
  }

  /** {@link #addFour} twice, with the same bits, but the matrix is read and written once. */
  private void addEight(int i, int from) {
    double f0 = left[0][i];
    double f1 = left[1][i];
    double f2 = left[2][i];
    double f3 = left[3][i];
    double f4 = left[4][i];
    double f5 = left[5][i];
    double f6 = left[6][i];
    double f7 = left[7][i];
    double[] r0 = right[0];
    double[] r1 = right[1];
    double[] r2 = right[2];
    double[] r3 = right[3];
    double[] r4 = right[4];
    double[] r5 = right[5];
    double[] r6 = right[6];
    double[] r7 = right[7];
    double[] into = sum;
    int start = i * width;
    for (int j = from; j < r0.length; j++) {
      into[start + j] =
          into[start + j]
              + (f0 * r0[j] + f1 * r1[j] + (f2 * r2[j] + f3 * r3[j]))
              + (f4 * r4[j] + f5 * r5[j] + (f6 * r6[j] + f7 * r7[j]));
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
