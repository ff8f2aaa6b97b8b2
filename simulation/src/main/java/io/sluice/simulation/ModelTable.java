package io.sluice.simulation;

import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes down a known model, one (state, action) after the other, the way environments describe
 * themselves.
 */
public final class ModelTable {
  private ModelTable() {}

  public static Model stationary(Shape shape, Rule rule) {
    return table(shape, Pooling.POOLED, 1, rule);
  }

  public static Model perStep(Shape shape, Rule rule) {
    return table(shape, Pooling.PER_STEP, shape.horizon(), rule);
  }

  private static Model table(Shape shape, Pooling pooling, int steps, Rule rule) {
    int pairs = steps * shape.states() * shape.actions();
    double[] reward = new double[pairs];
    SparseRows.Writer rows = new SparseRows.Writer(pairs, pairs);
    Map<Integer, Double> next = new TreeMap<>();
    for (int h = 1, pair = 0; h <= steps; h++) {
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++, pair++) {
          next.clear();
          reward[pair] = rule.describe(h, x, a, (to, p) -> next.merge(to, p, Double::sum));
          next.forEach(
              (to, p) -> {
                if (p > 0) {
                  rows.entry(to, p);
                }
              });
          rows.endRow();
        }
      }
    }
    return Model.known(shape, pooling, reward, rows.done());
  }

  /** Names the successors of a pair and returns its expected reward. */
  @FunctionalInterface
  public interface Rule {
    double describe(int step, int state, int action, Successors successors);
  }

  /** Takes a next state (or the end) with its probability; the same one twice adds up. */
  @FunctionalInterface
  public interface Successors {
    void add(int next, double probability);
  }
}
