package io.sluice.model;

/**
 * The loops that read every stored transition; they take most of the time of a plan.
 *
 * <p>A row is summed from its first entry to its last, so that its sum has the same bits whichever
 * loop makes it. Arrays are held in local variables, and a row begins where the one before it
 * ended: both make the loops measurably faster.
 */
final class RowSums {
  private RowSums() {}

  /** Σ p·v over entries {@code from} … {@code end − 1}. */
  static double of(double[] p, int[] column, double[] v, int from, int end) {
    double sum = 0;
    for (int k = from; k < end; k++) {
      sum += p[k] * v[column[k]];
    }
    return sum;
  }

  /** Σ p·v of one row. */
  static double of(SparseRows rows, int row, double[] v) {
    return of(rows.value, rows.column, v, rows.start[row], rows.start[row + 1]);
  }

  /** Σ p·v of every row of a block, the first of them written to {@code sums[at]}. */
  static void of(SparseRows rows, Block block, double[] v, double[] sums, int at) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    int first = block.firstRow();
    int k = start[first];
    for (int i = 0, size = block.pairs(); i < size; i++) {
      int end = start[first + i + 1];
      sums[at + i] = of(value, column, v, k, end);
      k = end;
    }
  }

  /** R̂ + Σ p·v of every row of a block; the inner loop written out is steadily faster here. */
  static void points(Model model, Block block, double[] v, double[] points) {
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] reward = model.reward;
    int first = block.firstRow();
    int k = start[first];
    for (int i = 0, size = block.pairs(); i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += value[k] * v[column[k]];
      }
      points[i] = reward[first + i] + sum;
    }
  }

  /** Adds R̂ to a number of every row of a block. */
  static void addReward(Model model, Block block, double[] sums) {
    double[] reward = model.reward;
    int first = block.firstRow();
    for (int i = 0, size = block.pairs(); i < size; i++) {
      sums[i] = reward[first + i] + sums[i];
    }
  }

  /**
   * Σ p·v and Σ q·w of every row of a block, where v and w are two arrays.
   *
   * @param q a second weight of each stored transition
   * @param ofV where Σ p·v is written, from {@code at} on
   * @param ofW where Σ q·w is written, from 0 on
   */
  static void apart(
      SparseRows rows,
      double[] q,
      Block block,
      TwoValues next,
      double[] ofV,
      int at,
      double[] ofW) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] p = rows.value;
    double[] v = next.v;
    double[] w = next.w;
    int first = block.firstRow();
    int k = start[first];
    for (int i = 0, size = block.pairs(); i < size; i++) {
      int end = start[first + i + 1];
      double sumOfV = 0;
      double sumOfW = 0;
      for (; k < end; k++) {
        int x = column[k];
        sumOfV += p[k] * v[x];
        sumOfW += q[k] * w[x];
      }
      ofV[at + i] = sumOfV;
      ofW[i] = sumOfW;
    }
  }

  /** The same where one array has v and w of each state side by side. */
  static void sideBySide(
      SparseRows rows,
      double[] q,
      Block block,
      TwoValues next,
      double[] ofV,
      int at,
      double[] ofW) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] p = rows.value;
    double[] both = next.sideBySide;
    int first = block.firstRow();
    int k = start[first];
    for (int i = 0, size = block.pairs(); i < size; i++) {
      int end = start[first + i + 1];
      double sumOfV = 0;
      double sumOfW = 0;
      for (; k < end; k++) {
        int x = 2 * column[k];
        sumOfV += p[k] * both[x];
        sumOfW += q[k] * both[x + 1];
      }
      ofV[at + i] = sumOfV;
      ofW[i] = sumOfW;
    }
  }

  /**
   * Looks up v(x′) for every transition of a block, and does nothing else: the processor then waits
   * for many of them at a time, where sums would keep it busy.
   *
   * @param buffer where they are written, if it is long enough
   * @return the buffer, or a longer one
   */
  static double[] lookUp(SparseRows rows, Block block, double[] v, double[] buffer) {
    int[] column = rows.column;
    int from = rows.start[block.firstRow()];
    int count = rows.start[block.firstRow() + block.pairs()] - from;
    double[] found = buffer.length < count ? new double[count + count / 4] : buffer;
    for (int i = 0; i < count; i++) {
      found[i] = v[column[from + i]];
    }
    return found;
  }

  /** Σ q·v of every row of a block, of values that were {@linkplain #lookUp looked up} before. */
  static void ofLookedUp(
      SparseRows rows, double[] q, Block block, double[] found, double[] sums, int at) {
    int[] start = rows.start;
    int first = block.firstRow();
    int offset = start[first];
    int k = offset;
    for (int i = 0, size = block.pairs(); i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += q[k] * found[k - offset];
      }
      sums[at + i] = sum;
    }
  }

  /** Adds m·p to the sum of each column, for rows {@code from} … {@code to − 1} of mass m. */
  static void scatter(SparseRows rows, int table, int from, int to, double[] mass, double[] sums) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    for (int i = from; i < to; i++) {
      double m = mass[i];
      if (m != 0) {
        for (int k = start[table + i], end = start[table + i + 1]; k < end; k++) {
          sums[column[k]] += m * value[k];
        }
      }
    }
  }
}
