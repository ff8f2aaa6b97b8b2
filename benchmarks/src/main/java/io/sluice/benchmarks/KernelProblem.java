package io.sluice.benchmarks;

import io.sluice.counts.CellWriter;
import io.sluice.counts.ExactSum;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;

/**
 * A problem in which every pair was seen with the same number of next states: anywhere, or among
 * the hundred states that follow. {@code kernels.c} makes the same, number for number.
 *
 * @param local whether next states are near
 */
record KernelProblem(Shape shape, int successors, boolean local) {
  private static final int WINDOW = 100;
  private static final int MOST_ROWS = 20;

  static KernelProblem of(int states, int actions, int successors, int horizon, boolean local) {
    return new KernelProblem(new Shape(states, actions, horizon), successors, local);
  }

  String name() {
    return "%d states, %s".formatted(shape.states(), local ? "local" : "random");
  }

  int transitions() {
    return shape.states() * shape.actions() * successors;
  }

  /** One model for all steps. */
  Model model() {
    int pairs = shape.states() * shape.actions();
    double[] reward = new double[pairs];
    long[] visits = new long[pairs];
    SparseRows.Writer rows = new SparseRows.Writer(pairs, transitions());
    Rows drawn = new Rows();
    for (int pair = 0; pair < pairs; pair++) {
      drawn.next(pair / shape.actions());
      for (int j = 0; j < successors; j++) {
        rows.entry(drawn.states[j], drawn.seen[j] / (double) drawn.total);
      }
      rows.endRow();
      reward[pair] = drawn.allRewards / (double) drawn.total;
      visits[pair] = drawn.total;
    }
    return Model.of(shape, Model.Pooling.POOLED, reward, visits, rows.done());
  }

  /**
   * Counts that give this model when pooled, each transition seen at one of the steps 1 … H−1: at
   * the first as many again, so that nobody is met who did not begin.
   */
  TransitionCounts counts() {
    CellWriter cells = new CellWriter(shape, transitions());
    for (int step = 1; step < shape.horizon(); step++) {
      Rows drawn = new Rows();
      int cell = 0;
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++) {
          drawn.next(x);
          for (int j = 0; j < successors; j++) {
            if (stepOf(cell++) == step) {
              write(cells, step, x, a, drawn, j);
            }
          }
        }
      }
    }
    return cells.done();
  }

  private static void write(CellWriter cells, int step, int x, int a, Rows drawn, int j) {
    long one = (long) ExactSum.ONE; // rewards are 0 or 1, so r² = r
    long high = Math.multiplyHigh(drawn.rewards[j], one);
    long low = drawn.rewards[j] * one;
    cells.cell(step, x, a, drawn.states[j], drawn.seen[j], high, low, high, low);
  }

  private int stepOf(int cell) {
    int slot = (int) ((mix(cell) >>> 33) % shape.horizon());
    return slot == shape.horizon() - 1 ? 1 : slot + 1;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Draws the rows one after the other. */
  private final class Rows {
    private final int[] states = new int[successors];
    private final int[] seen = new int[successors];
    private final int[] rewards = new int[successors];
    private long seed = 1;
    private long total;
    private long allRewards;

    private int below(int bound) {
      return (int) ((mix(seed += 0x9E3779B97F4A7C15L) >>> 33) % bound);
    }

    private void next(int state) {
      int window = Math.min(WINDOW, shape.states());
      for (int j = 0; j < successors; ) { // different successors, rising
        int y = local ? (state + below(window)) % shape.states() : below(shape.states());
        int at = j;
        while (at > 0 && states[at - 1] > y) {
          at--;
        }
        if (at == 0 || states[at - 1] != y) {
          System.arraycopy(states, at, states, at + 1, Math.min(j, successors - 1) - at);
          states[at] = y;
          j++;
        }
      }
      total = 0;
      allRewards = 0;
      for (int j = 0; j < successors; j++) {
        seen[j] = 1 + below(MOST_ROWS);
        rewards[j] = below(seen[j] + 1);
        total += seen[j];
        allRewards += rewards[j];
      }
    }
  }
}
