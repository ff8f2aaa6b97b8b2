package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Adds up the {@link RobustScores} of episodes, by cluster, and their weights. */
public final class RobustSums implements EpisodeAccumulator<RobustSums> {
  private final RobustScores scores;
  private final double[] ofEpisode;
  private final double[] weights;
  private final double[] ratios;
  private final double[] above;
  private final double[] below;
  private final double[] apart;
  private ClusterMeans means;
  private ClusterMeans ratioMeans; // of ρ_h − 1
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
    apart = new double[scores.horizon()];
    means = new ClusterMeans(scores.size());
    ratioMeans = new ClusterMeans(scores.horizon());
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
    Arrays.fill(apart, 0);
    for (int h = 1; h <= episode.length(); h++) {
      ratios[h] = scores.ratio(episode, h);
      apart[h - 1] = ratios[h] - 1;
    }
    ratioMeans.add(episode.cluster(), apart);
    scores.distances(episode, above, below);
    onward.add(episode.cluster(), episode.length(), ratios, above, below);
  }

  @Override
  public RobustSums plus(RobustSums later) {
    means = means.plus(later.means);
    ratioMeans = ratioMeans.plus(later.ratioMeans);
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

  /**
   * Why {@code robust} is not to be relied on, if few episodes carry its variance or some are
   * missing that would: {@link RobustInterval}.
   *
   * @param which the step, or H+1 for the total
   */
  public List<String> uncertain(int which) {
    int horizon = scores.horizon();
    Stream<Optional<String>> missing =
        IntStream.rangeClosed(which > horizon ? 1 : which, Math.min(which, horizon))
            .mapToObj(h -> RobustInterval.missing(ratioMeans, h - 1, h, horizon));
    return Stream.concat(
            Stream.of(RobustInterval.fewCarry(means, which - 1)),
            missing.filter(Optional::isPresent).limit(1))
        .flatMap(Optional::stream)
        .toList();
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
