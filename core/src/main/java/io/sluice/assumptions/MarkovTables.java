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
 * martingale.
 *
 * <p>{@link #withEarlierSteps} compares a third of the rows with the state and action of an earlier
 * step, so that effects that are delayed by several steps are seen too. Which one is decided by
 * what was logged before the row, so that every row is in one table and what it earns is as random
 * as before. What depends on two steps of the past together, or on earlier rewards, is not seen.
 */
public final class MarkovTables implements EpisodeAccumulator<MarkovTables> {

  private static final int EARLIER = 3; // one row in so many is compared with an earlier step

  private final Shape shape;
  private final boolean earlier;
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  /** Of the step before alone. */
  public MarkovTables(Shape shape, RewardBins bins) {
    this(shape, bins, false);
  }

  /** Of the step before, and of earlier ones. */
  public static MarkovTables withEarlierSteps(Shape shape, RewardBins bins) {
    return new MarkovTables(shape, bins, true);
  }

  private MarkovTables(Shape shape, RewardBins bins, boolean earlier) {
    this(
        shape,
        bins,
        earlier,
        new TableTally(pairs(shape) * bins.classes(), bins.classes()),
        new TableTally(pairs(shape) * (shape.states() + 1L), shape.states() + 1));
  }

  private MarkovTables(
      Shape shape, RewardBins bins, boolean earlier, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.earlier = earlier;
    this.bins = bins;
    this.rewards = rewards;
    this.nexts = nexts;
  }

  /** Whether there are few enough states and actions for these tables. */
  public static boolean fits(Shape shape) {
    double pairs = pairs(shape);
    return TableTally.canNumber(
        pairs * shape.horizon() * shape.horizon(),
        pairs,
        Math.max(RewardBins.MOST, shape.states() + 1.0));
  }

  private static long pairs(Shape shape) {
    return (long) shape.states() * shape.actions();
  }

  @Override
  public MarkovTables empty() {
    return new MarkovTables(shape, bins, earlier, rewards.empty(), nexts.empty());
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    long past = 0; // and nothing of its name, so that renamed episodes give the same
    for (int h = 2; h <= episode.length(); h++) {
      past = StationaryTables.mixed(past + pair(episode, h - 1));
      past = StationaryTables.mixed(past + Double.doubleToLongBits(episode.reward(h - 1)));
      long here = (h - 1) * pairs(shape) + pair(episode, h);
      if (visited.add(here)) {
        int lag = earlier ? lag(past, h) : 1;
        long table = (lag - 1L) * shape.horizon() * pairs(shape) + here;
        rewards.add(table, pair(episode, h - lag), bins.of(episode.reward(h)));
        if (h < shape.horizon()) {
          nexts.add(table, pair(episode, h - lag), episode.next(h));
        }
      }
    }
  }

  /** With which step a row is compared: mostly the one before, else any earlier one. */
  private static int lag(long past, int step) {
    long bits = StationaryTables.mixed(past + step);
    return step == 2 || Long.remainderUnsigned(bits, EARLIER) > 0
        ? 1
        : 2 + (int) Long.remainderUnsigned(bits / EARLIER, step - 2L);
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
