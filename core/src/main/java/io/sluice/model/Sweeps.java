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

  /** Σ p·v of the rows offset + from … offset + to − 1, written from {@code from} on. */
  static void ahead(SparseRows rows, int offset, int from, int to, double[] v, double[] sums) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    int k = start[offset + from];
    for (int i = from; i < to; i++) {
      int end = start[offset + i + 1];
      double sum = 0;
      for (; k < end; k++) {
        sum += value[k] * v[column[k]];
      }
      sums[i] = sum;
    }
  }

  /** Σ m·p into each column, of the rows from {@code first} on, m being a row's mass. */
  static void scatter(SparseRows rows, int first, double[] mass, double[] sums) {
    int[] start = rows.start;
    int[] column = rows.column;
    double[] value = rows.value;
    for (int i = 0; i < mass.length; i++) {
      double m = mass[i];
      if (m != 0) {
        for (int k = start[first + i], end = start[first + i + 1]; k < end; k++) {
          sums[column[k]] += m * value[k];
        }
      }
    }
  }

  /** R + Σ p·v of consecutive rows. */
  static void points(Model model, int first, int size, double[] v, double[] points) {
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
      points[i] = reward[first + i] + sum;
    }
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
   * R + Σ p·V̂_p and R + Σ p·V̂_o of one row.
   *
   * @param lowAndHigh V̂_p and V̂_o of each state side by side
   * @param into where the two are written
   */
  static void bounds(Model model, int row, double[] lowAndHigh, double[] into) {
    int[] column = model.next.column;
    double[] value = model.next.value;
    double low = 0;
    double high = 0;
    for (int k = model.next.start[row], end = model.next.start[row + 1]; k < end; k++) {
      int at = 2 * column[k];
      double p = value[k];
      low += p * lowAndHigh[at];
      high += p * lowAndHigh[at + 1];
    }
    into[0] = model.reward[row] + low;
    into[1] = model.reward[row] + high;
  }

  /**
   * Everything that a selectively pessimistic score needs, of consecutive rows in one pass: R + Σ
   * p·V̂, Σ p·V̂, Σ p·Γ and Σ (|p − p_b| − p_b)·Γ.
   *
   * @param pointAndGap V̂ and Γ of each state side by side, so that a transition asks memory once
   */
  static void aheadWithShift(
      Model model,
      double[] behaviorNext,
      int first,
      int size,
      double[] pointAndGap,
      double[] points,
      double[] ahead,
      double[] gaps,
      double[] shifted) {
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] reward = model.reward;
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
      points[i] = reward[first + i] + m;
      ahead[i] = m;
      gaps[i] = g;
      shifted[i] = s;
    }
  }

  /** The action of the highest score in each of some states; ties go to the lowest index. */
  static void best(double[] scores, int actions, int[] winners, int at, int states) {
    for (int x = at, i = 0; x < at + states; x++, i += actions) {
      int winner = i;
      for (int k = i + 1; k < i + actions; k++) {
        winner = scores[k] > scores[winner] ? k : winner; // no branch, which would be guessed wrong
      }
      winners[x] = winner - i;
    }
  }

  /** The same where some pairs were never seen: they win only where none was. */
  static void bestSeen(
      double[] scores, int actions, boolean[] seen, int[] winners, int at, int states) {
    int first = 0;
    for (int x = at; x < at + states; x++) {
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
}
