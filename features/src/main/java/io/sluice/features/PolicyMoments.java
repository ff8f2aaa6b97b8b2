package io.sluice.features;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Moments} have of one of the policies that are judged: of every step k and action a,
 * over rows where a was taken, Σφ(x_k)[π(a′|x_{k+1}) φ(x_{k+1})]ᵀ for every a′, and over all rows
 * that another follows, Σρφ(x_{k+1})φ(x_k)ᵀ and Σ(ρ−1)φ(x_{k+1}).
 */
final class PolicyMoments implements Serializable {
  private final int policy;
  private final int horizon;
  private final int actions;
  private final int size;
  private final double[][][][] next; // [step][action][next action]: size × size, or empty
  private final double[][] weighted; // [step]: rows of x_{k+1}, columns of x_k
  private final double[][] shift;

  // While episodes are added; afterwards their matrices are above.
  private final @Nullable OuterSum[][][] nexts;
  private final @Nullable OuterSum[] weighteds;

  PolicyMoments(int policy, int horizon, int actions, int size) {
    this.policy = policy;
    this.horizon = horizon;
    this.actions = actions;
    this.size = size;
    next = new double[horizon - 1][actions][actions][0];
    weighted = new double[horizon - 1][0];
    shift = new double[horizon - 1][size];
    nexts = new OuterSum[horizon - 1][actions][actions];
    weighteds = new OuterSum[horizon - 1];
  }

  PolicyMoments empty() {
    return new PolicyMoments(policy, horizon, actions, size);
  }

  void add(FeatureEpisode episode, double[][] phi) {
    episode.judge(policy);
    for (int k = 0; k + 1 < episode.length(); k++) {
      double[] now = phi[k];
      double[] later = phi[k + 1];
      int a = episode.action(k + 1);
      double[] chosen = episode.evaluated(k + 2);
      for (int b = 0; b < actions; b++) {
        if (chosen[b] > 0) {
          nexts[k][a][b] = OuterSum.with(nexts[k][a][b], chosen[b], now, later);
        }
      }
      double ratio = episode.ratio(k + 1);
      weighteds[k] = OuterSum.with(weighteds[k], ratio, later, now);
      Moments.addScaled(shift[k], ratio - 1, later);
    }
  }

  void complete() {
    for (int k = 0; k < horizon - 1; k++) {
      for (int a = 0; a < actions; a++) {
        for (int b = 0; b < actions; b++) {
          next[k][a][b] = OuterSum.matrix(nexts[k][a][b], next[k][a][b]);
        }
        Arrays.fill(nexts[k][a], null);
      }
      weighted[k] = OuterSum.matrix(weighteds[k], weighted[k]);
      weighteds[k] = null;
    }
  }

  void add(PolicyMoments other) {
    for (int k = 0; k < horizon - 1; k++) {
      for (int a = 0; a < actions; a++) {
        for (int b = 0; b < actions; b++) {
          next[k][a][b] = Moments.plus(next[k][a][b], other.next[k][a][b]);
        }
      }
      weighted[k] = Moments.plus(weighted[k], other.weighted[k]);
      Moments.addScaled(shift[k], 1, other.shift[k]);
    }
  }

  /** Adds Σφ(x_k)V̂_{k+1}(x_{k+1}) of the rows of an action, with V̂ = Σ_a′ π Q̂. */
  void addValues(int step, int action, double[][] values, double[] into) {
    for (int b = 0; b < actions; b++) {
      double[] cross = next[step - 1][action][b];
      if (cross.length > 0) {
        Moments.addScaled(into, 1, times(cross, values[b]));
      }
    }
  }

  /** Σ(ρ_h − 1)φ(x_{h+1}). */
  double[] shift(int step) {
    return shift[step - 1];
  }

  /** Σρ_k φ(x_{k+1}) φ(x_k)ᵀw: what c_k = ρ_k ω̂_k(x_k) adds up to. */
  double[] carried(int step, double[] weights) {
    double[] matrix = weighted[step - 1];
    return matrix.length == 0 ? new double[size] : times(matrix, weights);
  }

  private double[] times(double[] matrix, double[] vector) {
    double[] product = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int j = 0; j < size; j++) {
        sum += matrix[i * size + j] * vector[j];
      }
      product[i] = sum;
    }
    return product;
  }
}
