package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds up the {@link RobustScores} of episodes, by cluster, and their weights. */
public final class RobustSums implements EpisodeAccumulator<RobustSums> {
  private final RobustScores scores;
  private final double[] ofEpisode;
  private final double[] weights;
  private final double[] ratios;
  private final double[] expected;
  private final double[] above; // how far that is above the lowest outcome
  private final double[] below; // and below the highest
  private final double[] apart;
  private ClusterMeans means;
  private ClusterMeans ratioMeans; // of ρ_h − 1
  private CumulativeWeights weightSums;
  private OnwardWeights onward;
  private @Nullable HausmanSums against; // if it is added up with this

  public RobustSums(RobustScores scores) {
    this(scores, null);
  }

  /** The same, and the test of these scores against those of a model. */
  public static RobustSums against(RobustScores scores, Influences influences) {
    return new RobustSums(scores, new HausmanSums(scores, influences));
  }

  private RobustSums(RobustScores scores, @Nullable HausmanSums against) {
    this.scores = scores;
    this.against = against;
    ofEpisode = new double[scores.size()];
    weights = new double[scores.horizon() + 1];
    ratios = new double[scores.horizon() + 1];
    expected = new double[scores.horizon() + 1];
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
    return new RobustSums(scores, against == null ? null : against.empty());
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, ratios, expected);
    means.add(episode.cluster(), ofEpisode);
    Arrays.fill(apart, 0);
    weights[0] = 1;
    for (int h = 1; h <= episode.length(); h++) {
      weights[h] = ratios[h] * weights[h - 1];
      apart[h - 1] = ratios[h] - 1;
      above[h] = Math.max(0, expected[h] - scores.range().bottom(h));
      below[h] = Math.max(0, scores.range().top(h) - expected[h]);
    }
    weightSums.add(episode.length(), weights);
    ratioMeans.add(episode.cluster(), apart);
    onward.add(episode.cluster(), episode.length(), ratios, above, below);
    if (against != null) {
      against.addScored(episode, ofEpisode);
    }
  }

  @Override
  public RobustSums plus(RobustSums later) {
    means = means.plus(later.means);
    ratioMeans = ratioMeans.plus(later.ratioMeans);
    weightSums = weightSums.plus(later.weightSums);
    onward = onward.plus(later.onward);
    if (against != null && later.against != null) {
      against = against.plus(later.against);
    }
    return this;
  }

  /** The test against a model, if it was added up with this. */
  public Optional<HausmanSums> against() {
    return Optional.ofNullable(against);
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
