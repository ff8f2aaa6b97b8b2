package io.sluice.benchmarks;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.SplittableRandom;

/**
 * A problem of two steps whose first step is a bandit, for any number of states: the next state is
 * drawn from all of them, whatever was done before.
 *
 * <p>States come in ten types with the same rewards at every size, and within a type the last state
 * is three times as frequent as the first. So the effect, and how narrow an interval can be in the
 * limit, are the same for every size; only the rows per state are not.
 *
 * <p>Rows are drawn without a table of transitions, which would have |X|²|A| entries.
 */
final class SizeProblem {
  private static final int TYPES = 10;
  private static final double[] LOGGED = {0.2, 0.3, 0.5};
  private static final double[] WANTED = {0.5, 0.3, 0.2};
  private static final double[] LOWEST = {0.2, 0.15, 0.1}; // rewards begin at, and span 0.7
  private static final int[] ORDER = {3, 7, 1}; // prime to 10: each makes another order of types

  private final Shape shape;

  /**
   * @param states a multiple of ten
   */
  SizeProblem(int states) {
    if (states < TYPES || states % TYPES != 0) {
      throw new IllegalArgumentException("states: needs a multiple of 10, got " + states);
    }
    this.shape = new Shape(states, LOGGED.length, 2);
  }

  Shape shape() {
    return shape;
  }

  /** π_b, known. */
  Policy behavior() {
    return Policy.everywhere(shape, LOGGED);
  }

  /** π. */
  Policy evaluated() {
    return Policy.everywhere(shape, WANTED);
  }

  /** The mean reward of a pair, at either step. */
  static double reward(int state, int action) {
    int place = state * ORDER[action] % TYPES;
    return LOWEST[action] + 0.7 * (place + 0.5) / TYPES;
  }

  /** α^(1) = θ^(1), as actions do not move the next state. */
  static double effect() {
    double sum = 0;
    for (int type = 0; type < TYPES; type++) {
      sum += effect(type) / TYPES;
    }
    return sum;
  }

  private static double effect(int type) {
    double sum = 0;
    for (int a = 0; a < LOGGED.length; a++) {
      sum += (WANTED[a] - LOGGED[a]) * reward(type, a);
    }
    return sum;
  }

  /**
   * The variance of one episode that no estimate of α^(1) can go below in the limit, if it is known
   * that actions do not move the next state: Var α(x) + E[Σ_a (π−π_b)²/π_b · R(1−R)].
   */
  static double leastVariance() {
    double sum = 0;
    for (int type = 0; type < TYPES; type++) {
      double excess = effect(type) - effect();
      sum += excess * excess / TYPES;
      for (int a = 0; a < LOGGED.length; a++) {
        double change = WANTED[a] - LOGGED[a];
        double mean = reward(type, a);
        sum += change * change / LOGGED[a] * mean * (1 - mean) / TYPES;
      }
    }
    return sum;
  }

  /** Draws episodes. */
  TransitionCounts log(int episodes, SplittableRandom random) {
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int t = 0; t < episodes; t++) {
      int state = state(random);
      for (int h = 1; h <= shape.horizon(); h++) {
        double u = random.nextDouble();
        int action = u < LOGGED[0] ? 0 : u < LOGGED[0] + LOGGED[1] ? 1 : 2;
        double reward = random.nextDouble() < reward(state, action) ? 1 : 0;
        int next = h == shape.horizon() ? shape.end() : state(random);
        rows.add(h, state, action, next, reward);
        state = next;
      }
    }
    return rows.toCounts();
  }

  /** A state of any type, its place in the type with a density that rises from ½ to 1½. */
  private int state(SplittableRandom random) {
    double share = Math.sqrt(0.25 + 2 * random.nextDouble()) - 0.5;
    int ofType = shape.states() / TYPES;
    int place = Math.min(ofType - 1, (int) (share * ofType));
    return place * TYPES + random.nextInt(TYPES);
  }
}
