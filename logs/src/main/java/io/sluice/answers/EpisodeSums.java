package io.sluice.answers;

import io.sluice.interval.Influence;
import io.sluice.interval.Influences;
import io.sluice.interval.TrajectoryInfluence;
import io.sluice.mdp.Episode;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Adds up influences of episodes as a log shows them, by clusters if it has any. */
final class EpisodeSums implements Consumer<Episode> {
  private final TrajectoryInfluence sums;
  private final boolean clustered;

  /**
   * @param ofStep which part of a step's effect
   */
  EpisodeSums(Influences all, IntFunction<Influence> ofStep, boolean clustered) {
    this.sums = new TrajectoryInfluence(all, ofStep);
    this.clustered = clustered;
  }

  @Override
  public void accept(Episode episode) {
    if (clustered) {
      sums.episode(episode.cluster());
    } else {
      sums.episode();
    }
    for (int h = 1; h <= episode.length(); h++) {
      int next = episode.next(h);
      sums.row(h, episode.state(h), episode.action(h), next, episode.unitReward(h));
    }
  }

  /** What they came to, once all episodes were shown. */
  TrajectoryInfluence finished() {
    sums.finish();
    return sums;
  }
}
