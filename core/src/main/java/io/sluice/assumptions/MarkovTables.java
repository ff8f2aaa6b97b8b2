package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.HashSet;
import java.util.Set;

/**
 * Is the state all that matters of the past? Within each (step, state, action): the state and
 * action before × reward, and × next state (the end counts; the last step has none). Of a cluster
 * only the first visit to a (step, state, action) counts.
 *
 * <p>If the past does not matter, then given everything up to the action, the rewards of a table
 * are a random permutation, and so are its next states: the sum of X² − mean over steps is a
 * martingale. What matters from more than one step ago, or of earlier rewards, is not seen.
 */
public final class MarkovTables implements EpisodeAccumulator<MarkovTables> {

  private final Shape shape;
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  public MarkovTables(Shape shape, RewardBins bins) {
    this(
        shape,
        bins,
        new TableTally(pairs(shape) * bins.classes(), bins.classes()),
        new TableTally(pairs(shape) * (shape.states() + 1L), shape.states() + 1));
  }

  private MarkovTables(Shape shape, RewardBins bins, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.bins = bins;
    this.rewards = rewards;
    this.nexts = nexts;
  }

  /** Whether there are few enough states and actions for these tables. */
  public static boolean fits(Shape shape) {
    double pairs = pairs(shape);
    return TableTally.canNumber(
        pairs * shape.horizon(), pairs, Math.max(RewardBins.MOST, shape.states() + 1.0));
  }

  private static long pairs(Shape shape) {
    return (long) shape.states() * shape.actions();
  }

  @Override
  public MarkovTables empty() {
    return new MarkovTables(shape, bins, rewards.empty(), nexts.empty());
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    for (int h = 2; h <= episode.length(); h++) {
      long table = (h - 1) * pairs(shape) + pair(episode, h);
      if (visited.add(table)) {
        rewards.add(table, pair(episode, h - 1), bins.of(episode.reward(h)));
        if (h < shape.horizon()) {
          nexts.add(table, pair(episode, h - 1), episode.next(h));
        }
      }
    }
  }

  private long pair(Episode episode, int step) {
    return (long) episode.state(step) * shape.actions() + episode.action(step);
  }

  @Override
  public MarkovTables plus(MarkovTables later) {
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
