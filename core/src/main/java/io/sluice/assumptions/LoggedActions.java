package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;

/**
 * Is the logged policy the same at every step? Within each state: step × action.
 *
 * <p>Given the episodes up to step h, the actions of the n_h(x) episodes that are then in state x
 * are independent draws of π_b(·|x), if that is the same at every step. In large tables X² is then
 * close to χ² (Anderson and Goodman 1957). The mean and variance used are those given all margins.
 * In small tables that is not exact, because earlier actions decide how often a state is met later;
 * for rewards and next states such repeated visits make X² too small, so that differences are
 * missed. How far that goes here was not measured. First visits alone would be exact, but need
 * rows, and say nothing of late steps where states are few.
 */
public final class LoggedActions {
  private LoggedActions() {}

  /** All rows of the log, by state, step and action. */
  public static Comparison byStep(TransitionCounts counts) {
    Shape shape = counts.shape();
    TableTally tally = new TableTally((long) shape.horizon() * shape.actions(), shape.actions());
    for (int h = 1; h <= shape.horizon(); h++) {
      int row = h - 1;
      counts.forEachPair(h, (x, a, n, r, rr) -> tally.add(x, row, a, Math.toIntExact(n)));
    }
    return Comparison.of(tally);
  }
}
