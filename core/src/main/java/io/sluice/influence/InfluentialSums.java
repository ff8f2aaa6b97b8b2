package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.influence.InfluentialScores.Target;
import io.sluice.mdp.Episode;
import java.util.List;

/** Finds the episodes that hold up estimates most, from their scores: {@link InfluentialScores}. */
public final class InfluentialSums implements EpisodeAccumulator<InfluentialSums> {
  private final EffectScores scores;
  private final double[] ofEpisode;
  private InfluentialScores found;

  public InfluentialSums(EffectScores scores, List<Target> targets) {
    this(scores, new InfluentialScores(scores.size(), targets));
  }

  private InfluentialSums(EffectScores scores, InfluentialScores found) {
    this.scores = scores;
    this.found = found;
    ofEpisode = new double[scores.size()];
  }

  @Override
  public InfluentialSums empty() {
    return new InfluentialSums(scores, found.empty());
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, 0);
    found.add(episode.cluster(), ofEpisode);
  }

  @Override
  public InfluentialSums plus(InfluentialSums later) {
    found = found.plus(later.found);
    return this;
  }

  public InfluentialScores found() {
    return found;
  }
}
