package io.sluice.influence;

import java.io.Serializable;
import java.util.Arrays;

/**
 * How far the {@link RobustScores} of every step can be relied on: the effective sample size of the
 * weights ρ_h⋯ρ_H that the score of step h uses, and how much one outcome can move it.
 *
 * <p>An outcome r + V̂ of a row at step k that is lower by D lowers ψ_h by c_k·D. Without a model,
 * nothing says that rows of one state and action are alike, so what was {@linkplain UnseenOutcomes
 * never seen} is taken to happen in the row where it costs most.
 *
 * <p>Of clusters, the same: what a further cluster could cost in all of its episodes, either where
 * the policy does more often what was done or where it does so less often. With L_g the sum of that
 * over the episodes of cluster g, m further clusters cost m·(Σ L_g/T)/(G + m), G = (Σ L_g)²/Σ L_g².
 * Where every episode is a cluster that is never more than the cost by rows.
 */
final class OnwardWeights implements Serializable {
  private static final int SIDES = 4; // lowering and raising, by weights above and below 0

  private final double[] sum; // of ρ_h⋯ρ_H, by step from index 0
  private final double[] squares;
  private final double[] lowering; // the most that one outcome lowers a score; the total's is last
  private final double[] raising;
  private final double[][] open; // L of the open cluster, by side
  private final double[][] costs; // Σ L_g
  private final double[][] costSquares; // Σ L_g²
  private final double[][] ofEpisode;
  private long episodes;
  private long cluster = -1;

  OnwardWeights(int horizon) {
    sum = new double[horizon];
    squares = new double[horizon];
    lowering = new double[horizon + 1];
    raising = new double[horizon + 1];
    open = new double[SIDES][horizon + 1];
    costs = new double[SIDES][horizon + 1];
    costSquares = new double[SIDES][horizon + 1];
    ofEpisode = new double[SIDES][horizon + 1];
  }

  /**
   * Adds an episode.
   *
   * @param cluster its cluster, whose episodes come one after the other
   * @param ratios ρ of its steps, step k at index k
   * @param above how far the expected outcome of each row is above the lowest possible one
   * @param below how far it is below the highest one
   */
  void add(long cluster, int length, double[] ratios, double[] above, double[] below) {
    int horizon = sum.length;
    if (cluster != this.cluster) {
      close();
      this.cluster = cluster;
    }
    for (double[] side : ofEpisode) {
      Arrays.fill(side, 0);
    }
    episodes++;
    for (int h = length; h < horizon; h++) { // steps after the end: nothing is weighted
      sum[h]++;
      squares[h]++;
    }
    double onward = 1;
    double fall = 0; // max over k > h of ρ_{h+1}⋯ρ_k·above_k
    double rise = 0;
    for (int h = length; h >= 1; h--) {
      double ratio = ratios[h];
      onward *= ratio;
      sum[h - 1] += onward;
      squares[h - 1] += onward * onward;
      fall = Math.max(above[h], fall);
      rise = Math.max(below[h], rise);
      put(h - 1, ratio - 1, fall, rise);
      fall *= ratio;
      rise *= ratio;
    }
    double weight = 1;
    for (int h = 1; h <= length; h++) {
      weight *= ratios[h];
      put(horizon, weight - 1, above[h], below[h]);
    }
    for (int s = 0; s < SIDES; s++) {
      for (int i = 0; i <= horizon; i++) {
        open[s][i] += ofEpisode[s][i];
      }
    }
  }

  private void put(int i, double weight, double fall, double rise) {
    double lower = weight > 0 ? weight * fall : -weight * rise;
    double raise = weight > 0 ? weight * rise : -weight * fall;
    int side = weight > 0 ? 0 : 1;
    lowering[i] = Math.max(lowering[i], lower);
    raising[i] = Math.max(raising[i], raise);
    ofEpisode[side][i] = Math.max(ofEpisode[side][i], lower);
    ofEpisode[2 + side][i] = Math.max(ofEpisode[2 + side][i], raise);
  }

  private void close() {
    for (int s = 0; s < SIDES; s++) {
      for (int i = 0; i < open[s].length; i++) {
        costs[s][i] += open[s][i];
        costSquares[s][i] += open[s][i] * open[s][i];
        open[s][i] = 0;
      }
    }
  }

  OnwardWeights plus(OnwardWeights later) {
    close();
    later.close();
    for (int s = 0; s < SIDES; s++) {
      for (int i = 0; i < costs[s].length; i++) {
        costs[s][i] += later.costs[s][i];
        costSquares[s][i] += later.costSquares[s][i];
      }
    }
    episodes += later.episodes;
    for (int i = 0; i < sum.length; i++) {
      sum[i] += later.sum[i];
      squares[i] += later.squares[i];
    }
    for (int i = 0; i < lowering.length; i++) {
      lowering[i] = Math.max(lowering[i], later.lowering[i]);
      raising[i] = Math.max(raising[i], later.raising[i]);
    }
    return this;
  }

  /** (Σw)²/Σw² of the weights from a step on. */
  double effectiveSampleSize(int step) {
    double square = squares[step - 1];
    return square == 0 ? 0 : sum[step - 1] * sum[step - 1] / square;
  }

  /**
   * How far so many outcomes more would move the mean of a score.
   *
   * @param which the step's, or H+1 for the total's
   */
  double cost(int which, int outcomes, boolean lower) {
    close();
    double one = (lower ? lowering : raising)[which - 1];
    double most = outcomes * one / (episodes + outcomes);
    for (int s = lower ? 0 : 2; s < (lower ? 2 : SIDES); s++) {
      double all = costs[s][which - 1];
      double squares = costSquares[s][which - 1];
      if (squares > 0) {
        most = Math.max(most, outcomes * all / episodes / (all * all / squares + outcomes));
      }
    }
    return most;
  }
}
