package io.sluice.benchmarks;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * Rows of made-up episodes as they lie in a log: each episode starts anywhere and goes on to one of
 * the few next states of its pair, with rewards 0 to 1.
 */
final class DrawnLog {
  /** State, action, next state and reward of a row, and its step. */
  static final int BYTES_PER_ROW = 24;

  private static final int DIFFERENT_REWARDS = 256;

  private final Shape shape;
  private final int successors;
  private final SplittableRandom random;
  private final int[] steps;
  private final int[] states;
  private final int[] actions;
  private final int[] nexts;
  private final double[] rewards;

  private DrawnLog(Shape shape, int successors, int episodes, long seed) {
    this.shape = shape;
    this.successors = successors;
    random = new SplittableRandom(seed);
    int rows = Math.multiplyExact(episodes, shape.horizon());
    steps = new int[rows];
    states = new int[rows];
    actions = new int[rows];
    nexts = new int[rows];
    rewards = new double[rows];
  }

  static DrawnLog of(Shape shape, int successors, int episodes, long seed) {
    DrawnLog log = new DrawnLog(shape, successors, episodes, seed);
    log.draw();
    return log;
  }

  int rows() {
    return steps.length;
  }

  /** Other episodes, as many, in the place of these. */
  void draw() {
    for (int row = 0; row < rows(); row++) {
      int step = row % shape.horizon() + 1;
      int state = step == 1 ? random.nextInt(shape.states()) : nexts[row - 1];
      int action = random.nextInt(shape.actions());
      steps[row] = step;
      states[row] = state;
      actions[row] = action;
      nexts[row] = step == shape.horizon() ? shape.end() : next(state, action);
      rewards[row] = random.nextInt(DIFFERENT_REWARDS + 1) / (double) DIFFERENT_REWARDS;
    }
  }

  private int next(int state, int action) {
    long one = ((long) state * shape.actions() + action) * successors + random.nextInt(successors);
    return (int) ((one * 0x9E3779B97F4A7C15L >>> 33) % shape.states());
  }

  /** Counts all rows. */
  void countInto(CountsAccumulator counts) {
    for (int row = 0; row < rows(); row++) {
      counts.add(steps[row], states[row], actions[row], nexts[row], rewards[row]);
    }
  }

  CountsAccumulator counted() {
    CountsAccumulator counts = new CountsAccumulator(shape);
    countInto(counts);
    return counts;
  }

  TransitionCounts counts() {
    return counted().toCounts();
  }

  /** The counts of rows in some states only. */
  TransitionCounts counts(IntPredicate chosen) {
    CountsAccumulator counts = new CountsAccumulator(shape);
    for (int row = 0; row < rows(); row++) {
      if (chosen.test(states[row])) {
        counts.add(steps[row], states[row], actions[row], nexts[row], rewards[row]);
      }
    }
    return counts.toCounts();
  }
}
