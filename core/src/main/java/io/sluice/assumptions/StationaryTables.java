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
 *
 * <p>Where states are few and steps many, first visits are all at early steps. {@link
 * #withLaterVisits} adds tables of the first visits from a later step τ on, to pairs that were
 * visited before. τ is spread over all steps, and whether it is h depends on nothing but what was
 * logged before step h: it is a stopping time, so what follows is as random as after a first visit.
 */
public final class StationaryTables implements EpisodeAccumulator<StationaryTables> {

  private final Shape shape;
  private final boolean later;
  private final RewardBins bins;
  private final TableTally rewards;
  private final TableTally nexts;
  private final Set<Long> visited = new HashSet<>();
  private final Set<Long> revisited = new HashSet<>();
  private long cluster = -1;

  /** Of first visits alone. */
  public StationaryTables(Shape shape, RewardBins bins) {
    this(shape, bins, false);
  }

  /** Of first visits, and of later ones. */
  public static StationaryTables withLaterVisits(Shape shape, RewardBins bins) {
    return new StationaryTables(shape, bins, true);
  }

  private StationaryTables(Shape shape, RewardBins bins, boolean later) {
    this(
        shape,
        bins,
        later,
        new TableTally((long) shape.horizon() * bins.classes(), bins.classes()),
        new TableTally(shape.horizon() * (shape.states() + 1L), shape.states() + 1));
  }

  private StationaryTables(
      Shape shape, RewardBins bins, boolean later, TableTally rewards, TableTally nexts) {
    this.shape = shape;
    this.bins = bins;
    this.later = later;
    this.rewards = rewards;
    this.nexts = nexts;
  }

  @Override
  public StationaryTables empty() {
    return new StationaryTables(shape, bins, later, rewards.empty(), nexts.empty());
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      revisited.clear();
      cluster = episode.cluster();
    }
    long pairs = (long) shape.states() * shape.actions();
    int from = later ? 0 : Integer.MAX_VALUE; // 0: not yet looked for
    for (int h = 1; h <= episode.length(); h++) {
      long pair = (long) episode.state(h) * shape.actions() + episode.action(h);
      boolean again = later && keeps(pairs + pair);
      if (!again && !keeps(pair)) {
        continue;
      }
      if (visited.add(pair)) {
        add(pair, h, episode);
      } else if (again) {
        from = from == 0 ? laterStart(episode) : from;
        if (h >= from && revisited.add(pair)) {
          add(pairs + pair, h, episode);
        }
      }
    }
  }

  private boolean keeps(long table) {
    return rewards.keeps(table) || nexts.keeps(table);
  }

  private void add(long table, int h, Episode episode) {
    rewards.add(table, h - 1, bins.of(episode.reward(h)));
    if (h < shape.horizon()) {
      nexts.add(table, h - 1, episode.next(h));
    }
  }

  /** τ: 2 … H, by a hash of the steps before it; after the end if the episode is shorter. */
  private int laterStart(Episode episode) {
    long past = 0; // and nothing of its name, so that renamed episodes give the same
    for (int h = 2; h <= episode.length(); h++) {
      past = mixed(past + episode.state(h - 1));
      past = mixed(past + episode.action(h - 1));
      past = mixed(past + Double.doubleToLongBits(episode.reward(h - 1)));
      if (Long.remainderUnsigned(past, shape.horizon() - h + 1L) == 0) {
        return h;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
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
