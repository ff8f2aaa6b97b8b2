package io.sluice.simulation;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Episodes drawn from an environment under its behavior policy.
 *
 * <p>Every episode has a random stream of its own, made from the seed and its number, so a seed
 * gives the same episodes whatever the number of threads, and the first n of N episodes are those
 * of a run with n.
 */
public final class Rollouts {
  private static final int BLOCK = 4096;

  private final Environment environment;
  private final long seed;

  public Rollouts(Environment environment, long seed) {
    this.environment = environment;
    this.seed = seed;
  }

  /** Counts episodes {@code from} … {@code to}−1, on all threads of the common pool. */
  public TransitionCounts count(int from, int to) {
    Shape shape = environment.shape();
    int blocks = (to - from + BLOCK - 1) / BLOCK;
    return IntStream.range(0, blocks)
        .parallel()
        .mapToObj(
            block -> {
              CountsAccumulator counts = new CountsAccumulator(shape);
              int first = from + block * BLOCK;
              for (int e = first; e < Math.min(to, first + BLOCK); e++) {
                run(e, (episode, h, x, a, next, r) -> counts.add(h, x, a, next, r));
              }
              return counts.toCounts();
            })
        .reduce(TransitionCounts.none(shape), TransitionCounts::plus);
  }

  /** Counts the first episodes. */
  public TransitionCounts count(int episodes) {
    return count(0, episodes);
  }

  /** Shows every row of the first episodes, in order. */
  public void forEachRow(int episodes, RowVisitor visitor) {
    for (int e = 0; e < episodes; e++) {
      run(e, visitor);
    }
  }

  private void run(int episode, RowVisitor visitor) {
    Shape shape = environment.shape();
    Model model = environment.model();
    SparseRows rows = model.next();
    SplittableRandom random = new SplittableRandom(mix(seed ^ mix(episode + 1L)));
    int x = draw(shape.states(), environment.start()::at, random.nextDouble());
    for (int h = 1; h <= shape.horizon() && x != shape.end(); h++) {
      int step = h;
      int state = x;
      int a =
          draw(
              shape.actions(),
              i -> environment.behavior().probability(step, state, i),
              random.nextDouble());
      int pair = model.pair(h, x, a);
      double luck = random.nextDouble();
      int first = rows.start(pair);
      int k =
          first
              + draw(rows.start(pair + 1) - first, i -> rows.value(first + i), random.nextDouble());
      int arrived = rows.column(k);
      double reward = environment.rewards().draw(pair, model.reward(pair), arrived, luck);
      int next = h == shape.horizon() ? shape.end() : arrived;
      visitor.visit(episode, h, x, a, next, reward);
      x = next;
    }
  }

  /**
   * The index that a number from [0, 1) falls on when indices are as wide as their probabilities.
   */
  private static int draw(int size, IntToDoubleFunction probability, double uniform) {
    int last = 0;
    double left = uniform;
    for (int i = 0; i < size; i++) {
      double p = probability.applyAsDouble(i);
      if (p > 0) {
        last = i;
        left -= p;
        if (left < 0) {
          return i;
        }
      }
    }
    return last; // rounding left a sliver
  }

  /** The finalizer of SplitMix64: neighboring episodes get unrelated streams. */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Sees one row of a log; {@code next} is the end marker on an episode's last row. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(int episode, int step, int state, int action, int next, double reward);
  }
}
