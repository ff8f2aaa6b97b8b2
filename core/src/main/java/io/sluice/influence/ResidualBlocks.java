package io.sluice.influence;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.Influence.Drift;
import io.sluice.mdp.Shape;
import io.sluice.model.SparseRows;
import java.util.Arrays;

/**
 * Sums of squares of what the rows of each pair add to ψ; computed for a block of states at a time,
 * so that their data stay in a cache.
 *
 * <p>A row with residual reward r − R̂ and next state x′ has the part w(r − R̂) + u(x′) + s, where
 * w and u are the same for all rows of a pair with next state x′: so rows are summed by stored
 * transition. Only the drift s depends on the step; where there is one, cells are read too.
 */
final class ResidualBlocks {
  /** With so many pairs, the buffers of a block fit the second-level cache. */
  private static final int PAIRS_PER_BLOCK = 1024;

  /** So many values stay in a cache, and need no prefetch. */
  private static final int NEAR = 1 << 15;

  private final Influence influence;
  private final PlugIn plugIn;
  private final Shape shape;
  private final int table;
  private final int firstStep; // of those whose rows belong to the table
  private final int moves; // how many steps' masses a pair of this table has
  private final int width; // the space for them
  private final SparseRows next;
  private final double[] weight; // w, by pair of the block
  private final double[] squares;
  private final double[] drifting;
  private final double[] low; // the range of u
  private final double[] high;
  private final double[] masses; // those of the steps side by side, by pair of the block
  private final double[] expected; // Σ_k μ_k·Σ P̂V̂_{k+1}
  private final int[] steps; // at which a pair's mass is not 0
  private final int[] stateOf; // of a pair of the block, counted from its first
  private final double[] rewardsOfMoves;
  private final double[] values; // V̂ of the steps side by side, by state
  private final int[] positions; // by step of the table, the first cell that no block has read yet

  @SuppressWarnings("UnusedVariable") // keeps the compiler from removing the prefetch
  private double prefetched;

  private double[] onward = new double[0]; // u, by stored transition of the block
  private double[] later = new double[0]; // a cell's next state in the drift
  private int[] pairOf = new int[0]; // the pair of the block that a transition belongs to

  ResidualBlocks(Influence influence, int table) {
    this.influence = influence;
    this.plugIn = influence.plugIn();
    this.shape = plugIn.shape;
    this.table = table;
    this.next = plugIn.model.next();
    int most = Math.max(1, PAIRS_PER_BLOCK / shape.actions());
    int pairs = Math.min(most, shape.states()) * shape.actions();
    firstStep = plugIn.tables.first(table);
    moves = Math.max(0, plugIn.tables.lastMove(table) - firstStep + 1);
    width = plugIn.stride();
    weight = new double[pairs];
    squares = new double[pairs];
    drifting = new double[pairs];
    low = new double[pairs];
    high = new double[pairs];
    masses = new double[pairs * width];
    expected = new double[pairs];
    steps = new int[moves + 1];
    stateOf = new int[pairs];
    Arrays.setAll(stateOf, i -> i / shape.actions());
    rewardsOfMoves = plugIn.log.rewardsOfMoves;
    positions = new int[plugIn.tables.last(table) - firstStep + 1];
    values = plugIn.nextValues(table);
  }

  /** The pairs of the states {@code from} … {@code to − 1}. */
  void run(int from, int to, VarianceSources into) {
    int length = weight.length / shape.actions();
    for (int k = firstStep; k <= lastStep(); k++) {
      positions[k - firstStep] = plugIn.counts.firstCell(k, from, 0);
    }
    for (int x = from; x < to; x += length) {
      int end = Math.min(to, x + length);
      addRows(x, end);
      addDrift(x, end);
      for (int i = 0, pair = x * shape.actions(); pair < end * shape.actions(); i++, pair++) {
        into.take(table, pair, squares[i], drifting[i], low[i], high[i]);
      }
    }
  }

  /** Σ w²(r − R̂)² + 2wu(r − R̂) + u². */
  private void addRows(int from, int to) {
    int first = from * shape.actions();
    int size = (to - from) * shape.actions();
    arrange(first, size);
    int row = plugIn.model.pair(firstStep, from, 0);
    int offset = next.start(row);
    if (onward.length < next.start(row + size) - offset) {
      onward = new double[next.start(row + size) - offset];
      pairOf = new int[onward.length];
    }
    long[] rows = plugIn.log.rows[table];
    long[] moved = plugIn.log.moves[table];
    double[] sums = plugIn.log.rewards[table];
    double[] sumsOfSquares = plugIn.log.squares[table];
    double alone = influence.drift().ownReward();
    Arrays.fill(drifting, 0);
    for (int i = 0, pair = first; i < size; i++, pair++) {
      long n = rows[pair];
      double w = (n == 0 ? 0 : influence.ofReward(firstStep, pair)) + alone;
      double mean = plugIn.model.reward(row + i);
      weight[i] = w;
      squares[i] = w * w * (sumsOfSquares[pair] - mean * (2 * sums[pair] - n * mean));
      addTransitions(i, row + i, offset, moved[pair], mean);
    }
  }

  /** The masses of all steps of a pair side by side, from arrays that have them step by step. */
  private void arrange(int first, int size) {
    Arrays.fill(expected, 0); // the masses before the first step are 0
    for (int j = 0; j < moves; j++) {
      int k = firstStep + j;
      if (k < influence.step()) {
        continue;
      }
      double[] moving = influence.occupancy().moving[k];
      double[] ahead = plugIn.ahead(k);
      for (int i = 0; i < size; i++) {
        double mu = moving[first + i];
        masses[i * width + j] = mu;
        expected[i] += mu * ahead[first + i];
      }
    }
  }

  private void addTransitions(int i, int row, int offset, long n, double mean) {
    boolean dense = influence.occupancy().dense && width > 1;
    int count = dense ? moves : countSteps(i);
    double scale = count == 0 ? 0 : plugIn.episodes / n;
    double usual = expected[i];
    double twice = 2 * weight[i];
    double sum = 0;
    double least = 0;
    double most = 0;
    if (dense && values.length > NEAR) {
      prefetch(row);
    }
    for (int k = next.start(row), end = next.start(row + 1); k < end; k++) {
      int state = next.column(k);
      double u = ((dense ? all(i, state) : few(i, state, count)) - usual) * scale;
      double met = next.value(k) * n; // the number of rows that it was made from
      sum += u * (twice * (rewardsOfMoves[k] - met * mean) + met * u);
      least = Math.min(least, u);
      most = Math.max(most, u);
      onward[k - offset] = u;
      pairOf[k - offset] = i;
    }
    squares[i] += sum;
    low[i] = least;
    high[i] = most;
  }

  private int countSteps(int i) {
    int count = 0;
    for (int j = Math.max(0, influence.step() - firstStep), at = i * width; j < moves; j++) {
      steps[count] = j;
      count += masses[at + j] == 0 ? 0 : 1;
    }
    return count;
  }

  /**
   * Reads the values of all next states before any is used, so that the processor waits for them
   * together and not one after the other.
   */
  private void prefetch(int row) {
    double sum = 0;
    for (int k = next.start(row), end = next.start(row + 1); k < end; k++) {
      for (int at = next.column(k) * width, last = at + width; at < last; at += 8) {
        sum += values[at];
      }
    }
    prefetched += sum;
  }

  /** Σ_k μ_k·V̂_{k+1}(x′). */
  private double all(int i, int state) {
    return Influence.dot(masses, i * width, values, state * width, width);
  }

  /** The same over the steps at which there is any mass. */
  private double few(int i, int state, int count) {
    double sum = 0;
    for (int j = 0; j < count; j++) {
      sum += masses[i * width + steps[j]] * values[state * width + steps[j]];
    }
    return sum;
  }

  /** Σ 2s(w(r − R̂) + u) + s². */
  private void addDrift(int from, int to) {
    Drift drift = influence.drift();
    for (int k = firstStep; k <= lastStep(); k++) {
      if (k < shape.horizon()) {
        addDriftOfMoves(drift, k, from, to);
      } else {
        addDriftOfLast(drift, from, to);
      }
    }
  }

  /** The last such step with a drift. */
  private int lastStep() {
    return Math.min(influence.drift().last(), plugIn.tables.last(table));
  }

  private void addDriftOfMoves(Drift drift, int k, int from, int to) {
    TransitionCounts counts = plugIn.counts;
    LogSums log = plugIn.log;
    int row = plugIn.model.pair(firstStep, from, 0);
    int offset = next.start(row);
    double[] ahead = drift.next()[k + 1];
    double[] here = drift.here()[k];
    double own = drift.ownReward();
    int start = positions[k - firstStep];
    int end = counts.firstCellFrom(start, k, to);
    if (later.length < end - start) {
      later = new double[end - start];
    }
    for (int cell = start; cell < end; cell++) { // a loop of its own: see prefetch
      later[cell - start] = ahead[next.column(log.transition(cell))];
    }
    for (int cell = start; cell < end; cell++) {
      int transition = log.transition(cell);
      int i = pairOf[transition - offset];
      double mean = plugIn.model.reward(row + i);
      double s = later[cell - start] - here[from + stateOf[i]] + own * mean;
      double u = onward[transition - offset];
      if (log.cut) {
        double c = counts.weight(k, from + stateOf[i]);
        s *= c;
        addWeighted(i, own * (c - 1), cell, mean, u + s);
      }
      addDrift(i, s, counts.count(cell), counts.rewardSum(cell), mean, u);
    }
    positions[k - firstStep] = end;
  }

  private void addDriftOfLast(Drift drift, int from, int to) {
    TransitionCounts counts = plugIn.counts;
    int step = shape.horizon();
    for (CellCursor at = counts.walk(step, from, to); at.advance(); ) {
      int i = (at.state() - from) * shape.actions() + at.action();
      double mean = plugIn.reward(step, from * shape.actions() + i);
      double s = drift.next()[step + 1][at.next()] - drift.here()[step][at.state()];
      s += drift.ownReward() * mean;
      if (plugIn.log.cut) {
        double c = counts.weight(step, at.state());
        s *= c;
        addWeighted(i, drift.ownReward() * (c - 1), at.cell(), mean, s);
      }
      addDrift(i, s, counts.count(at.cell()), counts.rewardSum(at.cell()), mean, 0);
    }
  }

  /**
   * Where episodes were cut off, a row's own reward counts T·d̂/n times and not once: Σ e(2w + e)(r
   * − R̂)² + 2e(u + s)(r − R̂) for the e that is missing from w.
   */
  private void addWeighted(int i, double e, int cell, double mean, double rest) {
    if (e == 0) {
      return;
    }
    TransitionCounts counts = plugIn.counts;
    double n = counts.count(cell);
    double first = counts.rewardSum(cell) - n * mean;
    double second = counts.squareSum(cell) - 2 * mean * counts.rewardSum(cell) + n * mean * mean;
    drifting[i] += e * ((2 * weight[i] + e) * second + 2 * rest * first);
  }

  private void addDrift(int i, double s, long n, double rewards, double mean, double u) {
    drifting[i] += s * (2 * (weight[i] * (rewards - n * mean) + n * u) + n * s);
  }
}
