package io.sluice.model;

/**
 * The loops that read every stored transition: all planning waits for them, and they for memory.
 *
 * <p>Rows are summed from their first entry to their last, one after the other, so a row's sum is
 * the same to the last bit whoever asks for it. Arrays are held in local variables and rows follow
 * each other without a second look-up of where they start; both were measured to matter.
 */
final class Sweeps {
  private Sweeps() {}

  /** Σ p·v of consecutive rows, written from {@code at} on. */
  static void ahead(SparseRows rows, int first, int size, double[] v, double[] sums, int at) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += value[k] * v[column[k]];
      }
      sums[at + i] = sum;
    }
  }

  /** Σ p·v and Σ p·w of consecutive rows; see {@link Model#aheadOfBoth}. */
  static void aheadOfBoth(
      SparseRows rows, int first, int size, double[] both, double[] sums, int at, double[] others) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      double other = 0;
      for (; k < end; k++) {
        int next = 2 * column[k] + 1;
        double w = both[next];
        double v = both[next - 1];
        double p = value[k];
        sum += p * v;
        other += p * w;
      }
      sums[at + i] = sum;
      others[i] = other;
    }
  }

  /** Σ m·p into each column, m being the mass of rows {@code from} … {@code to − 1} of a table. */
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

  /** R + Σ p·v of consecutive rows, written from {@code at} on. */
  static void points(Model model, int first, int size, double[] v, double[] points, int at) {
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] reward = model.reward;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += value[k] * v[column[k]];
      }
      points[at + i] = reward[first + i] + sum;
    }
  }

  private static void addReward(Model model, int first, int size, double[] points, int at) {
    double[] reward = model.reward;
    for (int i = 0; i < size; i++) {
      points[at + i] = reward[first + i] + points[at + i];
    }
  }

  /**
   * Looks up v(x′) for every transition of consecutive rows, and does nothing else: the processor
   * then asks memory for many at a time, where sums would keep it busy.
   *
   * @return the room, or a larger one
   */
  static double[] lookUp(SparseRows rows, int first, int size, double[] v, double[] room) {
    int from = rows.start[first];
    int[] column = rows.column;
    int count = rows.start[first + size] - from;
    double[] lookedUp = room.length < count ? new double[count + count / 4] : room;
    for (int i = 0; i < count; i++) {
      lookedUp[i] = v[column[from + i]];
    }
    return lookedUp;
  }

  /** {@link #ahead} of values that were {@linkplain #lookUp looked up} before. */
  static void aheadOf(
      SparseRows rows, int first, int size, double[] lookedUp, double[] sums, int at) {
    int[] start = rows.start;
    double[] value = rows.value;
    int offset = start[first];
    int k = offset;
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += value[k] * lookedUp[k - offset];
      }
      sums[at + i] = sum;
    }
  }

  /** {@link #points} of values that were {@linkplain #lookUp looked up} before. */
  static void pointsOf(
      Model model, int first, int size, double[] lookedUp, double[] points, int at) {
    aheadOf(model.next, first, size, lookedUp, points, at);
    addReward(model, first, size, points, at);
  }

  /** R + Σ p·v of one row. */
  static double point(Model model, int row, double[] v) {
    int[] column = model.next.column;
    double[] value = model.next.value;
    double sum = 0;
    for (int k = model.next.start[row], end = model.next.start[row + 1]; k < end; k++) {
      sum += value[k] * v[column[k]];
    }
    return model.reward[row] + sum;
  }

  /**
   * R + Σ p·V̂_p, R + Σ p·V̂ and R + Σ p·V̂_p + Σ p·Γ of one row.
   *
   * @param into where the three are written
   */
  static void values(Model model, int row, NextValues next, double[] into) {
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] low = next.low;
    double[] mid = next.mid;
    double[] gap = next.gap;
    double sumOfLow = 0;
    double sumOfMid = 0;
    double sumOfGap = 0;
    for (int k = model.next.start[row], end = model.next.start[row + 1]; k < end; k++) {
      int x = column[k];
      double p = value[k];
      sumOfLow += p * low[x];
      sumOfMid += p * mid[x];
      sumOfGap += p * gap[x];
    }
    into[0] = model.reward[row] + sumOfLow;
    into[1] = model.reward[row] + sumOfMid;
    into[2] = into[0] + sumOfGap;
  }

  /**
   * What tells a selectively pessimistic learner one action from another, of consecutive rows in
   * one pass: R + Σ p·V̂ and Σ (|p − p_b| − p_b)·Γ.
   */
  static void pointsAndShift(
      Model model,
      double[] weights,
      int first,
      int size,
      double[] point,
      double[] gap,
      double[] points,
      double[] shifted) {
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double m = 0;
      double s = 0;
      for (; k < end; k++) {
        int x = column[k];
        m += value[k] * point[x];
        s += weights[k] * gap[x];
      }
      points[i] = m;
      shifted[i] = s;
    }
    addReward(model, first, size, points, 0);
  }

  /**
   * The same.
   *
   * @param pointAndGap V̂ and Γ of each state side by side, so that a transition asks memory once
   */
  static void pointsAndShift(
      Model model,
      double[] weights,
      int first,
      int size,
      double[] pointAndGap,
      double[] points,
      double[] shifted) {
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double m = 0;
      double s = 0;
      for (; k < end; k++) {
        int at = 2 * column[k];
        m += value[k] * pointAndGap[at];
        s += weights[k] * pointAndGap[at + 1];
      }
      points[i] = m;
      shifted[i] = s;
    }
    addReward(model, first, size, points, 0);
  }

  /** The second of these alone, of values that were {@linkplain #lookUp looked up} before. */
  static void shiftOf(
      SparseRows rows, double[] weights, int first, int size, double[] lookedUp, double[] shifted) {
    int[] start = rows.start;
    int offset = start[first];
    int k = offset;
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double s = 0;
      for (; k < end; k++) {
        s += weights[k] * lookedUp[k - offset];
      }
      shifted[i] = s;
    }
  }

  /** Σ_a π_b(a|x)·(of a) for each of some states. */
  static void logged(double[] behavior, double[] of, double[] sums, int actions, int states) {
    for (int x = 0, i = 0; x < states; x++) {
      double logged = 0;
      for (int end = i + actions; i < end; i++) {
        logged += behavior[i] * of[i];
      }
      sums[x] = logged;
    }
  }

  /** Q̂ − b − Σ (|p − p_b| − p_b)·Γ of every pair, from its parts. */
  static void selective(
      double[] points, double[] bonus, int bonusAt, double[] shifted, double[] into, int size) {
    for (int i = 0; i < size; i++) {
      into[i] = points[i] - bonus[bonusAt + i] - shifted[i];
    }
  }
}
