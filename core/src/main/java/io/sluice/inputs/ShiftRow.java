package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.SparseRows;
import java.util.Map;
import java.util.TreeMap;

/** One state's Δ̂(·|x,π), read from the counts of one step. */
final class ShiftRow {
  private final TransitionCounts counts;
  private final int step;
  private final double[] n;
  private final Map<Integer, Double> row = new TreeMap<>();
  private int mostSuccessors;

  ShiftRow(TransitionCounts counts, int step) {
    this.counts = counts;
    this.step = step;
    n = new double[counts.shape().actions()];
  }

  void read(int state, Policy behavior, Policy evaluated) {
    Shape shape = counts.shape();
    row.clear();
    double seen = 0; // π_b's weight on the seen pairs, whose mean stands in for the others
    double unseenChange = 0; // Σ (π−π_b) over pairs never seen
    for (int a = 0; a < shape.actions(); a++) {
      n[a] = 0;
      mostSuccessors = Math.max(mostSuccessors, first(state, a + 1) - first(state, a));
      for (int i = first(state, a), end = first(state, a + 1); i < end; i++) {
        n[a] += counts.count(i);
      }
      double b = behavior.probability(step, state, a);
      if (n[a] > 0) {
        seen += b;
      } else {
        unseenChange += evaluated.probability(step, state, a) - b;
      }
    }
    for (int a = 0; a < shape.actions(); a++) {
      if (n[a] == 0 || seen == 0) {
        continue;
      }
      double b = behavior.probability(step, state, a);
      double weight = evaluated.probability(step, state, a) - b + unseenChange * b / seen;
      for (int i = first(state, a), end = first(state, a + 1); i < end; i++) {
        row.merge(counts.next(i), weight * counts.count(i) / n[a], Double::sum);
      }
    }
  }

  /** How often an action was seen in the state last read. */
  double count(int action) {
    return n[action];
  }

  /** The largest number of different next states of any pair read so far. */
  int mostSuccessors() {
    return mostSuccessors;
  }

  void writeTo(SparseRows.Writer rows) {
    row.forEach(rows::entry);
    rows.endRow();
  }

  private int first(int state, int action) {
    return counts.firstCell(step, state, action); // action |A| is the first pair of the next state
  }
}
