package io.sluice.features;

import java.util.Arrays;
import java.util.List;

/** What the two passes over rows have in common. */
final class Rows {
  /** How many episodes the Markov test takes, a random sample; it costs as much as all the rest. */
  static final int TESTED = 20_000;

  private Rows() {}

  /** How many numbers of a row are held against what the next row leaves unexplained. */
  static int extras(Basis basis, int actions) {
    return basis.tiers().get(0) + actions + 1;
  }

  /** What those numbers are. */
  static String extra(Basis basis, List<String> actions, int extra) {
    int columns = basis.tiers().get(0);
    return extra < columns
        ? basis.name(extra)
        : extra < columns + actions.size() ? "action " + actions.get(extra - columns) : "reward";
  }

  /**
   * Writes φ of every row, and its columns, action and reward.
   *
   * @param phi by row, from index 0
   */
  static void write(FeatureEpisode episode, Basis basis, double[][] phi, double[][] z) {
    int columns = basis.tiers().get(0);
    for (int k = 0; k < episode.length(); k++) {
      basis.write(k + 1, episode.features(k + 1), phi[k]);
      Arrays.fill(z[k], 0);
      System.arraycopy(phi[k], 0, z[k], 0, columns);
      z[k][columns + episode.action(k + 1)] = 1;
      z[k][z[k].length - 1] = episode.reward(k + 1);
    }
  }
}
