package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.List;

/** Adds up the {@link RobustScores} of episodes, by cluster, and their weights. */
public final class RobustSums implements EpisodeAccumulator<RobustSums> {
  private final RobustScores scores;
  private final double[] ofEpisode;
  private final double[] weights;
  private ClusterMeans means;
  private CumulativeWeights weightSums;

  public RobustSums(RobustScores scores) {
    this.scores = scores;
    ofEpisode = new double[scores.size()];
    weights = new double[scores.horizon() + 1];
    means = new ClusterMeans(scores.size());
    weightSums = new CumulativeWeights(scores.horizon());
  }

  @Override
  public RobustSums empty() {
    return new RobustSums(scores);
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, weights);
    means.add(episode.cluster(), ofEpisode);
    weightSums.add(episode.length(), weights);
  }

  @Override
  public RobustSums plus(RobustSums later) {
    means = means.plus(later.means);
    weightSums = weightSums.plus(later.weightSums);
    return this;
  }

  int horizon() {
    return scores.horizon();
  }

  ClusterMeans means() {
    return means;
  }

  public long episodes() {
    return means.episodes();
  }

  /** How many clusters, or episodes, carry the variance of the total. */
  public double carrying() {
    return means.carrying(scores.horizon());
  }

  /** How episodes are divided among clusters. */
  public ClusterSizes sizes() {
    return means.sizes();
  }

  /** The weights of every step. */
  public List<CumulativeWeights.AtStep> weights() {
    return weightSums.steps();
  }
}
