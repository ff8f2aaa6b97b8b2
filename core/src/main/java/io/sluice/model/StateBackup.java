package io.sluice.model;

/**
 * V̂_p, V̂ and V̂_o of one state at a time: those of its actions, averaged over their
 * probabilities, then clipped.
 */
final class StateBackup {
  private final OneStep step;
  private final ValueArrays here;
  private double low;
  private double mid;
  private double high;

  /**
   * @param here where the values are written
   */
  StateBackup(OneStep step, ValueArrays here) {
    this.step = step;
    this.here = here;
  }

  /**
   * Writes the values of one action of every state of a block.
   *
   * @param chosen the actions; that of the block's first state is at {@code chosen[at]}
   * @param points Q̂ of the block's pairs
   */
  void put(Block block, int[] chosen, int at, double[] points) {
    if (here.hasBounds()) {
      putBounded(block, chosen, at, points);
      return;
    }
    int actions = step.model().shape().actions();
    for (int x = block.from(), i = 0, c = at; x < block.to(); x++, i += actions, c++) {
      here.put(x, points[i + chosen[c]]);
    }
  }

  /** One loop over all states: with a call for each, plans of few transitions are slower. */
  private void putBounded(Block block, int[] chosen, int at, double[] points) {
    Model model = step.model();
    int actions = model.shape().actions();
    int[] start = model.next.start;
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] nextLow = step.next().low;
    double[] nextGap = step.next().gap;
    for (int x = block.from(), i = 0, c = at; x < block.to(); x++, i += actions, c++) {
      int pair = i + chosen[c];
      int row = block.firstRow() + pair;
      double sumOfLow = 0;
      double sumOfGap = 0;
      for (int k = start[row], end = start[row + 1]; k < end; k++) {
        int y = column[k];
        double p = value[k];
        sumOfLow += p * nextLow[y];
        sumOfGap += p * nextGap[y];
      }
      double below = model.reward[row] + sumOfLow;
      double bonus = step.bonus().of(row);
      here.put(x, below - bonus, points[pair], below + sumOfGap + bonus);
    }
  }

  /** Adds π(a|x) times the values of an action, given by its row in the model. */
  void add(double probability, int row) {
    if (probability == 0) {
      return;
    }
    if (here.hasBounds()) {
      addBounded(probability, row);
    } else {
      Model model = step.model();
      mid += probability * (model.reward[row] + RowSums.of(model.next, row, step.next().mid));
    }
  }

  private void addBounded(double probability, int row) {
    Model model = step.model();
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] nextLow = step.next().low;
    double[] nextMid = step.next().mid;
    double[] nextGap = step.next().gap;
    double sumOfLow = 0;
    double sumOfMid = 0;
    double sumOfGap = 0;
    for (int k = model.next.start[row], end = model.next.start[row + 1]; k < end; k++) {
      int x = column[k];
      double p = value[k];
      sumOfLow += p * nextLow[x];
      sumOfMid += p * nextMid[x];
      sumOfGap += p * nextGap[x];
    }
    double reward = model.reward[row];
    double bonus = step.bonus().of(row);
    double below = reward + sumOfLow;
    low += probability * (below - bonus);
    mid += probability * (reward + sumOfMid);
    high += probability * (below + sumOfGap + bonus);
  }

  /** Writes the values of a state, and begins another. */
  void finish(int state) {
    if (here.hasBounds()) {
      here.put(state, low, mid, high);
    } else {
      here.put(state, mid);
    }
    low = 0;
    mid = 0;
    high = 0;
  }
}
