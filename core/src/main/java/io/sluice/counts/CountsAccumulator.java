package io.sluice.counts;

import io.sluice.counts.TransitionCounts.Sums;
import io.sluice.mdp.Shape;
import java.util.Arrays;

/**
 * Counts rows in memory, one at a time, in any order; {@link #toCounts()} gives the result so far.
 *
 * <p>Not thread-safe: let every thread count its share and add the results.
 */
public final class CountsAccumulator {
  private static final long FREE = -1;

  private final Shape shape;
  private int cells;
  private long[] keys = new long[64];
  private long[] counts = new long[64];
  private Sums rewards = new Sums(64);
  private Sums squares = new Sums(64);
  private long[] slots = new long[256]; // key of each slot, open addressing
  private int[] cellOfSlot = new int[256];

  public CountsAccumulator(Shape shape) {
    this.shape = shape;
    Arrays.fill(slots, FREE);
  }

  /**
   * Counts one row of a log.
   *
   * @param next the state at the next step of the same episode, or {@link Shape#end()} on its last
   *     row
   * @param reward in [0, 1]
   */
  public void add(int step, int state, int action, int next, double reward) {
    check(step, state, action, next, reward);
    int cell = cellOf(TransitionCounts.key(shape, step, state, action, next));
    counts[cell]++;
    rewards.add(cell, ExactSum.toGrid(reward));
    squares.add(cell, ExactSum.toGrid(reward * reward));
  }

  private void check(int step, int state, int action, int next, double reward) {
    shape.requireStep(step);
    if (state < 0
        || state >= shape.states()
        || action < 0
        || action >= shape.actions()
        || next < 0
        || next > shape.end()) {
      throw new IllegalArgumentException(
          "row at step %d: state, action and next state must fit %s, got state %d, action %d, next state %d"
              .formatted(step, shape, state, action, next));
    }
    if (step == shape.horizon() && next != shape.end()) {
      throw new IllegalArgumentException(
          "row at step %d: the last step has no next state, got %d".formatted(step, next));
    }
    if (!(reward >= 0 && reward <= 1)) {
      throw new IllegalArgumentException(
          "row at step %d, state %d, action %d: reward must lie in [0, 1], got %s"
              .formatted(step, state, action, reward));
    }
  }

  /** The counts of all rows so far. */
  public TransitionCounts toCounts() {
    long[] sorted = Arrays.copyOf(keys, cells);
    Arrays.sort(sorted);
    int[] order = new int[cells];
    for (int i = 0; i < cells; i++) {
      order[i] = cellOfSlot[slotOf(sorted[i])];
    }
    long[] sortedCounts = new long[cells];
    for (int i = 0; i < cells; i++) {
      sortedCounts[i] = counts[order[i]];
    }
    return new TransitionCounts(
        shape, sorted, sortedCounts, rewards.ordered(order), squares.ordered(order));
  }

  private int cellOf(long key) {
    int slot = slotOf(key);
    if (slots[slot] != key) {
      if (cells == keys.length) {
        keys = Arrays.copyOf(keys, 2 * cells);
        counts = Arrays.copyOf(counts, 2 * cells);
        rewards = rewards.resized(2 * cells);
        squares = squares.resized(2 * cells);
      }
      if (2 * (cells + 1) > slots.length) {
        grow();
        slot = slotOf(key);
      }
      slots[slot] = key;
      cellOfSlot[slot] = cells;
      keys[cells++] = key;
    }
    return cellOfSlot[slot];
  }

  private int slotOf(long key) {
    int mask = slots.length - 1;
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (slots[slot] != FREE && slots[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    slots = new long[2 * slots.length];
    cellOfSlot = new int[slots.length];
    Arrays.fill(slots, FREE);
    for (int cell = 0; cell < cells; cell++) {
      int slot = slotOf(keys[cell]);
      slots[slot] = keys[cell];
      cellOfSlot[slot] = cell;
    }
  }
}
