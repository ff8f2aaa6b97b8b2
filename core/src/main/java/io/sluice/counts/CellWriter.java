package io.sluice.counts;

import io.sluice.counts.TransitionCounts.Sums;
import io.sluice.mdp.Shape;
import java.util.Arrays;

/**
 * Takes cells that an engine has grouped and sorted already, in the order of (step, state, action,
 * next state).
 *
 * <p>Sums arrive as the 128-bit integers of {@link ExactSum}, so that no engine rounds.
 */
public final class CellWriter {
  private final Shape shape;
  private int cells;
  private long[] keys;
  private long[] counts;
  private Sums rewards;
  private Sums squares;

  public CellWriter(Shape shape, int expectedCells) {
    this.shape = shape;
    int size = Math.max(16, expectedCells);
    keys = new long[size];
    counts = new long[size];
    rewards = new Sums(size);
    squares = new Sums(size);
  }

  /** One cell: n rows with Σr = (high, low) and Σr² likewise. */
  public void cell(
      int step,
      int state,
      int action,
      int next,
      long n,
      long rewardHigh,
      long rewardLow,
      long squareHigh,
      long squareLow) {
    long key = TransitionCounts.key(shape, step, state, action, next);
    cell(key, n, rewardHigh, rewardLow, squareHigh, squareLow);
  }

  /**
   * One cell by its packed key, (((step − 1)·|X| + state)·|A| + action)·(|X| + 1) + next, which an
   * engine can compute and sort by.
   */
  public void cell(
      long key, long n, long rewardHigh, long rewardLow, long squareHigh, long squareLow) {
    long last = cells == 0 ? -1 : keys[cells - 1]; // so that no key is negative
    if (n < 1 || key <= last) {
      throw new IllegalArgumentException(
          "cell %s, key %s: needs n ≥ 1 and rising keys, got n = %s after key %s"
              .formatted(cells, key, n, last));
    }
    if (cells == keys.length) {
      int larger = (int) Math.min(Integer.MAX_VALUE - 8L, cells + (cells >> 1) + 16L);
      keys = Arrays.copyOf(keys, larger);
      counts = Arrays.copyOf(counts, larger);
      rewards = rewards.resized(larger);
      squares = squares.resized(larger);
    }
    keys[cells] = key;
    counts[cells] = n;
    rewards.set(cells, rewardHigh, rewardLow);
    squares.set(cells++, squareHigh, squareLow);
  }

  public TransitionCounts done() {
    boolean full = cells == keys.length;
    return new TransitionCounts(
        shape,
        full ? keys : Arrays.copyOf(keys, cells),
        full ? counts : Arrays.copyOf(counts, cells),
        full ? rewards : rewards.resized(cells),
        full ? squares : squares.resized(cells));
  }
}
