package io.sluice.features;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** What the two passes over rows have in common. */
final class Rows {
  /** How many episodes the Markov test takes, a random sample; it costs as much as all the rest. */
  static final int TESTED = 20_000;

  private Rows() {}

  /** How many numbers of a row are held against what the next row leaves unexplained. */
  static int extras(Basis basis, int actions) {
    return basis.tiers().get(0) + 2 * actions + 1;
  }

  /**
   * What those numbers are.
   *
   * @param step of the row that they are held against; empty: of all rows together
   */
  static String extra(Basis basis, List<String> actions, int extra, OptionalInt step) {
    int columns = basis.tiers().get(0);
    int counts = columns + actions.size();
    if (extra >= counts && extra < counts + actions.size()) {
      return "how often action %s was taken before %s"
          .formatted(
              actions.get(extra - counts),
              step.isPresent() ? "step " + step.getAsInt() : "a step, over all steps");
    }
    String what =
        extra < columns
            ? basis.name(extra)
            : extra < counts ? "action " + actions.get(extra - columns) : "reward";
    return step.isPresent()
        ? "%s of the row before step %s".formatted(what, step.getAsInt())
        : what + " of the row before, over all steps";
  }

  /**
   * Writes φ of every row.
   *
   * @param phi by row, from index 0
   */
  static void write(FeatureEpisode episode, Basis basis, double[][] phi) {
    for (int k = 0; k < episode.length(); k++) {
      basis.write(k + 1, episode.features(k + 1), phi[k]);
    }
  }

  /**
   * Writes what every row adds to the test of the row before: its columns, its action, how often
   * each action was taken so far, and its reward.
   *
   * @param phi φ of the same rows
   */
  static void writeExtras(FeatureEpisode episode, Basis basis, double[][] phi, double[][] z) {
    int columns = basis.tiers().get(0);
    int actions = z.length == 0 ? 0 : (z[0].length - columns - 1) / 2;
    for (int k = 0; k < episode.length(); k++) {
      Arrays.fill(z[k], 0);
      System.arraycopy(phi[k], 0, z[k], 0, columns);
      z[k][columns + episode.action(k + 1)] = 1;
      int counts = z[k].length - 1 - actions;
      for (int a = 0; a < actions; a++) {
        z[k][counts + a] = (k == 0 ? 0 : z[k - 1][counts + a]) + z[k][columns + a];
      }
      z[k][z[k].length - 1] = episode.reward(k + 1);
    }
  }
}
