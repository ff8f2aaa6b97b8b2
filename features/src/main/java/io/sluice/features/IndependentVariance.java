package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What the variance of a score would be if its weights and residuals were independent. Where
 * outcomes are rare and few rows have large weights, a log may hardly have both at once. Then the
 * estimate and its standard error are too small together, and nothing shows it: with an event in a
 * hundred rows and weights of ten, 12 of 40 logs without any effect had a settled verdict. So a
 * settled verdict must also hold with the larger of the two variances:
 *
 * <pre>
 * Var ψ + max(0, Σ_k P(step k)·(mean c_k²·mean e_k² − mean (c_k·e_k)²)),   e_k = y_k − Q̂_k
 * </pre>
 *
 * This is no bound: where large weights come with small residuals in truth, it costs power.
 */
final class IndependentVariance implements Serializable {
  private final int horizon;
  private final double[][][] squares; // Σc_k², [weighting][h - 1, or H for the total][k - 1]
  private final double[][] seen; // Σ_k Σ(c_k·e_k)²
  private final double[] residuals; // Σe_k²
  private final long[] rows;
  private final double[] weights;
  private final double[] total;
  private long episodes;

  IndependentVariance(int horizon) {
    this.horizon = horizon;
    int kinds = Weighting.values().length;
    squares = new double[kinds][horizon + 1][horizon];
    seen = new double[kinds][horizon + 1];
    residuals = new double[horizon];
    rows = new long[horizon];
    weights = new double[horizon];
    total = new double[horizon];
  }

  /** Adds the episode whose scores were made last. */
  void add(EpisodeScores scores, int length) {
    episodes++;
    for (int k = 1; k <= length; k++) {
      rows[k - 1]++;
      residuals[k - 1] += scores.residual(k) * scores.residual(k);
    }
    for (Weighting weighting : Weighting.values()) {
      Arrays.fill(total, 0);
      for (int h = 1; h <= length; h++) {
        scores.weights(h, weighting, weights);
        for (int k = h; k <= length; k++) {
          total[k - 1] += weights[k - 1];
        }
        add(scores, weighting, h - 1, h, length, weights);
      }
      add(scores, weighting, horizon, 1, length, total);
    }
  }

  private void add(
      EpisodeScores scores, Weighting weighting, int place, int first, int last, double[] c) {
    double[] sums = squares[weighting.ordinal()][place];
    double products = 0;
    for (int k = first; k <= last; k++) {
      double product = c[k - 1] * scores.residual(k);
      sums[k - 1] += c[k - 1] * c[k - 1];
      products += product * product;
    }
    seen[weighting.ordinal()][place] += products;
  }

  IndependentVariance plus(IndependentVariance later) {
    episodes += later.episodes;
    for (int w = 0; w < squares.length; w++) {
      for (int place = 0; place <= horizon; place++) {
        seen[w][place] += later.seen[w][place];
        for (int k = 0; k < horizon; k++) {
          squares[w][place][k] += later.squares[w][place][k];
        }
      }
    }
    for (int k = 0; k < horizon; k++) {
      residuals[k] += later.residuals[k];
      rows[k] += later.rows[k];
    }
    return this;
  }

  /**
   * How many times as large a standard error would be.
   *
   * @param step H + 1 for the total
   */
  double times(Weighting weighting, int step, double error) {
    double[] sums = squares[weighting.ordinal()][step - 1];
    double more = -seen[weighting.ordinal()][step - 1];
    for (int k = 0; k < horizon; k++) {
      more += rows[k] == 0 ? 0 : sums[k] * residuals[k] / rows[k];
    }
    double square = error * error;
    return square == 0 || more <= 0 ? 1 : Math.sqrt(1 + more / episodes / episodes / square);
  }
}
