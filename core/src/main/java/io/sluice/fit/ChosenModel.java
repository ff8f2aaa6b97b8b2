package io.sluice.fit;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.counts.TransitionCounts;
import io.sluice.model.Model.Pooling;

/**
 * One model for all steps, or one for each, and why.
 *
 * <p>Without a declaration, every step has its own model if nearly all rows are in a (step, state,
 * action) of {@value #LEAST} rows or more. A pooled model would give narrower intervals, but no
 * test can justify it: differences between steps that the test does not detect can be larger than
 * the standard error of a pooled estimate. In thinner logs a model per step has too few rows.
 * There, steps share a model if the test of {@code stationary} had enough rows and found little:
 * its verdict is {@code holds}, and its larger z is below {@value #LIMIT}. This is lower than the
 * test's own limit, 4: a false alarm makes an interval wider here, but a missed difference makes it
 * wrong.
 */
public record ChosenModel(Pooling pooling, Reason reason) {
  /** The fewest rows of a pair that is not thin. */
  private static final long LEAST = 10;

  /** How many rows may be of thin pairs. */
  private static final double MOST_THIN = 0.1;

  /** From this z on, steps do not share a model. */
  static final double LIMIT = 1;

  /** Why a model was chosen. */
  public enum Reason {
    DECLARED("declared", ""),
    ONE_STEP("one step", ""),
    ENOUGH_ROWS("rows", "enough rows at each step"),
    ALIKE("test", "steps are alike"),
    MAY_DIFFER("test", "steps may differ"),
    DIFFER("test", "steps differ"),
    CANNOT_TELL("cannot tell", "cannot tell whether steps are alike");

    private final String chosenBy;
    private final String words;

    Reason(String chosenBy, String words) {
      this.chosenBy = chosenBy;
      this.words = words;
    }

    /**
     * Returns what decided: {@code declared}, {@code one step}, {@code rows}, {@code test}, {@code
     * cannot tell}.
     */
    public String chosenBy() {
      return chosenBy;
    }
  }

  /** As the user says, whatever the log says. */
  static ChosenModel declared(Pooling pooling) {
    return new ChosenModel(pooling, Reason.DECLARED);
  }

  /** Where episodes have one step, and both are the same. */
  static ChosenModel ofOneStep() {
    return new ChosenModel(Pooling.POOLED, Reason.ONE_STEP);
  }

  /** Where every step has rows of its own. */
  static ChosenModel ofEnoughRows() {
    return new ChosenModel(Pooling.PER_STEP, Reason.ENOUGH_ROWS);
  }

  /** Whether nearly all rows are of pairs that are not thin at their step. */
  static boolean hasEnoughRows(TransitionCounts counts) {
    long[] rows = new long[2]; // all, of thin pairs
    for (int h = 1; h <= counts.shape().horizon(); h++) {
      counts.forEachPair(
          h,
          (x, a, n, r, rr) -> {
            rows[0] += n;
            rows[1] += n < LEAST ? n : 0;
          });
    }
    return rows[1] <= MOST_THIN * rows[0];
  }

  /** What the log says about its steps. */
  static ChosenModel of(Finding stationary) {
    if (stationary.verdict() != Verdict.HOLDS) {
      return new ChosenModel(
          Pooling.PER_STEP, stationary.isContradicted() ? Reason.DIFFER : Reason.CANNOT_TELL);
    }
    return stationary.statistic().orElse(0) < LIMIT
        ? new ChosenModel(Pooling.POOLED, Reason.ALIKE)
        : new ChosenModel(Pooling.PER_STEP, Reason.MAY_DIFFER);
  }

  /** {@code pooled} or {@code per-step}. */
  public String name() {
    return ModelChoice.of(pooling).toString();
  }

  /** Returns a description: "pooled model", or "per-step model (chosen: steps differ)". */
  @Override
  public String toString() {
    return name()
        + " model"
        + (reason.words.isEmpty() ? "" : " (chosen: %s)".formatted(reason.words));
  }
}
