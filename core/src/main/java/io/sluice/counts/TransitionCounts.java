package io.sluice.counts;

import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that Sluice remembers of a log: how often each (step, state, action, next state) was seen,
 * with the sums of its rewards and of their squares.
 *
 * <p>Counts are a commutative monoid: {@code a.plus(b)} is what counting both logs together gives,
 * to the last bit, and {@link #none} is its zero. Everything downstream is computed from here, so
 * any engine that can group and add can feed it.
 *
 * <p>The next state of an episode's last row is {@link Shape#end()}. At step H that says only that
 * the horizon is reached: no transition was observed. Before step H it says that the episode ended
 * early, with nothing more to earn. An episode that was cut off before step H has a state there,
 * and no row in it at the next step: {@link #cutEpisodes}.
 *
 * <p>Cells are sorted by (step, state, action, next state), each with n ≥ 1.
 */
public final class TransitionCounts implements Serializable {
  private final Shape shape;
  private final long[] keys;
  private final long[] counts;
  private final Sums rewards;
  private final Sums squares;
  private final long episodes;
  private transient volatile StateVector @Nullable [] visits; // by step, made when first asked for
  private transient volatile @Nullable Optional<WholeEpisodes> whole; // made when first asked for

  TransitionCounts(Shape shape, long[] keys, long[] counts, Sums rewards, Sums squares) {
    this.shape = shape;
    this.keys = keys;
    this.counts = counts;
    this.rewards = rewards;
    this.squares = squares;
    long first = 0;
    for (int i = 0, end = firstCell(2); i < end; i++) {
      first += counts[i];
    }
    episodes = first;
  }

  /** The counts of an empty log. */
  public static TransitionCounts none(Shape shape) {
    return new TransitionCounts(shape, new long[0], new long[0], new Sums(0), new Sums(0));
  }

  public Shape shape() {
    return shape;
  }

  /** How many different (step, state, action, next state) were seen. */
  public int cells() {
    return keys.length;
  }

  /** The first cell of a step; with {@code step + 1}, where its cells end. */
  public int firstCell(int step) {
    return firstCell(step, 0, 0);
  }

  /** The first cell at or after (step, state, action). */
  public int firstCell(int step, int state, int action) {
    int at = Arrays.binarySearch(keys, key(shape, step, state, action, 0));
    return at >= 0 ? at : -at - 1;
  }

  /** The first cell at or after (step, state), not far after the given one. */
  public int firstCellFrom(int cell, int step, int state) {
    long key = key(shape, step, state, 0, 0);
    int from = cell;
    int length = 64;
    while (from + length < keys.length && keys[from + length] < key) {
      from += length;
      length *= 2;
    }
    int at = Arrays.binarySearch(keys, from, Math.min(keys.length, from + length), key);
    return at >= 0 ? at : -at - 1;
  }

  /**
   * The cell of (step, state, action, next state).
   *
   * @throws IllegalArgumentException if it was never seen
   */
  public int cell(int step, int state, int action, int next) {
    int at = Arrays.binarySearch(keys, key(shape, step, state, action, next));
    if (at < 0) {
      throw new IllegalArgumentException(
          "counts: step %s, state %s, action %s, next state %s must have been counted, got none"
              .formatted(step, state, action, next));
    }
    return at;
  }

  /** A walk through all cells, in order. */
  public CellCursor walk() {
    return new CellCursor(shape, keys, 0, keys.length);
  }

  /** A walk through the cells of one step. */
  public CellCursor walk(int step) {
    return new CellCursor(shape, keys, firstCell(step), firstCell(step + 1));
  }

  /** A walk through the cells of the states {@code from} … {@code to − 1} at one step. */
  public CellCursor walk(int step, int from, int to) {
    return new CellCursor(shape, keys, firstCell(step, from, 0), firstCell(step, to, 0));
  }

  public int step(int cell) {
    return (int) (keys[cell] / next(shape) / shape.actions() / shape.states()) + 1;
  }

  public int state(int cell) {
    return (int) (keys[cell] / next(shape) / shape.actions() % shape.states());
  }

  public int action(int cell) {
    return (int) (keys[cell] / next(shape) % shape.actions());
  }

  /** The state that followed, or {@link Shape#end()}. */
  public int next(int cell) {
    return (int) (keys[cell] % next(shape));
  }

  /** n: how many rows fell into the cell. */
  public long count(int cell) {
    return counts[cell];
  }

  /** Σr over the cell's rows. */
  public double rewardSum(int cell) {
    return rewards.at(cell);
  }

  /** Σr² over the cell's rows. */
  public double squareSum(int cell) {
    return squares.at(cell);
  }

  /** Shows cells in order, with their keys and sums as {@link CellWriter} takes them. */
  public void forEachCell(int from, int to, CellVisitor visitor) {
    for (int i = from; i < to; i++) {
      visitor.visit(
          i - from,
          keys[i],
          counts[i],
          rewards.high[i],
          rewards.low[i],
          squares.high[i],
          squares.low[i]);
    }
  }

  /** Sees n, Σr and Σr² of one cell, the sums as 128-bit integers of {@link ExactSum}. */
  @FunctionalInterface
  public interface CellVisitor {
    /**
     * @param index counted from the first that is shown
     */
    void visit(
        int index,
        long key,
        long n,
        long rewardHigh,
        long rewardLow,
        long squareHigh,
        long squareLow);
  }

  /**
   * Visits every (state, action) seen at a step, in order, with its rows added up over the next
   * states.
   */
  public void forEachPair(int step, PairVisitor visitor) {
    CellCursor at = walk(step);
    for (boolean more = at.advance(); more; ) {
      int state = at.state();
      int action = at.action();
      long n = 0;
      double rewardSum = 0;
      double squareSum = 0;
      for (; more && at.action() == action && at.state() == state; more = at.advance()) {
        n += counts[at.cell()];
        rewardSum += rewardSum(at.cell());
        squareSum += squareSum(at.cell());
      }
      visitor.visit(state, action, n, rewardSum, squareSum);
    }
  }

  /** Sees n, Σr and Σr² of one (state, action). */
  @FunctionalInterface
  public interface PairVisitor {
    void visit(int state, int action, long n, double rewardSum, double squareSum);
  }

  /** T: how many episodes were counted. */
  public long episodes() {
    return episodes;
  }

  /** Where episodes would be, and what they would earn, if none had been cut off. */
  private Optional<WholeEpisodes> whole() {
    Optional<WholeEpisodes> made = whole;
    if (made == null) {
      made = WholeEpisodes.of(this);
      whole = made;
    }
    return made;
  }

  /** How many episodes were cut off before step H: they went on, but the log does not say how. */
  public long cutEpisodes() {
    return whole().map(WholeEpisodes::cut).orElse(0L);
  }

  /**
   * What a row of a step and state weighs, so that rows stand for whole episodes: 1, or
   * T·d̂_h(x)/n_h(x) where episodes were cut off (0 where there is no row).
   */
  public double weight(int step, int state) {
    return whole().map(w -> w.weight(step, state)).orElse(1.0);
  }

  /**
   * How many episodes were in each state at a step; those that had ended are counted at the end,
   * those that were cut off before nowhere.
   */
  public StateVector visits(int step) {
    shape.requireStep(step);
    StateVector[] made = visits;
    if (made == null) {
      made = new StateVector[shape.horizon()];
      for (int h = 1; h <= made.length; h++) {
        made[h - 1] = countVisits(h);
      }
      visits = made;
    }
    return made[step - 1];
  }

  private StateVector countVisits(int step) {
    double[] visits = new double[shape.states() + 1];
    double alive = 0;
    for (CellCursor at = walk(step); at.advance(); ) {
      visits[at.state()] += counts[at.cell()];
      alive += counts[at.cell()];
    }
    visits[shape.end()] = whole().isPresent() ? endedBefore(step) : episodes() - alive;
    return StateVector.withEnd(visits);
  }

  private double endedBefore(int step) {
    double ended = 0;
    for (int i = 0, last = firstCell(step); i < last; i++) {
      ended += next(i) == shape.end() ? counts[i] : 0;
    }
    return ended;
  }

  /**
   * d̂_h(x): the share of episodes in each state at a step, as if none had been cut off. Rests on
   * cuts that, given step and state, do not depend on what would have followed.
   */
  public StateVector distribution(int step) {
    if (whole().isPresent()) {
      shape.requireStep(step);
      return whole().get().distribution(step);
    }
    double[] share = visits(step).toArray();
    double episodes = requireEpisodes();
    for (int x = 0; x < share.length; x++) {
      share[x] /= episodes;
    }
    return StateVector.withEnd(share);
  }

  /**
   * The mean return of the logged episodes, an unbiased estimate of V_πb; where episodes were cut
   * off, what they would have earned is estimated from the others.
   */
  public double meanReturn() {
    return whole().map(w -> w.meanReturn(0)).orElseGet(this::loggedReturn);
  }

  private double loggedReturn() {
    Sums total = new Sums(1);
    for (int i = 0; i < keys.length; i++) {
      total.add(0, rewards, i);
    }
    return total.at(0) / requireEpisodes();
  }

  /**
   * The same, with something for every step that an episode does not have because it ended early.
   *
   * @param afterEnd what such a step counts as
   */
  public double meanReturn(double afterEnd) {
    return whole()
        .map(w -> w.meanReturn(afterEnd))
        .orElseGet(
            () ->
                loggedReturn()
                    + (shape.horizon() - rows() / (double) requireEpisodes()) * afterEnd);
  }

  /** How many rows were counted. */
  public long rows() {
    long rows = 0;
    for (long n : counts) {
      rows += n;
    }
    return rows;
  }

  private long requireEpisodes() {
    if (episodes == 0) {
      throw new IllegalStateException("counts: need at least one episode, got none");
    }
    return episodes;
  }

  /** The counts of both logs together. */
  public TransitionCounts plus(TransitionCounts other) {
    if (!shape.equals(other.shape)) {
      throw new IllegalArgumentException(
          "counts: can be added only for the same shape, got %s and %s"
              .formatted(shape, other.shape));
    }
    int[] places = new int[keys.length];
    int[] otherPlaces = new int[other.keys.length];
    int cells = places(keys, places, other.keys, otherPlaces);
    long[] sumKeys = new long[cells];
    long[] sumCounts = new long[cells];
    Sums sumRewards = new Sums(cells);
    Sums sumSquares = new Sums(cells);
    addTo(sumKeys, sumCounts, places);
    other.addTo(sumKeys, sumCounts, otherPlaces);
    sumRewards.addAll(rewards, places);
    sumRewards.addAll(other.rewards, otherPlaces);
    sumSquares.addAll(squares, places);
    sumSquares.addAll(other.squares, otherPlaces);
    return new TransitionCounts(shape, sumKeys, sumCounts, sumRewards, sumSquares);
  }

  /**
   * Says for each of two rising rows of keys where they come in the union, and how many that has.
   * Without branches, as nobody can foresee which key is the smaller; keys are never negative.
   */
  private static int places(long[] keys, int[] places, long[] others, int[] otherPlaces) {
    int i = 0;
    int j = 0;
    int place = 0;
    for (; i < keys.length && j < others.length; place++) {
      long difference = keys[i] - others[j];
      places[i] = place;
      otherPlaces[j] = place;
      i += 1 + (int) (-difference >> 63); // the larger key stays, and its place is set again
      j += 1 + (int) (difference >> 63);
    }
    while (i < keys.length) {
      places[i++] = place++;
    }
    while (j < others.length) {
      otherPlaces[j++] = place++;
    }
    return place;
  }

  private void addTo(long[] sumKeys, long[] sumCounts, int[] places) {
    for (int i = 0; i < places.length; i++) {
      sumKeys[places[i]] = keys[i];
      sumCounts[places[i]] += counts[i];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TransitionCounts that
        && shape.equals(that.shape)
        && Arrays.equals(keys, that.keys)
        && Arrays.equals(counts, that.counts)
        && rewards.equals(that.rewards)
        && squares.equals(that.squares);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "TransitionCounts[%s, %s cells]".formatted(shape, keys.length);
  }

  static long key(Shape shape, int step, int state, int action, int next) {
    long pair = ((step - 1L) * shape.states() + state) * shape.actions() + action;
    return pair * next(shape) + next;
  }

  private static long next(Shape shape) {
    return shape.states() + 1L;
  }

  /** Many {@linkplain ExactSum exact sums} side by side. */
  static final class Sums implements Serializable {
    private long[] high;
    private long[] low;

    Sums(int size) {
      high = new long[size];
      low = new long[size];
    }

    void add(int at, long grid) {
      low[at] += grid;
      if (Long.compareUnsigned(low[at], grid) < 0) {
        high[at]++;
      }
    }

    void set(int at, long high, long low) {
      this.high[at] = high;
      this.low[at] = low;
    }

    void add(int at, Sums other, int from) {
      add(at, other.low[from]);
      high[at] += other.high[from];
    }

    double at(int index) {
      return ExactSum.toDouble(high[index], low[index]);
    }

    Sums resized(int size) {
      Sums copy = new Sums(0);
      copy.high = Arrays.copyOf(high, size);
      copy.low = Arrays.copyOf(low, size);
      return copy;
    }

    /** Adds each of the other sums at its place. */
    void addAll(Sums other, int[] places) {
      for (int i = 0; i < places.length; i++) {
        add(places[i], other, i);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Sums that
          && Arrays.equals(high, that.high)
          && Arrays.equals(low, that.low);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(high) + Arrays.hashCode(low);
    }
  }
}
