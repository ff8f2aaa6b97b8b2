package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;

/** Counts how many episodes the clusters of a log have. */
public final class ClusterCounts implements EpisodeAccumulator<ClusterCounts> {
  private static final double[] NOTHING = {};

  private ClusterMeans means = new ClusterMeans(0);

  @Override
  public ClusterCounts empty() {
    return new ClusterCounts();
  }

  @Override
  public void add(Episode episode) {
    means.add(episode.cluster(), NOTHING);
  }

  @Override
  public ClusterCounts plus(ClusterCounts later) {
    means = means.plus(later.means);
    return this;
  }

  public ClusterSizes sizes() {
    return means.sizes();
  }
}
