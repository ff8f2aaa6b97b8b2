package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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
 * <p>{@link #withEarlierSteps} also compares rows with the state and action two steps before, and
 * with those of the first step, in tables and tests of their own: so effects that are delayed are
 * seen. What depends on other or several steps of the past, or on earlier rewards, is not seen.
 */
public final class MarkovTables implements EpisodeAccumulator<MarkovTables> {

  private static final int FIRST = 0;

  private final Shape shape;
  private final int back; // how many steps ago, or the first step
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final ArrayList<MarkovTables> earlier = new ArrayList<>();
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  /** Of the step before alone. */
  public MarkovTables(Shape shape, RewardBins bins) {
    this(shape, bins, 1);
  }

  /** Of the step before, and of earlier ones. */
  public static MarkovTables withEarlierSteps(Shape shape, RewardBins bins) {
    MarkovTables tables = new MarkovTables(shape, bins);
    if (shape.horizon() > 2) {
      tables.earlier.add(new MarkovTables(shape, bins, 2));
    }
    if (shape.horizon() > 3) {
      tables.earlier.add(new MarkovTables(shape, bins, FIRST));
    }
    return tables;
  }

  private MarkovTables(Shape shape, RewardBins bins, int back) {
    this(
        shape,
        bins,
        back,
        new TableTally(pairs(shape) * bins.classes(), bins.classes()),
        new TableTally(pairs(shape) * (shape.states() + 1L), shape.states() + 1));
  }

  private MarkovTables(
      Shape shape, RewardBins bins, int back, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.back = back;
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
    MarkovTables empty = new MarkovTables(shape, bins, back, rewards.empty(), nexts.empty());
    earlier.forEach(one -> empty.earlier.add(one.empty()));
    return empty;
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    for (int h = back == FIRST ? 4 : back + 1; h <= episode.length(); h++) {
      long table = (h - 1) * pairs(shape) + pair(episode, h);
      if ((rewards.keeps(table) || nexts.keeps(table)) && visited.add(table)) {
        long before = pair(episode, back == FIRST ? 1 : h - back);
        rewards.add(table, before, bins.of(episode.reward(h)));
        if (h < shape.horizon()) {
          nexts.add(table, before, episode.next(h));
        }
      }
    }
    earlier.forEach(one -> one.add(episode));
  }

  private long pair(Episode episode, int step) {
    return (long) episode.state(step) * shape.actions() + episode.action(step);
  }

  @Override
  public MarkovTables plus(MarkovTables later) {
    rewards.plus(later.rewards);
    nexts.plus(later.nexts);
    for (int i = 0; i < earlier.size(); i++) {
      earlier.get(i).plus(later.earlier.get(i));
    }
    return this;
  }

  public Comparison rewards() {
    return Comparison.of(rewards);
  }

  public Comparison nextStates() {
    return Comparison.of(nexts);
  }

  /** The tables of earlier steps. */
  List<MarkovTables> earlier() {
    return Collections.unmodifiableList(earlier);
  }
}
