package io.sluice.external;

import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.Map;
import java.util.TreeMap;

/** Builds a known stationary model outcome by outcome, as other libraries write theirs. */
final class Table {
  private final Shape shape;
  private final double[] reward;
  private final Map<Integer, Map<Integer, Double>> rows = new TreeMap<>();

  Table(Shape shape) {
    this.shape = shape;
    reward = new double[shape.states() * shape.actions()];
  }

  /** With this probability, (state, action) leads there and pays that. */
  Table outcome(int state, int action, int next, double probability, double pays) {
    int pair = state * shape.actions() + action;
    reward[pair] += probability * pays;
    rows.computeIfAbsent(pair, p -> new TreeMap<>()).merge(next, probability, Double::sum);
    return this;
  }

  Model model() {
    SparseRows.Writer writer = new SparseRows.Writer(reward.length, 0);
    for (int pair = 0; pair < reward.length; pair++) {
      rows.get(pair).forEach(writer::entry);
      writer.endRow();
    }
    return Model.known(shape, Model.Pooling.POOLED, reward, writer.done());
  }
}
