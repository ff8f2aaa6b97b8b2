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

  /** Writes the values of a state whose only action has this row, and of which Q̂ is known. */
  void put(int state, int row, double point) {
    if (!here.hasBounds()) {
      here.put(state, point);
      return;
    }
    Model model = step.model();
    int[] column = model.next.column;
    double[] value = model.next.value;
    double[] nextLow = step.next().low;
    double[] nextGap = step.next().gap;
    double sumOfLow = 0;
    double sumOfGap = 0;
    for (int k = model.next.start[row], end = model.next.start[row + 1]; k < end; k++) {
      int x = column[k];
      double p = value[k];
      sumOfLow += p * nextLow[x];
      sumOfGap += p * nextGap[x];
    }
    double below = model.reward[row] + sumOfLow;
    double bonus = step.bonus().of(row);
    here.put(state, below - bonus, point, below + sumOfGap + bonus);
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
