package io.sluice.features;

import io.sluice.features.LearningData.Kept;
import java.util.ArrayList;
import java.util.List;

/** The episodes that are learned from, with their rows, and how many there are of each half. */
final class SampledEpisodes implements FeatureAccumulator<SampledEpisodes> {
  private final Draw draw;
  private final List<Kept> kept = new ArrayList<>();
  private long judged;
  private long others;
  private long clusters; // kept
  private long last; // cluster, as the pass numbers it

  SampledEpisodes(Draw draw) {
    this.draw = draw;
  }

  @Override
  public SampledEpisodes empty() {
    return new SampledEpisodes(draw);
  }

  /** Clusters are numbered anew: those of a pass may be numbered from 0 in every part of it. */
  @Override
  public void add(FeatureEpisode episode) {
    if (draw.isJudged(episode)) {
      judged++;
      return;
    }
    others++;
    if (!draw.isLearned(episode)) {
      return;
    }
    if (kept.isEmpty() || episode.cluster() != last) {
      clusters++;
      last = episode.cluster();
    }
    kept.add(new Kept(clusters - 1, episode.fold(), false, LearningData.rows(episode)));
  }

  @Override
  public SampledEpisodes plus(SampledEpisodes later) {
    for (Kept one : later.kept) {
      kept.add(new Kept(clusters + one.cluster(), one.fold(), false, one.rows()));
    }
    clusters += later.clusters;
    judged += later.judged;
    others += later.others;
    return this;
  }

  List<Kept> kept() {
    return kept;
  }

  /** How many episodes are set aside. */
  long judged() {
    return judged;
  }

  /** How many are not; those that are learned from are among them. */
  long others() {
    return others;
  }
}
