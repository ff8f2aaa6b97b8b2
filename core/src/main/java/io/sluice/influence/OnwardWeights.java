package io.sluice.influence;

import java.io.Serializable;

/**
 * How far the {@link RobustScores} of every step can be relied on: the effective sample size of the
 * weights ρ_h⋯ρ_H that the score of step h uses, and how much one outcome can move it.
 *
 * <p>An outcome r + V̂ of a row at step k that is lower by D lowers ψ_h by c_k·D. Without a model,
 * nothing says that rows of one state and action are alike, so what was {@linkplain UnseenOutcomes
 * never seen} is taken to happen in the row where it costs most.
 */
final class OnwardWeights implements Serializable {
  private final double[] sum; // of ρ_h⋯ρ_H, by step from index 0
  private final double[] squares;
  private final double[] lowering; // the most that one outcome lowers a score; the total's is last
  private final double[] raising;
  private long episodes;

  OnwardWeights(int horizon) {
    sum = new double[horizon];
    squares = new double[horizon];
    lowering = new double[horizon + 1];
    raising = new double[horizon + 1];
  }

  /**
   * Adds an episode.
   *
   * @param ratios ρ of its steps, step k at index k
   * @param above how far the expected outcome of each row is above the lowest possible one
   * @param below how far it is below the highest one
   */
  void add(int length, double[] ratios, double[] above, double[] below) {
    int horizon = sum.length;
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
  }

  private void put(int i, double weight, double fall, double rise) {
    lowering[i] = Math.max(lowering[i], weight > 0 ? weight * fall : -weight * rise);
    raising[i] = Math.max(raising[i], weight > 0 ? weight * rise : -weight * fall);
  }

  OnwardWeights plus(OnwardWeights later) {
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
    double one = (lower ? lowering : raising)[which - 1];
    return outcomes * one / (episodes + outcomes);
  }
}
