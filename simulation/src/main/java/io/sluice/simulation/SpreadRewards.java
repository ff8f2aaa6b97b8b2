package io.sluice.simulation;

import io.sluice.counts.TransitionCounts;
import io.sluice.model.Model;

/**
 * Rewards with the mean and the variance that a log's rewards have, pair by pair: r = m + s·(B −
 * m), B being 1 with probability m and else 0, s = √(v/(m(1−m))).
 *
 * <p>Its mean is m, its variance s²·m(1−m) = v, and it never leaves [0, 1]. Rewards that were 0 or
 * 1 are so again (s = 1), rewards that were all the same are constant (s = 0). Two moments are all
 * that counts keep of rewards, so others are not the log's.
 */
final class SpreadRewards implements RewardLaw {
  private final double[] spread;

  private SpreadRewards(double[] spread) {
    this.spread = spread;
  }

  /** The rewards of a log, by the pairs of the model that was estimated from it. */
  static SpreadRewards of(TransitionCounts counts, Model estimate) {
    double[] squares = new double[estimate.next().rows()]; // Σr²
    for (int i = 0; i < counts.cells(); i++) {
      int pair = estimate.pair(counts.step(i), counts.state(i), counts.action(i));
      squares[pair] += counts.squareSum(i);
    }
    double[] spread = new double[squares.length];
    for (int pair = 0; pair < spread.length; pair++) {
      if (estimate.isVisited(pair)) {
        spread[pair] = spread(estimate.reward(pair), squares[pair] / estimate.visits(pair));
      }
    }
    return new SpreadRewards(spread);
  }

  /** s for a mean and a mean square, what rounding leaves of a certain 0 or 1 being cut off. */
  private static double spread(double mean, double meanSquare) {
    double variance = meanSquare - mean * mean;
    double largest = mean * (1 - mean);
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
    double coin = uniform < mean ? 1 : 0;
    return s == 1 ? coin : mean + s * (coin - mean);
  }
}
