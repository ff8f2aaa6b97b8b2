package io.sluice.features;

import io.sluice.influence.ClusterMeans;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The figures of the Markov test, of a sample of the episodes: what Q̂ leaves of a row, times what
 * is not predicted of a number of the row before or of earlier actions.
 */
final class PastPass implements Serializable {
  private final int horizon;
  private final int extras;
  private final FirstEpisodes tested;
  private final double[][] z;
  private final double[] predicted;
  private final double[] numbers;
  private ClusterMeans means;

  /**
   * @param extras how many numbers of the past are tested: {@link Rows#extras}
   */
  PastPass(int horizon, int extras, FirstEpisodes tested) {
    this.horizon = horizon;
    this.extras = extras;
    this.tested = tested;
    z = new double[horizon][extras];
    predicted = new double[extras];
    numbers = new double[(horizon + 1) * extras];
    means = new ClusterMeans(numbers.length);
  }

  PastPass empty() {
    return new PastPass(horizon, extras, tested.again());
  }

  void plus(PastPass later) {
    means = means.plus(later.means);
  }

  ClusterMeans means() {
    return means;
  }

  /** Where the figure of a number of the past is at a step. */
  int place(int k, int extra) {
    return (k - 1) * extras + extra;
  }

  /** Where its sum over steps is. */
  int place(int extra) {
    return horizon * extras + extra;
  }

  /**
   * Adds an episode if it is in the sample.
   *
   * @param phi of its rows
   * @param scores of the same episode
   */
  void add(
      FeatureEpisode episode,
      Basis basis,
      double[][] phi,
      Nuisances nuisances,
      EpisodeScores scores) {
    if (!tested.takes(episode)) {
      return;
    }
    Rows.writeExtras(episode, basis, phi, z);
    Arrays.fill(numbers, 0);
    for (int k = 2; k <= episode.length(); k++) {
      predict(phi[k - 1], nuisances.before[k - 1]);
      double left = scores.residual(k);
      for (int e = 0; e < extras; e++) {
        double product = left * (z[k - 2][e] - predicted[e]);
        numbers[place(k, e)] = product;
        numbers[place(e)] += product;
      }
    }
    means.add(episode.cluster(), numbers);
  }

  /** ẑ of all numbers of the row before at once. */
  private void predict(double[] row, double[] coefficients) {
    double[] into = predicted;
    Arrays.fill(into, 0);
    for (int i = 0; i < row.length; i++) {
      double f = row[i];
      int start = i * into.length;
      for (int e = 0; e < into.length; e++) {
        into[e] += f * coefficients[start + e];
      }
    }
  }
}
