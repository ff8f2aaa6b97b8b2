package io.sluice.simulation;

import io.sluice.counts.TransitionCounts;
import io.sluice.model.Model;

/**
 * Rewards with the mean m and the variance v that a log's rewards have, pair by pair: r = m + s·(C
 * − m), where the coin C is the log's highest reward with probability p = (m − lowest)/(highest −
 * lowest) and else its lowest, and s = √(v/((m − lowest)(highest − m))).
 *
 * <p>The mean of r is m, its variance s²·Var C = v, and it never leaves what the log has seen.
 * Rewards of two values are so again (s = 1), rewards that were all the same are constant (s = 0).
 * Two moments of each pair are all that counts keep, so the others are not the log's.
 */
final class SpreadRewards implements RewardLaw {
  private final double lowest;
  private final double highest;
  private final double[] spread;

  private SpreadRewards(double lowest, double highest, double[] spread) {
    this.lowest = lowest;
    this.highest = highest;
    this.spread = spread;
  }

  /** The rewards of a log, by the pairs of the model that was estimated from it. */
  static SpreadRewards of(TransitionCounts counts, Model estimate, double lowest, double highest) {
    double[] squares = new double[estimate.next().rows()]; // Σr²
    for (int i = 0; i < counts.cells(); i++) {
      int pair = estimate.pair(counts.step(i), counts.state(i), counts.action(i));
      squares[pair] += counts.squareSum(i);
    }
    double[] spread = new double[squares.length];
    for (int pair = 0; pair < spread.length; pair++) {
      if (estimate.isVisited(pair)) {
        double mean = estimate.reward(pair);
        double variance = squares[pair] / estimate.visits(pair) - mean * mean;
        spread[pair] = spread(mean, variance, (mean - lowest) * (highest - mean));
      }
    }
    return new SpreadRewards(lowest, highest, spread);
  }

  /** s, what rounding leaves of a certain 0 or 1 being cut off. */
  private static double spread(double mean, double variance, double largest) {
    double rounding = 1e-13 * mean * mean + 0x1p-59; // squares are cut to multiples of 2⁻⁶⁰
    if (variance <= rounding || largest <= 0) {
      return 0;
    }
    return variance >= largest - rounding ? 1 : Math.sqrt(variance / largest);
  }

  @Override
  public double draw(int pair, double mean, double uniform) {
    double s = spread[pair];
    if (s == 0) {
      return mean;
    }
    double coin = uniform * (highest - lowest) < mean - lowest ? highest : lowest;
    return s == 1 ? coin : mean + s * (coin - mean);
  }

  @Override
  public double variance(int pair, double mean) {
    return spread[pair] * spread[pair] * (mean - lowest) * (highest - mean);
  }
}
