package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.SegmentSums;

/** The pass that adds up a policy's scores by segment. */
final class SegmentPass implements FeatureAccumulator<SegmentPass> {
  private final ScorePass scores;
  private final Weighting weighting;
  private final long episodes;
  private final double[] ofEpisode;
  private SegmentSums sums;

  SegmentPass(ScorePass scores, Weighting weighting, SegmentSums sums, int horizon, long episodes) {
    this.scores = scores;
    this.weighting = weighting;
    this.sums = sums;
    this.episodes = episodes;
    ofEpisode = new double[horizon + 1];
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, 0);
  }

  @Override
  public SegmentPass empty() {
    return new SegmentPass(scores.empty(), weighting, sums.empty(), ofEpisode.length - 1, episodes);
  }

  @Override
  public void add(FeatureEpisode episode) {
    scores.score(episode);
    scores.last(weighting, ofEpisode);
    sums.add(episode.cluster(), episode.length(), episode::segment, ofEpisode);
  }

  @Override
  public SegmentPass plus(SegmentPass later) {
    sums = sums.plus(later.sums);
    return this;
  }

  SegmentSums sums() {
    return sums;
  }
}
