package io.sluice.counts;

import io.sluice.mdp.Shape;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The logged probabilities of the logged actions: for each (step, state, action) seen, how many,
 * their mean, least and most.
 */
public final class PropensityTable implements Serializable {
  private final Shape shape;
  private int size;
  private long[] pairs = new long[64];
  private long[] counts = new long[64];
  private long[] sumHigh = new long[64]; // exact, so that adding tables in any order is the same
  private long[] sumLow = new long[64];
  private double[] least = new double[64];
  private double[] most = new double[64];

  public PropensityTable(Shape shape) {
    this.shape = shape;
  }

  /**
   * Adds rows of one pair; pairs arrive in rising order, several times each.
   *
   * @param pair ((step − 1)·|X| + state)·|A| + action
   * @param high64 with {@code low64}, the exact sum of their probabilities: {@link ExactSum}
   */
  public void add(long pair, long n, long high64, long low64, double low, double high) {
    if (size == 0 || pairs[size - 1] != pair) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
        sumHigh = Arrays.copyOf(sumHigh, 2 * size);
        sumLow = Arrays.copyOf(sumLow, 2 * size);
        least = Arrays.copyOf(least, 2 * size);
        most = Arrays.copyOf(most, 2 * size);
      }
      pairs[size] = pair;
      least[size] = low;
      most[size++] = high;
    }
    int i = size - 1;
    counts[i] += n;
    sumLow[i] += low64;
    sumHigh[i] += high64 + (Long.compareUnsigned(sumLow[i], low64) < 0 ? 1 : 0);
    least[i] = Math.min(least[i], low);
    most[i] = Math.max(most[i], high);
  }

  /**
   * The same where only the least and most of their probabilities are known. If these differ, the
   * exact sum has to be {@linkplain #putSum put} once all rows were added.
   */
  public void add(long pair, long n, double low, double high) {
    long grid = ExactSum.toGrid(low);
    add(pair, n, Math.multiplyHigh(n, grid), n * grid, low, high);
  }

  /** Puts the exact sum of a pair's probabilities in the place of what was added. */
  public void putSum(long pair, long high64, long low64) {
    int i = Arrays.binarySearch(pairs, 0, size, pair);
    if (i < 0) {
      throw new IllegalArgumentException(
          "propensities: pair %s must have been added, got none".formatted(pair));
    }
    sumHigh[i] = high64;
    sumLow[i] = low64;
  }

  /** Both tables' rows together. */
  public static PropensityTable merged(Shape shape, PropensityTable first, PropensityTable second) {
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
    add(
        other.pairs[i],
        other.counts[i],
        other.sumHigh[i],
        other.sumLow[i],
        other.least[i],
        other.most[i]);
  }

  /** Shows pairs in order, with what was added of each. */
  public void forEachPair(int from, int to, PairVisitor visitor) {
    for (int i = from; i < to; i++) {
      visitor.visit(i - from, pairs[i], counts[i], sumHigh[i], sumLow[i], least[i], most[i]);
    }
  }

  /** Sees the propensities of one pair. */
  @FunctionalInterface
  public interface PairVisitor {
    /**
     * @param index counted from the first that is shown
     */
    void visit(int index, long pair, long n, long sumHigh, long sumLow, double least, double most);
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
    return isConstant(i) ? least[i] : ExactSum.toDouble(sumHigh[i], sumLow[i]) / counts[i];
  }

  /** The smallest of all; 1 if there are none. */
  public double least() {
    double all = 1;
    for (int i = 0; i < size; i++) {
      all = Math.min(all, least[i]);
    }
    return all;
  }

  /** Whether rows of one pair differ in their propensities, if only by what rounding leaves. */
  public boolean differs() {
    return IntStream.range(0, size).anyMatch(i -> least[i] != most[i]);
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
