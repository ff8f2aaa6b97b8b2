package io.sluice.model;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.util.Arrays;

/**
 * The variance of rewards, alone and together with the next state, for {@link Bernstein}.
 *
 * <p>For each stored transition the mean reward ρ(x,a,x′), for each pair the sum of squares around
 * these means. So Σ(r + V(x′) − mean)² = Σ(r − ρ)² + Σ n(x,a,x′)(ρ + V(x′) − mean)² for every V, a
 * sum of squares without cancellation. It takes one number per transition and three per pair.
 */
final class RewardSpread {
  /** ρ: the mean reward of each stored transition. */
  final double[] mean;

  /** Σ(r − ρ)² of each pair, over its rows that have a next state. */
  final double[] aroundMeans;

  /** Σ(r − R̂)² of each pair, over all its rows. */
  final double[] ofRewards;

  /** How many rows of each pair have a next state. */
  final long[] moves;

  private RewardSpread(double[] mean, double[] aroundMeans, double[] ofRewards, long[] moves) {
    this.mean = mean;
    this.aroundMeans = aroundMeans;
    this.ofRewards = ofRewards;
    this.moves = moves;
  }

  /**
   * @param model estimated from these counts
   */
  static RewardSpread of(TransitionCounts counts, Model model) {
    Shape shape = model.shape();
    counts.shape().requireSame("reward spread: the counts", shape);
    SparseRows next = model.next;
    int pairs = next.rows();
    double[] mean = new double[next.entries()]; // Σr, until it is divided
    double[] aroundMeans = new double[pairs]; // Σr², until ρ is taken out
    double[] ofRewards = new double[pairs];
    long[] moves = new long[pairs];
    long[] rows = new long[pairs];
    for (CellCursor at = counts.walk(); at.advance(); ) {
      int cell = at.cell();
      int step = at.step();
      int pair = model.pair(step, at.state(), at.action());
      rows[pair] += counts.count(cell);
      ofRewards[pair] += counts.squareSum(cell);
      if (step < shape.horizon()) {
        int k = entry(next, pair, at.next());
        mean[k] += counts.rewardSum(cell);
        aroundMeans[pair] += counts.squareSum(cell);
        moves[pair] += counts.count(cell);
      }
    }
    for (int pair = 0; pair < pairs; pair++) {
      if (rows[pair] != model.visits(pair)) {
        throw notOfTheseCounts(pair, model.visits(pair), rows[pair]);
      }
      double reward = model.reward(pair);
      ofRewards[pair] = Math.max(0, ofRewards[pair] - rows[pair] * reward * reward);
      for (int k = next.start[pair]; k < next.start[pair + 1]; k++) {
        double n = Math.rint(next.value[k] * moves[pair]);
        aroundMeans[pair] -= mean[k] * mean[k] / n;
        mean[k] /= n;
      }
      aroundMeans[pair] = Math.max(0, aroundMeans[pair]); // but for rounding it is not below 0
    }
    return new RewardSpread(mean, aroundMeans, ofRewards, moves);
  }

  private static int entry(SparseRows next, int pair, int state) {
    int k = Arrays.binarySearch(next.column, next.start[pair], next.start[pair + 1], state);
    if (k < 0) {
      throw new IllegalArgumentException(
          "reward spread, pair %s: needs the model that was estimated from these counts, got one without the next state %s"
              .formatted(pair, state));
    }
    return k;
  }

  private static IllegalArgumentException notOfTheseCounts(int pair, long inModel, long inCounts) {
    return new IllegalArgumentException(
        "reward spread, pair %s: needs the model that was estimated from these counts, got n = %s in the model and %s in the counts"
            .formatted(pair, inModel, inCounts));
  }
}
