package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.InfluentialScores;
import io.sluice.influence.TrimmedSums;
import java.util.EnumMap;
import java.util.Map;

/**
 * The pass over episodes that finds those which hold up estimates, what {@code robust} estimates
 * with weights cut at caps, and quantiles of outcomes.
 */
final class FragilityPass implements FeatureAccumulator<FragilityPass> {
  private final ScorePass scores;
  private final long episodes;
  private final EnumMap<Weighting, InfluentialScores> influential;
  private final double[] ofEpisode;
  private final double[] trimmed; // by cap, without a cap last
  private OutcomeQuantiles quantiles;
  private double largest;
  private long added;

  FragilityPass(
      ScorePass scores,
      long episodes,
      int horizon,
      Map<Weighting, InfluentialScores> influential,
      OutcomeQuantiles quantiles) {
    this.scores = scores;
    this.episodes = episodes;
    this.influential = new EnumMap<>(influential);
    this.quantiles = quantiles;
    ofEpisode = new double[horizon + 1];
    trimmed = new double[(TrimmedSums.CAPS.size() + 1) * ofEpisode.length];
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, 1 << 20);
  }

  @Override
  public FragilityPass empty() {
    EnumMap<Weighting, InfluentialScores> none = new EnumMap<>(Weighting.class);
    influential.forEach((weighting, sums) -> none.put(weighting, sums.empty()));
    return new FragilityPass(
        scores.empty(), episodes, ofEpisode.length - 1, none, quantiles.empty());
  }

  @Override
  public void add(FeatureEpisode episode) {
    scores.score(episode);
    influential.forEach(
        (weighting, sums) -> {
          scores.last(weighting, ofEpisode);
          sums.add(episode.cluster(), ofEpisode);
        });
    for (int i = 0; i <= TrimmedSums.CAPS.size(); i++) {
      boolean capped = i < TrimmedSums.CAPS.size();
      scores.trimmed(capped ? TrimmedSums.CAPS.get(i) : Double.POSITIVE_INFINITY, ofEpisode);
      for (int p = 0; p < ofEpisode.length; p++) {
        trimmed[i * ofEpisode.length + p] += ofEpisode[p];
      }
    }
    for (int k = 1; k <= episode.length(); k++) {
      largest = Math.max(largest, episode.ratio(k));
    }
    quantiles.add(episode, scores.phi());
    added++;
  }

  @Override
  public FragilityPass plus(FragilityPass later) {
    later.influential.forEach(
        (weighting, sums) -> influential.merge(weighting, sums, InfluentialScores::plus));
    for (int i = 0; i < trimmed.length; i++) {
      trimmed[i] += later.trimmed[i];
    }
    largest = Math.max(largest, later.largest);
    added += later.added;
    quantiles = quantiles.plus(later.quantiles);
    return this;
  }

  Map<Weighting, InfluentialScores> influential() {
    return influential;
  }

  OutcomeQuantiles quantiles() {
    return quantiles;
  }

  /** The largest weight of a row. */
  double largest() {
    return largest;
  }

  /**
   * The estimate of {@code robust} with weights cut.
   *
   * @param cap the index of the cap; one more for none
   * @param place the step, or H+1 for the total
   */
  double trimmed(int cap, int place) {
    return trimmed[cap * ofEpisode.length + place - 1] / added;
  }
}
