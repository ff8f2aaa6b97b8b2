package io.sluice.inputs;

import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.StepValues;

/**
 * Lower, point and upper estimates of the value of one step: Input 2.
 *
 * <p>Enforced: 0 ≤ pessimistic ≤ point ≤ optimistic ≤ maxValue in every state, {@code eq:ordering}.
 * That the true value lies in between, {@code eq:next-step-value-function-input-guarantee}, with
 * probability 1−δ, is the promise of whoever built it.
 *
 * @param step the step whose value is bounded; h+1 for an interval at step h
 * @param maxValue V_max of that step
 * @param delta δ, part of δ_in
 */
public record ValueBounds(
    int step,
    StateVector pessimistic,
    StateVector point,
    StateVector optimistic,
    double maxValue,
    double delta) {
  public ValueBounds {
    if (pessimistic.size() != point.size() || optimistic.size() != point.size()) {
      throw new IllegalArgumentException(
          "value bounds at step %s: need three vectors of one size, got %s, %s and %s states"
              .formatted(step, pessimistic.size(), point.size(), optimistic.size()));
    }
    for (int x = 0; x < point.size(); x++) {
      double low = pessimistic.at(x);
      double mid = point.at(x);
      double high = optimistic.at(x);
      if (!(0 <= low && low <= mid && mid <= high && high <= maxValue)) { // so that NaN fails too
        throw new IllegalArgumentException(
            "value bounds at step %s, state %s: need 0 ≤ pessimistic ≤ point ≤ optimistic ≤ %s, got %s, %s, %s"
                .formatted(step, x, maxValue, low, mid, high));
      }
    }
    InputChecks.requireDelta("value bounds", delta);
  }

  /** The bounds that a backward recursion gave for a step. */
  public static ValueBounds of(int step, StepValues values, ValueRange range, double delta) {
    return new ValueBounds(
        step, values.pessimistic(), values.point(), values.optimistic(), range.top(step), delta);
  }

  /** Γ(x) = V̂_o(x) − V̂_p(x): how little is known of the value of a state. */
  public double gap(int state) {
    return optimistic.at(state) - pessimistic.at(state);
  }
}
