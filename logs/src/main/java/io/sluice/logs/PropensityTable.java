package io.sluice.logs;

import io.sluice.counts.ExactSum;
import io.sluice.mdp.Shape;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The logged probabilities of the logged actions: for each (step, state, action) seen, how many,
 * their mean, least and most.
 */
public final class PropensityTable {
  private final Shape shape;
  private int size;
  private long[] pairs = new long[64];
  private long[] counts = new long[64];
  private double[] sums = new double[64];
  private double[] least = new double[64];
  private double[] most = new double[64];

  PropensityTable(Shape shape) {
    this.shape = shape;
  }

  /** Pairs arrive in rising order, several times each. */
  void add(long pair, long n, long sumHigh, long sumLow, double low, double high) {
    if (size == 0 || pairs[size - 1] != pair) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
        sums = Arrays.copyOf(sums, 2 * size);
        least = Arrays.copyOf(least, 2 * size);
        most = Arrays.copyOf(most, 2 * size);
      }
      pairs[size] = pair;
      least[size] = low;
      most[size++] = high;
    }
    int i = size - 1;
    counts[i] += n;
    sums[i] += ExactSum.toDouble(sumHigh, sumLow);
    least[i] = Math.min(least[i], low);
    most[i] = Math.max(most[i], high);
  }

  /** Both tables' rows together. */
  static PropensityTable merged(Shape shape, PropensityTable first, PropensityTable second) {
    if (second.size == 0) {
      return first;
    }
    PropensityTable all = new PropensityTable(shape);
    for (int i = 0, j = 0; i < first.size || j < second.size; ) {
      boolean mine = j == second.size || i < first.size && first.pairs[i] <= second.pairs[j];
      all.add(mine ? first : second, mine ? i++ : j++);
    }
    return all;
  }

  private void add(PropensityTable other, int i) {
    add(other.pairs[i], other.counts[i], 0, 0, other.least[i], other.most[i]);
    sums[size - 1] += other.sums[i];
  }

  public int size() {
    return size;
  }

  public int step(int i) {
    return (int) (pairs[i] / shape.actions() / shape.states()) + 1;
  }

  public int state(int i) {
    return (int) (pairs[i] / shape.actions() % shape.states());
  }

  public int action(int i) {
    return (int) (pairs[i] % shape.actions());
  }

  public long count(int i) {
    return counts[i];
  }

  /** The mean; exactly the common value where all are equal. */
  public double mean(int i) {
    return isConstant(i) ? least[i] : sums[i] / counts[i];
  }

  /** Whether propensities depend on more than step, state and action. */
  public boolean varies() {
    return IntStream.range(0, size).anyMatch(i -> !isConstant(i));
  }

  /**
   * Whether all rows of the pair have one propensity, so that it depends on nothing but state and
   * action.
   */
  public boolean isConstant(int i) {
    return most[i] - least[i] <= 1e-12;
  }
}
