package io.sluice.interval;

import io.sluice.interval.EfficientInterval.Variance;
import io.sluice.mdp.Threads;

/**
 * What makes an {@code efficient} interval as wide as it is: what the rows of every pair add to Var
 * ψ, and how far that may be off where a pair was seen in few rows.
 *
 * <p>T·Var ψ = T·(variance of the states' part) + Σ over pairs of Σ over rows (the row's part of
 * ψ)². Pairs are those of the model: one table of them for all steps if it is pooled, else one for
 * each.
 */
final class WidthSources {
  private final Influence influence;
  private final PlugIn plugIn;
  private final boolean raised;
  private final double borrowed; // the squared residual that a pair's additional rows have in all
  private final double own;
  private final double[][] squares; // Σ (row's residual)², by table and pair
  private final double[][] drifting; // what the first terms of the whole add to that
  private final double[][] low; // the residual's range over next states
  private final double[][] high;

  private WidthSources(Influence influence, Variance variance) {
    this.influence = influence;
    this.raised = variance != Variance.PLAIN;
    this.plugIn = influence.plugIn();
    this.borrowed =
        variance == Variance.BORROWED ? EfficientInterval.MORE_ROWS * plugIn.residualVariance() : 0;
    this.own = influence.drift().ownReward();
    squares = new double[plugIn.tables()][plugIn.pairs];
    drifting = new double[plugIn.tables()][plugIn.pairs];
    low = new double[plugIn.tables()][plugIn.pairs];
    high = new double[plugIn.tables()][plugIn.pairs];
  }

  /**
   * @param variance what is done about pairs that were seen in few rows
   */
  static WidthSources of(Influence influence, Variance variance) {
    WidthSources sources = new WidthSources(influence, variance);
    PlugIn plugIn = sources.plugIn;
    try (Threads.Team team = plugIn.threads().team(plugIn.model.transitions())) {
      for (int table = 0; table < plugIn.tables(); table++) {
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

  /** Takes what a block of pairs has added up. */
  void take(int table, int pair, double squares, double drifting, double low, double high) {
    this.squares[table][pair] = squares;
    this.drifting[table][pair] = drifting;
    this.low[table][pair] = low;
    this.high[table][pair] = high;
  }

  Influence influence() {
    return influence;
  }

  /** Σ of a pair's squared parts of ψ, with those that it may hide. */
  double squares(int table, int pair) {
    // Rounding may leave less than nothing.
    return Math.max(0, residuals(table, pair) + drifting[table][pair]) + hidden(table, pair);
  }

  /** What rewards that were all equal would add, as far as they may vary after all. */
  private double hidden(int table, int pair) {
    double variance = raised ? plugIn.hidden().at(table, pair) : 0;
    double w = variance == 0 ? 0 : influence.ofReward(table + 1, pair) + own;
    return plugIn.rows(table + 1, pair) * variance * w * w;
  }

  private double residuals(int table, int pair) {
    return Math.max(0, squares[table][pair]) + more(table, pair);
  }

  /** What more rows would add, if they varied as rows do on average. */
  private double more(int table, int pair) {
    return borrowed == 0 ? 0 : borrowed * influence.squaredWeight(table + 1, pair);
  }

  /** R²·min(S, R²): the variance that the sum of a pair's squares is taken to have. */
  double doubt(int table, int pair) {
    double squares = raised ? residuals(table, pair) : 0;
    return squares == 0 ? 0 : doubt(range(table, pair), squares);
  }

  static double doubt(double range, double squares) {
    double square = range * range;
    return square * Math.min(squares, square);
  }

  /** R: how far apart two residuals of a pair that was seen can be. */
  double range(int table, int pair) {
    double weight = Math.abs(influence.ofReward(table + 1, pair) + own);
    return weight + high[table][pair] - low[table][pair];
  }

  /** What a pair adds to Var ψ. */
  double limit(int table, int pair) {
    return squares(table, pair) / plugIn.episodes;
  }

  /** The part of that which is about its own outcomes. */
  double residualLimit(int table, int pair) {
    return residuals(table, pair) / plugIn.episodes;
  }

  boolean isRaised() {
    return raised;
  }

  /** What a pair that was never seen adds to the width. */
  double unknown(int table, int pair) {
    double sum = 0;
    for (int k = 1; k <= plugIn.shape.horizon(); k++) {
      sum += plugIn.table(k) == table ? influence.unknown(k, pair) : 0;
    }
    return sum;
  }

  /** Σ over all pairs. */
  double squares() {
    double sum = 0;
    for (int table = 0; table < plugIn.tables(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        sum += squares(table, pair);
      }
    }
    return sum;
  }

  /** √(Σ doubt): what is added for all pairs. */
  double raise() {
    double sum = 0;
    for (int table = 0; table < plugIn.tables(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        sum += doubt(table, pair);
      }
    }
    return Math.sqrt(sum);
  }

  /** What is added to the squares that were seen: the raise, what is hidden and borrowed. */
  double added() {
    double sum = raise();
    for (int table = 0; raised && table < plugIn.tables(); table++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        sum += hidden(table, pair) + more(table, pair);
      }
    }
    return sum;
  }
}
