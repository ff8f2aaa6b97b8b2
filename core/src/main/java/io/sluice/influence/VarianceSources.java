package io.sluice.influence;

import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.mdp.Policy;
import io.sluice.model.Threads;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The variance of an {@code efficient} estimate, by pair: what the rows of every pair add to Var ψ,
 * and how uncertain that is where a pair was seen in few rows.
 *
 * <p>T·Var ψ = T·(variance of the states' part) + Σ over pairs of Σ over rows (the row's part of
 * ψ)². Pairs are those of the model: one table of them for all steps if it is pooled, else one for
 * each.
 */
public final class VarianceSources {
  private final Influence influence;
  private final PlugIn plugIn;
  private final boolean raised;
  private final double borrowed; // the squared residual that a pair's additional rows have in all
  private final double own;
  private final int firstTable; // of those with rows that count
  private final double[][] squares; // Σ (row's residual)², by table and pair
  private final double[][] drifting; // what the first terms of the whole add to that
  private final double[][] low; // the residual's range over next states
  private final double[][] high;

  private VarianceSources(Influence influence, Variance variance) {
    this.influence = influence;
    this.raised = variance != Variance.PLAIN;
    this.plugIn = influence.plugIn();
    this.borrowed =
        variance == Variance.BORROWED ? EfficientInterval.MORE_ROWS * plugIn.residualVariance() : 0;
    this.own = influence.drift().ownReward();
    this.firstTable = influence.isOwn() ? plugIn.tables.of(influence.step()) : 0;
    squares = zeros();
    drifting = zeros();
    low = zeros();
    high = zeros();
  }

  /** By table and pair; tables without a row that counts have the same zeros. */
  private double[][] zeros() {
    double[][] zeros = new double[plugIn.tables.count()][];
    Arrays.fill(zeros, 0, firstTable, new double[plugIn.pairs]);
    for (int table = firstTable; table < zeros.length; table++) {
      zeros[table] = new double[plugIn.pairs];
    }
    return zeros;
  }

  /**
   * @param variance how pairs that were seen in few rows are treated
   */
  public static VarianceSources of(Influence influence, Variance variance) {
    VarianceSources sources = new VarianceSources(influence, variance);
    PlugIn plugIn = sources.plugIn;
    try (Threads.Team team = plugIn.threads().team(plugIn.model.transitions())) {
      for (int table = sources.firstTable; table < plugIn.tables.count(); table++) {
        int at = table;
        team.each(
            plugIn.shape.states(),
            () -> {
              ResidualBlocks blocks = new ResidualBlocks(influence, at);
              return (from, to) -> blocks.run(from, to, sources);
            });
      }
    }
    return sources;
  }

  /** Stores the sums of a pair. */
  void take(int table, int pair, double squares, double drifting, double low, double high) {
    this.squares[table][pair] = squares;
    this.drifting[table][pair] = drifting;
    this.low[table][pair] = low;
    this.high[table][pair] = high;
  }

  /** The estimate whose variance this is. */
  public Influence influence() {
    return influence;
  }

  /** The log that it was estimated from. */
  public LogSums log() {
    return plugIn.log;
  }

  /** π_b. */
  public Policy behavior() {
    return plugIn.behavior;
  }

  /** Σ of squares of what a pair's rows add to ψ, with {@linkplain HiddenVariance hidden} ones. */
  public double squares(int table, int pair) {
    // Below 0 only by rounding.
    return Math.max(0, residuals(table, pair) + drifting[table][pair]) + hidden(table, pair);
  }

  /** What rewards that were all equal are expected to add: see {@link HiddenVariance}. */
  private double hidden(int table, int pair) {
    double variance = raised ? plugIn.hidden().at(table, pair) : 0;
    double w = variance == 0 ? 0 : influence.ofReward(plugIn.tables.first(table), pair) + own;
    return plugIn.log.rows(table, pair) * variance * w * w;
  }

  private double residuals(int table, int pair) {
    return Math.max(0, squares[table][pair]) + more(table, pair);
  }

  /** What additional rows with the average residual variance add: see {@link Variance#BORROWED}. */
  private double more(int table, int pair) {
    return borrowed == 0 ? 0 : borrowed * influence.squaredWeight(table, pair);
  }

  /**
   * S: the squares that few rows may have shown too small. Hidden ones count as far as it is
   * uncertain whether there are any, p(1−p) with the probability p that there are.
   */
  private double uncertain(int table, int pair) {
    return uncertain(table, pair, residuals(table, pair), hidden(table, pair));
  }

  private double uncertain(int table, int pair, double residuals, double hidden) {
    double p = hidden == 0 ? 0 : plugIn.hidden().probability(table, pair);
    return residuals + hidden * p * (1 - p);
  }

  /** R²·min(S, R²): the variance that the sum of a pair's squares is taken to have. */
  public double doubt(int table, int pair) {
    double squares = raised ? uncertain(table, pair) : 0;
    return squares == 0 ? 0 : doubt(range(table, pair), squares);
  }

  public static double doubt(double range, double squares) {
    double square = range * range;
    return square * Math.min(squares, square);
  }

  /** R: the range of the residuals of a pair that was seen. */
  public double range(int table, int pair) {
    double weight = Math.abs(influence.ofReward(plugIn.tables.first(table), pair) + own);
    return weight + high[table][pair] - low[table][pair];
  }

  /** What a pair adds to Var ψ. */
  public double limit(int table, int pair) {
    return squares(table, pair) / plugIn.episodes;
  }

  /** The part of that which few rows may have shown too small. */
  public double uncertainLimit(int table, int pair) {
    return (raised ? uncertain(table, pair) : residuals(table, pair)) / plugIn.episodes;
  }

  public boolean isRaised() {
    return raised;
  }

  /** What a pair that was never seen adds to the width. */
  public double unknown(int table, int pair) {
    double sum = 0;
    for (int k = plugIn.tables.first(table); k <= plugIn.tables.last(table); k++) {
      sum += influence.unknown(k, pair);
    }
    return sum;
  }

  /**
   * Sums over all pairs.
   *
   * @param squares {@link #squares(int, int)}
   * @param doubts {@link #doubt(int, int)}
   * @param seen the squares that were seen, without what is added to them
   * @param fourthPowers R²·S: at least the sum of the fourth powers of what rows add to ψ
   */
  record Sums(double squares, double doubts, double seen, double fourthPowers) {
    /** √(Σ doubt): what is added for all pairs. */
    double raise() {
      return Math.sqrt(doubts);
    }
  }

  /** All sums in one walk: what pairs are read from is larger than a cache. */
  Sums sums() {
    double all = 0;
    double doubts = 0;
    double seen = 0;
    double fourthPowers = 0;
    for (int table = firstTable; table < plugIn.tables.count(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        double own = squares[table][pair];
        double drift = drifting[table][pair];
        double residuals = residuals(table, pair);
        double hidden = hidden(table, pair);
        double uncertain = raised ? uncertain(table, pair, residuals, hidden) : 0;
        double range = own > 0 || uncertain != 0 ? range(table, pair) : 0;
        all += Math.max(0, residuals + drift) + hidden;
        doubts += uncertain == 0 ? 0 : doubt(range, uncertain);
        seen += Math.max(0, own + drift);
        fourthPowers += own > 0 ? own * range * range : 0;
      }
    }
    return new Sums(all, doubts, seen, fourthPowers);
  }

  /** Σ over all pairs. */
  public double squares() {
    return sums().squares();
  }

  /** What is added for all pairs. */
  public double raise() {
    return sums().raise();
  }

  /**
   * The effective number of outcomes that a variance rests on, if every pair that may vary had one
   * more outcome, off by its whole range:
   *
   * <pre>
   * (Σψ² + Σ p·R²)² / (Σψ⁴ + Σ p·R⁴),   p = {@link HiddenVariance#mayVary}, R = {@link #range}
   * </pre>
   *
   * The number of episodes, if all |ψ| are equal; about that of the rare outcomes, if these make
   * the variance; near 1, if one pair that has not varied yet could make more of it than all that
   * was seen. Empty where nothing varied.
   */
  OptionalDouble carriedBy(double squares, double fourthPowers) {
    if (squares == 0) {
      return OptionalDouble.empty();
    }
    double second = squares;
    double fourth = fourthPowers;
    for (int table = firstTable; table < plugIn.tables.count(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        if (plugIn.log.rows(table, pair) > 0) {
          double range = range(table, pair);
          double square = range * range;
          double possible = square == 0 ? 0 : plugIn.hidden().mayVary(table, pair) * square;
          second += possible;
          fourth += possible * square;
        }
      }
    }
    return OptionalDouble.of(second * second / fourth);
  }

  /** What is added to the sample squares: the raise, and what is hidden and borrowed. */
  double added() {
    double sum = raise();
    for (int table = firstTable; raised && table < plugIn.tables.count(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        sum += hidden(table, pair) + more(table, pair);
      }
    }
    return sum;
  }
}
