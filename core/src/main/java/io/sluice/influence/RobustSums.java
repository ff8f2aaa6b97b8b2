package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.List;

/** Adds up the {@link RobustScores} of episodes, by cluster, and their weights. */
public final class RobustSums implements EpisodeAccumulator<RobustSums> {
  private final RobustScores scores;
  private final double[] ofEpisode;
  private final double[] weights;
  private final double[] ratios;
  private final double[] above;
  private final double[] below;
  private ClusterMeans means;
  private CumulativeWeights weightSums;
  private OnwardWeights onward;

  public RobustSums(RobustScores scores) {
    this.scores = scores;
    ofEpisode = new double[scores.size()];
    weights = new double[scores.horizon() + 1];
    ratios = new double[scores.horizon() + 1];
    above = new double[scores.horizon() + 1];
    below = new double[scores.horizon() + 1];
    onward = new OnwardWeights(scores.horizon());
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
    for (int h = 1; h <= episode.length(); h++) {
      ratios[h] = scores.ratio(episode, h);
    }
    scores.distances(episode, above, below);
    onward.add(episode.cluster(), episode.length(), ratios, above, below);
  }

  @Override
  public RobustSums plus(RobustSums later) {
    means = means.plus(later.means);
    weightSums = weightSums.plus(later.weightSums);
    onward = onward.plus(later.onward);
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

  /** The effective sample size of the weights ρ_h⋯ρ_H, which the effect of step h is made with. */
  public double effectiveSampleSize(int step) {
    return onward.effectiveSampleSize(step);
  }

  /**
   * How far outcomes that the log never showed, the lowest possible ones in the episode where they
   * cost most, would lower the estimate of a step's effect: {@link UnseenOutcomes}.
   *
   * @param which the step, or H+1 for the total
   * @param lower whether it is to be lowered; else the highest outcomes raise it
   */
  public double unseen(int which, double delta, boolean lower) {
    return onward.cost(which, UnseenOutcomes.number(delta), lower);
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
