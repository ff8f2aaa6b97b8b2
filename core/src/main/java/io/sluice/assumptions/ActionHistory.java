package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Did the logged policy look at the past? Within each (step, state): the state, action and reward
 * before × the action. Of a cluster only the first visit to a (step, state) counts.
 *
 * <p>If the action is drawn with a probability that depends on nothing but step and state, then
 * given everything before it the actions of a table are a random permutation, and the sum of X² −
 * mean over steps is a martingale, as in {@link MarkovTables}. If it is not, a propensity that is
 * the same for all rows of a (step, state) is not the probability given the past: weights are
 * wrong, and whatever is hidden in earlier rewards confounds actions and later rewards. That shows
 * neither in how often actions are taken nor in rewards given states and actions.
 *
 * <p>It does not see actions that depend on what the step before does not show.
 */
public final class ActionHistory implements EpisodeAccumulator<ActionHistory> {
  private final Shape shape;
  private final RewardBins bins;
  private final TableTally tables;
  private final Set<Long> visited = new HashSet<>();
  private long cluster = -1;

  public ActionHistory(Shape shape, RewardBins bins) {
    this(shape, bins, new TableTally(rows(shape, bins) * shape.actions(), shape.actions()));
  }

  private ActionHistory(Shape shape, RewardBins bins, TableTally tables) {
    this.shape = shape;
    this.bins = bins;
    this.tables = tables;
  }

  private static long rows(Shape shape, RewardBins bins) {
    return (long) shape.states() * shape.actions() * bins.classes();
  }

  /** Whether there is a step before any, and few enough states and actions for these tables. */
  public static boolean fits(Shape shape) {
    double rows = (double) shape.states() * shape.actions() * RewardBins.MOST;
    return shape.horizon() > 1
        && TableTally.canNumber((double) shape.states() * shape.horizon(), rows, shape.actions());
  }

  @Override
  public ActionHistory empty() {
    return new ActionHistory(shape, bins, tables.empty());
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    for (int h = 2; h <= episode.length(); h++) {
      long table = (long) (h - 2) * shape.states() + episode.state(h);
      if (tables.keeps(table) && visited.add(table)) {
        long pair = (long) episode.state(h - 1) * shape.actions() + episode.action(h - 1);
        long before = pair * bins.classes() + bins.of(episode.reward(h - 1));
        tables.add(table, before, episode.action(h));
      }
    }
  }

  @Override
  public ActionHistory plus(ActionHistory later) {
    tables.plus(later.tables);
    return this;
  }

  public Comparison actions() {
    return Comparison.of(tables);
  }

  /**
   * What it adds to what was found of an assumption: nothing, unless actions depend on the past.
   *
   * @param finding of the propensities, or, where they are estimated, of what the logged policy
   *     knew
   */
  public Finding added(Finding finding) {
    return added(actions(), finding);
  }

  /** The same, once {@link #actions} are compared. */
  public static Finding added(Comparison found, Finding finding) {
    if (!found.alarm() || finding.isContradicted()) {
      return finding;
    }
    return Finding.tested(
        finding.assumption(),
        true,
        found.z(),
        String.format(
            Locale.ROOT,
            "z of X² of actions and the step before, over %,d tables",
            found.test().tables()),
        finding.level().orElse(0) + Exceedance.LEVEL,
        "Log the probability of each action given all that the logged policy used, or make that part of the state.");
  }
}
