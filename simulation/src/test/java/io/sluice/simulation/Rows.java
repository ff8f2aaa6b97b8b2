package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Reads what an environment says about itself, by label. */
final class Rows {
  private Rows() {}

  /** The probability of each next state's label ("end" where the episode ends). */
  static Map<String, Double> next(Environment environment, int step, int state, int action) {
    Model model = environment.model();
    SparseRows rows = model.next();
    Map<String, Double> next = new TreeMap<>();
    int pair = model.pair(step, state, action);
    for (int k = rows.start(pair); k < rows.start(pair + 1); k++) {
      int to = rows.column(k);
      boolean end = to == environment.shape().end();
      next.put(end ? "end" : environment.states().get(to), rows.value(k));
    }
    return next;
  }

  /** The only next state of a pair whose successor is certain. */
  static String move(Environment environment, String state, String action) {
    Map<String, Double> next =
        next(
            environment,
            1,
            environment.states().indexOf(state),
            environment.actions().indexOf(action));
    if (next.size() != 1 || next.values().iterator().next() != 1) {
      throw new AssertionError("%s –%s→ is not certain: %s".formatted(state, action, next));
    }
    return next.keySet().iterator().next();
  }

  static double reward(Environment environment, String state, String action) {
    Model model = environment.model();
    int x = environment.states().indexOf(state);
    return model.reward(model.pair(1, x, environment.actions().indexOf(action)));
  }

  /** Whether some action of a state has next states of its own, by more than rounding. */
  static boolean dependOnTheAction(Environment environment, int step, int state) {
    Map<String, Double> first = next(environment, step, state, 0);
    for (int a = 1; a < environment.shape().actions(); a++) {
      Map<String, Double> other = next(environment, step, state, a);
      if (!other.keySet().equals(first.keySet())
          || other.keySet().stream()
              .anyMatch(to -> Math.abs(other.get(to) - first.get(to)) > 1e-12)) {
        return true;
      }
    }
    return false;
  }

  /** A policy that differs between steps as well as states. */
  static Policy randomPolicy(Shape shape, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][][] weight = new double[shape.horizon()][shape.states()][];
    for (double[][] step : weight) {
      for (int x = 0; x < step.length; x++) {
        step[x] = random.doubles(shape.actions(), 0.05, 1).toArray();
      }
    }
    return Policy.tabular(
        shape,
        (h, x, a) -> {
          double sum = 0;
          for (double w : weight[h - 1][x]) {
            sum += w;
          }
          return weight[h - 1][x][a] / sum;
        });
  }
}
