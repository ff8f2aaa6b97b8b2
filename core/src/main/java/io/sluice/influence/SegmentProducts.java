package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Segments;
import java.util.List;

/**
 * Adds up the {@link EffectScores} of policies by segment: {@link SegmentSums}.
 *
 * <p>The effect within a segment is the mean score of its episodes, m_s = Σψ/n_s. With known
 * propensities ({@code robust}) each score has the effect as its mean given all that was known
 * before the step, so this holds for any segment that was known then. Scores of {@code efficient}
 * have it only given the state: what tells segments apart must matter through the state alone.
 */
public final class SegmentProducts implements EpisodeAccumulator<SegmentProducts> {
  private final List<EffectScores> policies;
  private final double[] ofEpisode;
  private SegmentSums sums;

  public SegmentProducts(List<EffectScores> policies, Segments segments) {
    this(policies, new SegmentSums(segments, policies.size(), policies.get(0).horizon()));
  }

  private SegmentProducts(List<EffectScores> policies, SegmentSums sums) {
    this.policies = List.copyOf(policies);
    this.sums = sums;
    ofEpisode = new double[policies.size() * policies.get(0).size()];
  }

  @Override
  public SegmentProducts empty() {
    return new SegmentProducts(policies, sums.empty());
  }

  @Override
  public void add(Episode episode) {
    for (int i = 0; i < policies.size(); i++) {
      policies.get(i).score(episode, ofEpisode, i * policies.get(i).size());
    }
    sums.add(episode.cluster(), episode.length(), episode::segment, ofEpisode);
  }

  @Override
  public SegmentProducts plus(SegmentProducts later) {
    sums = sums.plus(later.sums);
    return this;
  }

  public SegmentSums sums() {
    return sums;
  }
}
