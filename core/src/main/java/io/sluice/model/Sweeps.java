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

  /** Σ p·v of consecutive rows. */
  static void ahead(SparseRows rows, int first, int size, double[] v, double[] sums) {
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
      sums[i] = sum;
    }
  }

  /** Σ p·v of one row. */
  static double ahead(SparseRows rows, int row, double[] v) {
    int[] column = rows.column;
    double[] value = rows.value;
    double sum = 0;
    for (int k = rows.start[row], end = rows.start[row + 1]; k < end; k++) {
      sum += value[k] * v[column[k]];
    }
    return sum;
  }

  /**
   * Everything that a selectively pessimistic score needs, of consecutive rows in one pass: Σ p·V̂,
   * Σ p·Γ and Σ (|p − p_b| − p_b)·Γ.
   *
   * @param pointAndGap V̂ and Γ of each state side by side, so that a transition asks memory once
   */
  static void aheadWithShift(
      SparseRows rows,
      double[] behaviorNext,
      int first,
      int size,
      double[] pointAndGap,
      double[] points,
      double[] gaps,
      double[] shifted) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    int k = start[first];
    for (int i = 0; i < size; i++) {
      int end = start[first + i + 1];
      double m = 0;
      double g = 0;
      double s = 0;
      for (; k < end; k++) {
        int at = 2 * column[k];
        double p = value[k];
        double pb = behaviorNext[k];
        double gap = pointAndGap[at + 1];
        m += p * pointAndGap[at];
        g += p * gap;
        s += (Math.abs(p - pb) - pb) * gap;
      }
      points[i] = m;
      gaps[i] = g;
      shifted[i] = s;
    }
  }

  /**
   * The action of the highest score in each of some states; ties go to the lowest index.
   *
   * <p>Scores are compared as integers of the same order: the processor then picks without
   * branching, where a branch would be guessed wrongly about once per state.
   */
  static void best(double[] scores, int actions, int[] winners, int from, int to) {
    int i = 0;
    for (int x = from; x < to; x++) {
      int winner = 0;
      long highest = sortable(scores[i]);
      for (int a = 1; a < actions; a++) {
        long score = sortable(scores[i + a]);
        winner = score > highest ? a : winner;
        highest = Math.max(score, highest);
      }
      winners[x] = winner;
      i += actions;
    }
  }

  /** The same where some pairs were never seen: they win only where none was. */
  static void bestSeen(
      double[] scores, int actions, boolean[] seen, int[] winners, int from, int to) {
    int first = 0;
    for (int x = from; x < to; x++) {
      int winner = 0;
      for (int a = 1; a < actions; a++) {
        boolean higher = scores[first + a] > scores[first + winner];
        boolean betterKnown = seen[first + a] && !seen[first + winner];
        boolean lessKnown = !seen[first + a] && seen[first + winner];
        winner = betterKnown || higher && !lessKnown ? a : winner;
      }
      winners[x] = winner;
      first += actions;
    }
  }

  private static long sortable(double score) {
    long bits = Double.doubleToRawLongBits(score + 0.0); // −0 becomes 0, which it equals
    return bits ^ (bits >> 63 >>> 1);
  }
}
