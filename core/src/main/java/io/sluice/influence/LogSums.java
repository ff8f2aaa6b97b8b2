package io.sluice.influence;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import io.sluice.model.StepTables;
import org.jspecify.annotations.Nullable;

/**
 * Sums over a log that influence functions need: the number of rows of each pair of the model and
 * their rewards, and the stored transition of the model that every cell belongs to. Computed once
 * for a log, in one pass, and used for all policies that are evaluated on it.
 */
public final class LogSums {
  private static final double MOST_ENTRIES = 1 << 25; // 256 MB
  private static final double MOST_WORK = 2e10; // some 20 s
  private static final int MOST_POLICIES = 32;

  final TransitionCounts counts;
  final Model model;
  final StepTables tables;
  final StateVector[] share; // d̂_k
  final long[][] rows; // n of each pair, by table
  final long[][] moves; // how many of them have a next state
  final double[][] rewards; // Σr of each pair
  final double[][] squares; // Σr²
  final double[] rewardsOfMoves; // Σr of each stored transition
  final boolean cut; // whether episodes were cut off, so that rows weigh more than 1
  final boolean complete; // whether every pair was seen, and moving before step H
  private final int @Nullable []
      transitions; // of each cell before step H; null where both have the same number

  final boolean borrows; // whether pairs never seen count as the others of their state
  final HiddenVariance hidden;

  private LogSums(TransitionCounts counts, Model model, boolean borrows) {
    this.counts = counts;
    this.model = model;
    this.borrows = borrows;
    Shape shape = counts.shape();
    tables = model.tables();
    int pairs = shape.states() * shape.actions();
    share = new StateVector[shape.horizon() + 1];
    rows = new long[tables.count()][pairs];
    moves = new long[tables.count()][pairs];
    rewards = new double[tables.count()][pairs];
    squares = new double[tables.count()][pairs];
    rewardsOfMoves = new double[model.next().entries()];
    transitions = tables.areShared() ? new int[counts.firstCell(shape.horizon())] : null;
    cut = counts.cutEpisodes() > 0;
    double episodes = counts.episodes();
    for (int h = 1; h <= shape.horizon(); h++) {
      share[h] = add(h, tables.of(h), episodes);
      if (cut) {
        share[h] = counts.distribution(h);
      }
    }
    complete = isComplete(shape.horizon());
    hidden = HiddenVariance.of(this);
  }

  /**
   * Whether the influence of single episodes can be computed in reasonable memory and time: it
   * needs tables of all pairs for every step. Otherwise there is the variance from counts.
   */
  public boolean fitsEpisodes() {
    double horizon = counts.shape().horizon();
    return tableEntries() <= MOST_ENTRIES
        && counts.episodes() * horizon * horizon * stride() <= MOST_WORK;
  }

  /**
   * How many policies can be judged by episodes in one pass, so that their tables fit in memory.
   */
  public int policiesAtOnce() {
    return (int) Math.max(1, Math.min(MOST_POLICIES, MOST_ENTRIES / tableEntries()));
  }

  private double tableEntries() {
    return (double) counts.shape().horizon() * tables.count() * pairs() * (3 + stride());
  }

  private double stride() {
    return tables.areShared() ? counts.shape().horizon() : 1;
  }

  /**
   * With 0 for pairs never seen, the least that they can be worth.
   *
   * @param model estimated from these counts
   */
  public static LogSums of(TransitionCounts counts, Model model) {
    return new LogSums(counts, model, false);
  }

  /**
   * With the mean of the other actions in the same state for pairs never seen, in what they earn
   * and in what they lead to. Intervals are widened for such pairs to the same bounds as with 0,
   * what a pair can be worth at least and at most; the sampling error follows V̂.
   *
   * @param model estimated from these counts
   */
  public static LogSums borrowing(TransitionCounts counts, Model model) {
    return new LogSums(counts, model, true);
  }

  private boolean isComplete(int horizon) {
    for (int table = 0; table < rows.length; table++) {
      long[] seen = table == horizon - 1 ? rows[table] : moves[table];
      for (long n : seen) {
        if (n == 0) {
          return false;
        }
      }
    }
    return true;
  }

  private StateVector add(int step, int table, double episodes) {
    int end = counts.shape().end();
    boolean moving = step < counts.shape().horizon();
    SparseRows next = model.next();
    int first = model.pair(step, 0, 0);
    int actions = counts.shape().actions();
    double[] visits = new double[end + 1];
    double alive = 0;
    int row = -1;
    int k = 0;
    for (CellCursor at = counts.walk(step); at.advance(); ) {
      int cell = at.cell();
      int pair = at.state() * actions + at.action();
      long n = counts.count(cell);
      double reward = counts.rewardSum(cell);
      visits[at.state()] += n;
      alive += n;
      rows[table][pair] += n;
      rewards[table][pair] += reward;
      squares[table][pair] += counts.squareSum(cell);
      if (moving) {
        moves[table][pair] += n;
        int last = next.start(first + pair + 1);
        k = find(next, row == pair ? k + 1 : next.start(first + pair), last, at.next());
        row = pair;
        if (k == last || next.column(k) != at.next() || transitions == null && k != cell) {
          throw new IllegalArgumentException(
              "influence, pair %d: needs the model that was estimated from these counts, got one without the next state %d"
                  .formatted(pair, at.next()));
        }
        rewardsOfMoves[k] += reward;
        if (transitions != null) {
          transitions[cell] = k;
        }
      }
    }
    visits[end] = episodes - alive;
    for (int x = 0; x <= end; x++) {
      visits[x] /= episodes;
    }
    return StateVector.owning(visits);
  }

  /**
   * The first entry of a row whose column is at least this. In short rows all entries are counted,
   * since an early exit from the loop would often be predicted wrong.
   */
  private static int find(SparseRows next, int from, int end, int column) {
    if (end - from > 16) {
      return next.find(from, end, column);
    }
    int at = from;
    for (int k = from; k < end; k++) {
      at += next.column(k) < column ? 1 : 0;
    }
    return at;
  }

  public TransitionCounts counts() {
    return counts;
  }

  public Model model() {
    return model;
  }

  /** T·d̂_k(x)/n_k(x), by step and state: what rows weigh where episodes were cut off. */
  double[][] weights() {
    Shape shape = counts.shape();
    double[][] weights = new double[shape.horizon() + 1][shape.states()];
    for (int h = 1; h <= shape.horizon(); h++) {
      for (int x = 0; x < shape.states(); x++) {
        weights[h][x] = counts.weight(h, x);
      }
    }
    return weights;
  }

  /** Which steps' rows are added up together. */
  public StepTables tables() {
    return tables;
  }

  /** How many pairs (state, action) there are. */
  public int pairs() {
    return rows[0].length;
  }

  /** d̂_k: the share of episodes in each state at a step. */
  public StateVector share(int step) {
    return share[step];
  }

  /**
   * How many rows of the log a pair has.
   *
   * @param table which steps' rows, see {@link StepTables}
   * @param pair state·|A| + action
   */
  public long rows(int table, int pair) {
    return rows[table][pair];
  }

  /** The stored transition of the model that a cell before step H belongs to. */
  int transition(int cell) {
    return transitions == null ? cell : transitions[cell];
  }
}
