package io.sluice.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

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
      basis.write(episode.features(k + 1), phi[k]);
      Arrays.fill(z[k], 0);
      System.arraycopy(phi[k], 0, z[k], 0, columns);
      z[k][columns + episode.action(k + 1)] = 1;
      z[k][z[k].length - 1] = episode.reward(k + 1);
    }
  }

  /**
   * The moments of every fold.
   *
   * @param also what else is to be learned in the same pass
   */
  static List<Moments> moments(FeatureSource source, Basis basis, Consumer<FeatureEpisode> also) {
    int actions = source.actions().size();
    int extras = extras(basis, actions);
    List<Moments> folds = new ArrayList<>();
    for (int f = 0; f < source.folds(); f++) {
      folds.add(new Moments(source.horizon(), actions, basis.size(), extras));
    }
    double[][] phi = new double[source.horizon()][basis.size()];
    double[][] z = new double[source.horizon()][extras];
    FirstEpisodes tested = new FirstEpisodes(TESTED);
    source.forEach(
        episode -> {
          write(episode, basis, phi, z);
          folds.get(episode.fold()).add(episode, phi, z, tested.takes(episode));
          also.accept(episode);
        });
    folds.forEach(Moments::complete);
    return folds;
  }
}
