package io.sluice.model;

/** The action of the highest score, for every state of a block; ties go to the lowest index. */
final class HighestScore {
  private HighestScore() {}

  /**
   * Writes the actions, from {@code chosen[at]} on. A pair that was never seen is chosen only where
   * no action of the state was seen.
   */
  static void choose(Model model, Block block, double[] scores, int[] chosen, int at) {
    if (model.isComplete()) {
      amongAll(scores, model.shape().actions(), chosen, at, block.to() - block.from());
    } else {
      amongSeen(model, block, scores, chosen, at);
    }
  }

  /** Two states at a time and without branches, which would often be predicted wrong. */
  private static void amongAll(double[] scores, int actions, int[] chosen, int at, int states) {
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
      chosen[at + x] = first - i;
      chosen[at + x + 1] = second - j;
    }
    if (x < states) {
      int last = i;
      for (int a = 1; a < actions; a++) {
        last = scores[i + a] > scores[last] ? i + a : last;
      }
      chosen[at + x] = last - i;
    }
  }

  private static void amongSeen(Model model, Block block, double[] scores, int[] chosen, int at) {
    int actions = model.shape().actions();
    int states = block.to() - block.from();
    for (int x = 0, i = 0, row = block.firstRow(); x < states; x++, i += actions, row += actions) {
      int best = 0;
      boolean bestSeen = model.isVisited(row);
      for (int a = 1; a < actions; a++) {
        boolean seen = model.isVisited(row + a);
        boolean higher = scores[i + a] > scores[i + best];
        if (seen == bestSeen ? higher : seen) {
          best = a;
          bestSeen = seen;
        }
      }
      chosen[at + x] = best;
    }
  }
}
