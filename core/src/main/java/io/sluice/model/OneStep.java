package io.sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * What the values of a step are computed from.
 *
 * @param shift Δ̂, or {@code null} where no score or interval needs it
 * @param bonus b of this step
 * @param next the values of the step after it
 */
record OneStep(
    Model model, @Nullable InducedShift shift, int step, StepBonus bonus, ValueArrays next) {
  /** Whether a part of the shift is removed: by shrinking it, or because the step is exogenous. */
  boolean removesShift() {
    return shift != null && (shift.isShrunk() || shift.isExogenous(step));
  }
}
