package io.sluice.model;

/** The loops over scores and over the actions chosen by them, for a block of states. */
final class Chosen {
  private Chosen() {}

  /**
   * The action of the highest score in each of some states; ties go to the lowest index. Two states
   * at a time, and without a branch, which would be guessed wrong.
   *
   * @param highest where these scores are written, from {@code to} on
   */
  static void best(
      double[] scores, int actions, int[] winners, int at, int states, double[] highest, int to) {
    int x = 0;
    int i = 0;
    for (; x < states - 1; x += 2, i += 2 * actions) {
      int j = i + actions;
      int first = i;
      int second = j;
      for (int a = 1; a < actions; a++) {
        first = scores[i + a] > scores[first] ? i + a : first;
        second = scores[j + a] > scores[second] ? j + a : second;
      }
      winners[at + x] = first - i;
      winners[at + x + 1] = second - j;
      highest[to + x] = scores[first];
      highest[to + x + 1] = scores[second];
    }
    if (x < states) {
      int last = i;
      for (int a = 1; a < actions; a++) {
        last = scores[i + a] > scores[last] ? i + a : last;
      }
      winners[at + x] = last - i;
      highest[to + x] = scores[last];
    }
  }

  /** The same where some pairs were never seen: they win only where none was. */
  static void bestSeen(
      double[] scores,
      int actions,
      boolean[] seen,
      int[] winners,
      int at,
      int states,
      double[] highest,
      int to) {
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
      highest[to + x - at] = scores[first + winner];
      first += actions;
    }
  }

  /** What belongs to the chosen actions of some states, written from {@code to} on. */
  static void pick(
      double[] ofPairs, int actions, int[] winners, int at, int states, double[] into, int to) {
    for (int x = 0, i = 0; x < states; x++, i += actions) {
      into[to + x] = ofPairs[i + winners[at + x]];
    }
  }

  /** R + Σ p·v of the rows of chosen actions, written from {@code to} on. */
  static void points(
      Model model,
      int first,
      int[] winners,
      int at,
      int states,
      double[] v,
      double[] into,
      int to) {
    int actions = model.shape().actions();
    for (int x = 0; x < states; x++) {
      into[to + x] = Sweeps.point(model, first + x * actions + winners[at + x], v);
    }
  }

  /**
   * V̂_p = R + Σ p·V̂_p − b and V̂_o = R + Σ p·V̂_p + Σ p·Γ + b of the rows of chosen actions,
   * clipped and laid out; V̂ is there, and is clipped between them if asked.
   *
   * @param bonus of each state's chosen action
   * @param from the first of the states
   */
  static void settle(
      Model model,
      int first,
      int[] winners,
      int at,
      int states,
      NextValues next,
      double[] bonus,
      NextValues here,
      int from,
      double top,
      boolean clipPoint) {
    int actions = model.shape().actions();
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] low = next.low;
    double[] gap = next.gap;
    for (int x = 0; x < states; x++) {
      int row = first + x * actions + winners[at + x];
      double sumOfLow = 0;
      double sumOfGap = 0;
      for (int k = start[row], end = start[row + 1]; k < end; k++) {
        int y = column[k];
        double p = value[k];
        sumOfLow += p * low[y];
        sumOfGap += p * gap[y];
      }
      double sure = model.reward[row] + sumOfLow;
      double high = sure + sumOfGap + bonus[x];
      here.settle(from + x, sure - bonus[x], here.mid[from + x], high, top, clipPoint);
    }
  }
}
