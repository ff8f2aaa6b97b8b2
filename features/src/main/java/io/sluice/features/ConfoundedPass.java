package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.ConfoundedMeans;
import java.util.EnumMap;
import java.util.Map;

/** The pass over episodes that adds up bounds under hidden confounding, by kind of scores. */
final class ConfoundedPass implements FeatureAccumulator<ConfoundedPass> {
  private final ScorePass scores;
  private final long episodes;
  private final OutcomeQuantiles quantiles;
  private final EnumMap<Weighting, ConfoundedMeans> means;
  private final double[] ofRow = new double[ConfoundedMeans.SHARES.size()];

  /**
   * @param quantiles that are completed
   */
  ConfoundedPass(
      ScorePass scores,
      long episodes,
      OutcomeQuantiles quantiles,
      Map<Weighting, ConfoundedMeans> means) {
    this.scores = scores;
    this.episodes = episodes;
    this.quantiles = quantiles;
    this.means = new EnumMap<>(means);
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, 0);
  }

  @Override
  public ConfoundedPass empty() {
    EnumMap<Weighting, ConfoundedMeans> none = new EnumMap<>(Weighting.class);
    means.forEach((weighting, sums) -> none.put(weighting, sums.empty()));
    return new ConfoundedPass(scores.empty(), episodes, quantiles, none);
  }

  @Override
  public void add(FeatureEpisode episode) {
    scores.score(episode);
    means.forEach(
        (weighting, sums) -> {
          for (int h : sums.steps()) {
            boolean there = h <= episode.length();
            if (there) {
              quantiles.of(episode, h, scores.phi()[h - 1], ofRow);
            }
            sums.set(
                h,
                scores.last(scores.at.score(weighting, h)),
                there ? episode.ratio(h) * (1 - episode.propensity(h)) : 0,
                there ? scores.lastOutcome(h) : 0,
                ofRow);
          }
          sums.add(episode.cluster());
        });
  }

  @Override
  public ConfoundedPass plus(ConfoundedPass later) {
    later.means.forEach((weighting, sums) -> means.merge(weighting, sums, ConfoundedMeans::plus));
    return this;
  }

  Map<Weighting, ConfoundedMeans> means() {
    return means;
  }
}
