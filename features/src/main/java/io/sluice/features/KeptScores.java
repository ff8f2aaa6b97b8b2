package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.mdp.SettingException;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps the scores of a policy, of every step and of the total, episode by episode, so that those
 * of several policies can be held against each other.
 */
final class KeptScores {
  /** Which scores are kept. */
  static final List<Weighting> KINDS = List.of(Weighting.EFFICIENT, Weighting.ROBUST);

  /** How many numbers are kept at most, of all policies: 128 MiB of them. */
  private static final long MOST = 1L << 24;

  private final int places;
  private final long most;
  private double[] scores = new double[1024];
  private long[] clusters = new long[64];
  private int episodes;

  /**
   * @param policies how many policies share the memory
   */
  KeptScores(int horizon, int policies) {
    places = horizon + 1;
    most = MOST / policies;
  }

  void scored(FeatureEpisode episode, ScorePass pass) {
    int each = KINDS.size() * places;
    int at = episodes * each;
    if (at + each > most) {
      throw new SettingException(
          "policy", "these are too many to compare on a log of so many episodes and steps");
    }
    if (at + each > scores.length) {
      scores = Arrays.copyOf(scores, 2 * scores.length);
    }
    if (episodes == clusters.length) {
      clusters = Arrays.copyOf(clusters, 2 * clusters.length);
    }
    clusters[episodes++] = episode.cluster();
    for (Weighting kind : KINDS) {
      for (int h = 1; h <= places; h++) {
        scores[at++] = pass.last(pass.at.score(kind, h));
      }
    }
  }

  int episodes() {
    return episodes;
  }

  long cluster(int episode) {
    return clusters[episode];
  }

  /** Copies the scores of an episode, of the steps and then of the total. */
  void copy(int episode, Weighting kind, double[] into, int at) {
    int from = (episode * KINDS.size() + KINDS.indexOf(kind)) * places;
    System.arraycopy(scores, from, into, at, places);
  }
}
