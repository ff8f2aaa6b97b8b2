package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.SparseRows;

/**
 * How the evaluated policy moves the next state at one step, Δ̂^(h)(·|x,π) for every state x, with
 * its error: Input 3.
 *
 * <p>Enforced: every row has ‖Δ̂(·|x,π)‖₁ ≤ 2, {@code eq:shift-estimate-is-bounded}, and sums to 0,
 * without which {@code eq:high-prob-alpha} would need twice its constant. Promised by whoever built
 * it: the mean error over the states of step h is at most {@code error} with probability 1−δ,
 * {@code eq:estimated-shift-guarantees}.
 *
 * <p>Deviates from the paper: the bound is asked of the rows averaged over π, the only ones the
 * theorem uses.
 *
 * @param rows one row per state; columns are next states or the end of the episode
 * @param error κ_Δ^(h)
 * @param delta δ, part of δ_in
 */
public record ShiftEstimate(int step, SparseRows rows, double error, double delta) {
  private static final double ROUNDING = 1e-9;

  public ShiftEstimate {
    for (int x = 0; x < rows.rows(); x++) {
      double sum = 0;
      double size = 0;
      for (int k = rows.start(x); k < rows.start(x + 1); k++) {
        sum += rows.value(k);
        size += Math.abs(rows.value(k));
      }
      if (!(Math.abs(sum) <= ROUNDING && size <= 2 + ROUNDING)) {
        throw new IllegalArgumentException(
            "shift at step %s, state %s: needs a row that sums to 0 with ‖·‖₁ ≤ 2, got sum %s and ‖·‖₁ = %s"
                .formatted(step, x, sum, size));
      }
    }
    if (!(error >= 0)) {
      throw new IllegalArgumentException(
          "shift at step %s: the error must be at least 0, got %s".formatted(step, error));
    }
    InputChecks.requireDelta("shift", delta);
  }

  /** The step declared a bandit: actions do not move the next state, and nobody doubts it. */
  public static ShiftEstimate none(Shape shape, int step) {
    SparseRows.Writer rows = new SparseRows.Writer(shape.states(), 0);
    for (int x = 0; x < shape.states(); x++) {
      rows.endRow();
    }
    return new ShiftEstimate(step, rows.done(), 0, 0);
  }

  /**
   * The plug-in estimate from the rows of step h: Δ̂(·|x,π) = Σ_a (π−π_b)(a|x) P̂(·|x,a).
   *
   * <p>Its error: with probability 1−δ/2 every pair has ‖P̂−P‖₁ ≤ √(2(m ln 2 + ln(2|X||A|/δ))/n),
   * or 2 where that is more (Weissman et al. 2003), given which pairs were met; weighted by |π−π_b|
   * that bounds every state's error, and its mean over d_h is at most its mean over the holdout
   * plus Hoeffding's 4τ√(ln(2/δ)/(2T)), with probability 1−δ/2. The holdout serves only to average
   * this bound, which it cannot bias.
   *
   * <p>A pair never seen takes the mean of its state's seen pairs as P̂, at the full error of 2, so
   * that rows still sum to 0.
   *
   * @param successors m: how many different next states (the end included) a pair can have; |X|+1
   *     if nobody knows better
   */
  public static ShiftEstimate of(
      TransitionCounts counts,
      int step,
      Policy behavior,
      Policy evaluated,
      Holdout holdout,
      int successors,
      double delta) {
    Shape shape = counts.shape();
    if (step == shape.horizon()) {
      return none(shape, step); // no step follows, so there is nothing to shift
    }
    double log =
        successors * Math.log(2) + Math.log(2.0 * shape.states() * shape.actions() / delta);
    double[] stateError = new double[shape.states()];
    double largest = 0;
    SparseRows.Writer rows = new SparseRows.Writer(shape.states(), counts.cells());
    ShiftRow row = new ShiftRow(counts, step);
    for (int x = 0; x < shape.states(); x++) {
      row.read(x, behavior, evaluated);
      row.writeTo(rows);
      if (row.mostSuccessors() > successors) {
        throw new IllegalArgumentException(
            "shift at step %s, state %s: at most %s next states of a pair were declared, got %s in the log"
                .formatted(step, x, successors, row.mostSuccessors()));
      }
      double bound = 0;
      for (int a = 0; a < shape.actions(); a++) {
        double n = row.count(a);
        double change =
            Math.abs(evaluated.probability(step, x, a) - behavior.probability(step, x, a));
        stateError[x] += change * (n == 0 ? 2 : Math.min(2, Math.sqrt(2 * log / n)));
        bound += 2 * change;
      }
      largest = Math.max(largest, bound);
    }
    double average = holdout.distribution(step).dot(StateVector.of(stateError));
    double sampling = Radius.HOEFFDING.of(holdout.episodes(), 0, largest, delta);
    return new ShiftEstimate(step, rows.done(), average + sampling, delta);
  }
}
