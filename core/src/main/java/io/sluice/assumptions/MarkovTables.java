package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Arrays;
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
 * <p>{@link #withFurtherPasts} also compares rows with the reward before, with the state and action
 * two steps before, and with those of the first step, in tables and tests of their own: so effects
 * that are delayed, or carried by rewards, are seen. What depends on other or several steps of the
 * past is not seen.
 *
 * <p>The reward before may predict the present one although effects are estimated well. They need
 * less: E[r_h | x₁, a₁, …, x_h, a_h] = E[r_h | x_h, a_h], with no rewards given, and the same of
 * next states. A level that all rewards of an episode share leaves that true if no action and no
 * state has to do with it. Rewards that act on later rewards make it false wherever actions move
 * rewards, and so does a hidden cause of rewards that decides, with actions, which state is next. A
 * log tells these apart only by whether earlier actions predict later rewards, which other tables
 * look for. They see too little of it: if actions move rewards by three standard errors in all, and
 * every reward the next one by 0.7, effects of long episodes are off by seven standard errors. So
 * any dependence on the reward before contradicts.
 */
public final class MarkovTables implements EpisodeAccumulator<MarkovTables> {

  private static final int FIRST = 0;
  private static final int REWARD = -1;

  private final Shape shape;
  private final int back; // how many steps ago, or the first step; or the reward before
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final ArrayList<MarkovTables> further = new ArrayList<>();
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  /** Of the step before alone. */
  public MarkovTables(Shape shape, RewardBins bins) {
    this(shape, bins, 1);
  }

  /** Of the step before, of the reward before, and of earlier steps. */
  public static MarkovTables withFurtherPasts(Shape shape, RewardBins bins) {
    MarkovTables tables = new MarkovTables(shape, bins);
    tables.further.add(new MarkovTables(shape, bins, REWARD));
    if (shape.horizon() > 2) {
      tables.further.add(new MarkovTables(shape, bins, 2));
    }
    if (shape.horizon() > 3) {
      tables.further.add(new MarkovTables(shape, bins, FIRST));
    }
    return tables;
  }

  private MarkovTables(Shape shape, RewardBins bins, int back) {
    this(
        shape,
        bins,
        back,
        new TableTally(pasts(shape, bins, back) * bins.classes(), bins.classes()),
        new TableTally(pasts(shape, bins, back) * (shape.states() + 1L), shape.states() + 1));
  }

  private MarkovTables(
      Shape shape, RewardBins bins, int back, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.back = back;
    this.bins = bins;
    this.rewards = rewards;
    this.nexts = nexts;
  }

  /** The same of the episodes that were counted: what would be dropped later is never kept. */
  public static MarkovTables withFurtherPasts(TransitionCounts counts, RewardBins bins) {
    TableSample[] pairs = pairs(counts);
    MarkovTables all = withFurtherPasts(counts.shape(), bins);
    MarkovTables tables = all.knowing(pairs);
    all.further.forEach(one -> tables.further.add(one.knowing(pairs)));
    return tables;
  }

  private MarkovTables knowing(TableSample[] pairs) {
    TableSample moving = new TableSample();
    for (int h = first(); h < shape.horizon(); h++) {
      moving.add(pairs[h]);
    }
    TableSample all = new TableSample();
    all.add(moving);
    if (first() <= shape.horizon()) {
      all.add(pairs[shape.horizon()]);
    }
    return new MarkovTables(shape, bins, back, rewards.knowing(all), nexts.knowing(moving));
  }

  /** The numbers of the pairs that were seen, by step: see {@link #add}. */
  static TableSample[] pairs(TransitionCounts counts) {
    Shape shape = counts.shape();
    TableSample[] samples = new TableSample[shape.horizon() + 1];
    Arrays.setAll(samples, h -> new TableSample());
    for (int h = 1; h <= shape.horizon(); h++) {
      TableSample sample = samples[h];
      long ofStep = (h - 1) * pairs(shape);
      counts.forEachPair(
          h, (x, a, n, r, rr) -> sample.add(ofStep + (long) x * shape.actions() + a));
    }
    return samples;
  }

  /** Whether there are few enough states and actions for these tables. */
  public static boolean fits(Shape shape) {
    double pairs = pairs(shape);
    double pasts = Math.max(RewardBins.MOST, pairs);
    return TableTally.canNumber(
        pairs * shape.horizon(), pasts, Math.max(RewardBins.MOST, shape.states() + 1.0));
  }

  /** How many different ones there are. */
  private static long pasts(Shape shape, RewardBins bins, int back) {
    return back == REWARD ? bins.classes() : pairs(shape);
  }

  private static long pairs(Shape shape) {
    return (long) shape.states() * shape.actions();
  }

  @Override
  public MarkovTables empty() {
    MarkovTables empty = new MarkovTables(shape, bins, back, rewards.empty(), nexts.empty());
    further.forEach(one -> empty.further.add(one.empty()));
    return empty;
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    for (int h = first(); h <= episode.length(); h++) {
      long table = (h - 1) * pairs(shape) + pair(episode, h);
      if ((rewards.keeps(table) || nexts.keeps(table)) && visited.add(table)) {
        long before = before(episode, h);
        rewards.add(table, before, bins.of(episode.reward(h)));
        if (h < shape.horizon()) {
          nexts.add(table, before, episode.next(h));
        }
      }
    }
    further.forEach(one -> one.add(episode));
  }

  /** The first step with such a past. */
  private int first() {
    return back == FIRST ? 4 : back == REWARD ? 2 : back + 1;
  }

  private long before(Episode episode, int h) {
    return back == REWARD
        ? bins.of(episode.reward(h - 1))
        : pair(episode, back == FIRST ? 1 : h - back);
  }

  private long pair(Episode episode, int step) {
    return (long) episode.state(step) * shape.actions() + episode.action(step);
  }

  @Override
  public MarkovTables plus(MarkovTables later) {
    rewards.plus(later.rewards);
    nexts.plus(later.nexts);
    for (int i = 0; i < further.size(); i++) {
      further.get(i).plus(later.further.get(i));
    }
    return this;
  }

  public Comparison rewards() {
    return Comparison.of(rewards);
  }

  public Comparison nextStates() {
    return Comparison.of(nexts);
  }

  /** The tables of other parts of the past. */
  List<MarkovTables> further() {
    return Collections.unmodifiableList(further);
  }

  /** Whether rows are compared with the reward before. */
  boolean isOfReward() {
    return back == REWARD;
  }
}
