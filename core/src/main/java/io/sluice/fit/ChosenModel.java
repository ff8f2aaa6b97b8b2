package io.sluice.fit;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.model.Model.Pooling;

/**
 * One model for all steps, or one for each, and why.
 *
 * <p>Without a declaration, steps share a model only if the test of {@code stationary} could have
 * told them apart and found next to nothing: its verdict is {@code holds}, and its larger z is
 * below {@value #LIMIT}. The test's own limit, 4, is for alarms that have to be rare. Differences
 * below it can be larger than the standard error of a pooled estimate. Where steps are alike, z
 * exceeds {@value #LIMIT} in some logs all the same, and the only harm is a wider interval.
 */
public record ChosenModel(Pooling pooling, Reason reason) {
  /** From this z on, steps do not share a model. */
  static final double LIMIT = 1;

  /** Why a model was chosen. */
  public enum Reason {
    DECLARED("declared", ""),
    ONE_STEP("one step", ""),
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

    /** What decided: {@code declared}, {@code one step}, {@code test} or {@code cannot tell}. */
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

  /** For people: "pooled model", or "per-step model (chosen: steps differ)". */
  @Override
  public String toString() {
    return name()
        + " model"
        + (reason.words.isEmpty() ? "" : " (chosen: %s)".formatted(reason.words));
  }
}
