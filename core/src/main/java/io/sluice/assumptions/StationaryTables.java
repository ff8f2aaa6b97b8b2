package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.HashSet;
import java.util.Set;

/**
 * Are steps alike? Within each (state, action): step × reward, and step × next state (the end
 * counts; the last step has none). Of every episode only the first visit to a pair counts, and of
 * every cluster: later ones depend on the first, and rows are then no random permutation.
 *
 * <p>If rewards and next states depend on nothing but state and action, the rewards of a table are,
 * given its margins, a random permutation, and so are its next states. Tables of one log are not
 * quite independent: where an episode goes decides which tables it is counted in later. On the
 * problems of {@code AssumptionStudy} that does not show.
 */
public final class StationaryTables implements EpisodeAccumulator<StationaryTables> {

  private final Shape shape;
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  public StationaryTables(Shape shape, RewardBins bins) {
    this(
        shape,
        bins,
        new TableTally((long) shape.horizon() * bins.classes(), bins.classes()),
        new TableTally(shape.horizon() * (shape.states() + 1L), shape.states() + 1));
  }

  private StationaryTables(Shape shape, RewardBins bins, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.bins = bins;
    this.rewards = rewards;
    this.nexts = nexts;
  }

  @Override
  public StationaryTables empty() {
    return new StationaryTables(shape, bins, rewards.empty(), nexts.empty());
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    for (int h = 1; h <= episode.length(); h++) {
      long pair = (long) episode.state(h) * shape.actions() + episode.action(h);
      if (visited.add(pair)) {
        rewards.add(pair, h - 1, bins.of(episode.reward(h)));
        if (h < shape.horizon()) {
          nexts.add(pair, h - 1, episode.next(h));
        }
      }
    }
  }

  @Override
  public StationaryTables plus(StationaryTables later) {
    rewards.plus(later.rewards);
    nexts.plus(later.nexts);
    return this;
  }

  public Comparison rewards() {
    return Comparison.of(rewards);
  }

  public Comparison nextStates() {
    return Comparison.of(nexts);
  }
}
