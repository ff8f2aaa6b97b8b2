package io.sluice.counts;

import io.sluice.counts.TransitionCounts.Sums;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.Arrays;

/**
 * Counts rows in memory, one at a time, in any order; {@link #toCounts()} gives the result so far.
 *
 * <p>Not thread-safe: let every thread count its share and add the results.
 */
public final class CountsAccumulator implements EpisodeAccumulator<CountsAccumulator> {
  /*
   * A large log's cells lie anywhere in memory, and waiting for them is all that takes time. So a
   * cell lies in one place, and rows wait until there are many: what they need is then fetched
   * without one waiting for the other.
   */
  private static final int WAITING = 256;
  private static final int WORDS = 6; // of a cell: key, n, low words of Σr and Σr², high words
  private static final int MOST_WORDS = Integer.MAX_VALUE / WORDS * WORDS - 2 * WORDS;
  private static final long NONE = -1; // the key of cell 0, which is nobody's
  private static final int MOST_SLOTS = 1 << 30;

  private final Shape shape;
  private final long[] keys = new long[WAITING];
  private final double[] rewards = new double[WAITING];
  private final int[] places = new int[WAITING];
  private final long[] found = new long[WAITING];
  private int waiting;
  private int cells;
  private long[] words = new long[64 * WORDS];
  private int[] slots = new int[256]; // the cell of each slot, 0 if free; open addressing

  public CountsAccumulator(Shape shape) {
    this.shape = shape;
    words[0] = NONE;
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
    keys[waiting] = TransitionCounts.key(shape, step, state, action, next);
    rewards[waiting] = reward;
    if (++waiting == WAITING) {
      addWaiting();
    }
  }

  @Override
  public CountsAccumulator empty() {
    return new CountsAccumulator(shape);
  }

  @Override
  public void add(Episode episode) {
    for (int h = 1; h <= episode.length(); h++) {
      add(h, episode.state(h), episode.action(h), episode.next(h), episode.unitReward(h));
    }
  }

  @Override
  public CountsAccumulator plus(CountsAccumulator later) {
    later.addWaiting();
    for (int at = WORDS; at <= later.cells * WORDS; at += WORDS) {
      int own = find(later.words[at]);
      words[own + 1] += later.words[at + 1];
      add(own + 2, later.words[at + 2]);
      add(own + 3, later.words[at + 3]);
      words[own + 4] += later.words[at + 4];
      words[own + 5] += later.words[at + 5];
    }
    return this;
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
          "row at step %s: state, action and next state must fit %s, got state %s, action %s, next state %s"
              .formatted(step, shape, state, action, next));
    }
    if (step == shape.horizon() && next != shape.end()) {
      throw new IllegalArgumentException(
          "row at step %s: the last step has no next state, got %s".formatted(step, next));
    }
    if (!(reward >= 0 && reward <= 1)) {
      throw new IllegalArgumentException(
          "row at step %s, state %s, action %s: reward must lie in [0, 1], got %s"
              .formatted(step, state, action, reward));
    }
  }

  private void addWaiting() {
    for (int i = 0; i < waiting; i++) {
      places[i] = slots[firstSlot(keys[i])] * WORDS;
    }
    for (int i = 0; i < waiting; i++) {
      found[i] = words[places[i]];
    }
    for (int i = 0; i < waiting; i++) {
      int at = found[i] == keys[i] ? places[i] : find(keys[i]);
      words[at + 1]++;
      add(at + 2, ExactSum.toGrid(rewards[i]));
      add(at + 3, ExactSum.toGrid(rewards[i] * rewards[i]));
    }
    waiting = 0;
  }

  private void add(int low, long grid) {
    words[low] += grid;
    if (Long.compareUnsigned(words[low], grid) < 0) {
      words[low + 2]++;
    }
  }

  /** The counts of all rows so far. */
  public TransitionCounts toCounts() {
    addWaiting();
    long[] sorted = new long[cells];
    int[] order = new int[cells];
    for (int i = 0; i < cells; i++) {
      order[i] = (i + 1) * WORDS;
      sorted[i] = words[order[i]];
    }
    CellOrder.sort(sorted, order);
    long[] counts = new long[cells];
    Sums rewardSums = new Sums(cells);
    Sums squareSums = new Sums(cells);
    for (int i = 0; i < cells; i++) {
      int at = order[i];
      counts[i] = words[at + 1];
      rewardSums.set(i, words[at + 4], words[at + 2]);
      squareSums.set(i, words[at + 5], words[at + 3]);
    }
    return new TransitionCounts(shape, sorted, counts, rewardSums, squareSums);
  }

  /** Where the cell of a key begins; a new one if there is none. */
  private int find(long key) {
    int slot = firstSlot(key);
    for (; slots[slot] != 0; slot = nextSlot(slot)) {
      int at = slots[slot] * WORDS;
      if (words[at] == key) {
        return at;
      }
    }
    int at = (cells + 1) * WORDS;
    if (at == words.length) {
      words = Arrays.copyOf(words, larger(words.length));
    }
    words[at] = key;
    slots[slot] = ++cells;
    if (cells > slots.length / 4 && slots.length < MOST_SLOTS) {
      spread();
    }
    return at;
  }

  /** Half as much again, in whole cells, as far as an array can go. */
  static int larger(int words) {
    if (words == MOST_WORDS) {
      throw new IllegalStateException(
          "counts: at most %s cells can be counted at once, got more (count parts and add them)"
              .formatted(MOST_WORDS / WORDS - 1));
    }
    return (int) Math.min(MOST_WORDS, words + words / WORDS / 2L * WORDS);
  }

  private int firstSlot(long key) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> 32) & (slots.length - 1);
  }

  private int nextSlot(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private void spread() {
    slots = new int[2 * slots.length];
    for (int cell = 1; cell <= cells; cell++) {
      int slot = firstSlot(words[cell * WORDS]);
      while (slots[slot] != 0) {
        slot = nextSlot(slot);
      }
      slots[slot] = cell;
    }
  }
}
