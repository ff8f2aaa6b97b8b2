package io.sluice.model;

import io.sluice.mdp.StateVector;
import org.jspecify.annotations.Nullable;

/**
 * V̂_p, V̂, V̂_o and Γ = V̂_o − V̂_p of every state at one step: written by the backup of that
 * step, then read by that of the step before.
 */
final class ValueArrays {
  private static final double[] NONE = {};

  final double[] low; // V̂_p
  final double[] mid; // V̂; the same array as the others where there are no bounds
  final double[] high; // V̂_o
  final double[] gap; // Γ; empty where it is not needed
  final @Nullable TwoValues pointAndGap; // V̂ and Γ, if there is a shift
  private final double top;
  private final boolean clipPoint;

  private ValueArrays(
      double[] low,
      double[] mid,
      double[] high,
      double[] gap,
      @Nullable TwoValues pointAndGap,
      double top,
      boolean clipPoint) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    this.gap = gap;
    this.pointAndGap = pointAndGap;
    this.top = top;
    this.clipPoint = clipPoint;
  }

  /** All 0: the values after the last step. */
  static ValueArrays zero(Model model, ValueLayout layout, boolean bounded, boolean withShift) {
    double[] zero = new double[model.shape().states() + 1];
    double[] gap = bounded || withShift ? new double[zero.length] : NONE;
    TwoValues both = withShift ? TwoValues.of(model, layout, zero, gap) : null;
    return new ValueArrays(zero, zero, zero, gap, both, 0, false);
  }

  /** Values that are given; without a shift, nothing but them and Γ can be asked for. */
  static ValueArrays of(StepValues values) {
    double[] mid = values.point().toArray();
    boolean bounded = values.hasBounds();
    double[] low = bounded ? values.pessimistic().toArray() : mid;
    double[] high = bounded ? values.optimistic().toArray() : mid;
    ValueArrays all = new ValueArrays(low, mid, high, new double[mid.length], null, 0, false);
    for (int x = 0; x < mid.length; x++) {
      all.derive(x);
    }
    return all;
  }

  /**
   * New values, with Γ in the memory of this, which must not be read any more.
   *
   * @param ended the value of an episode that has ended
   * @param top V_max, at which values are clipped
   * @param clipPoint whether V̂ is clipped to [V̂_p, V̂_o]
   */
  ValueArrays replacedBy(boolean bounded, double ended, double top, boolean clipPoint) {
    double[] mid = new double[this.mid.length];
    mid[mid.length - 1] = ended;
    double[] low = bounded ? mid.clone() : mid;
    double[] high = bounded ? mid.clone() : mid;
    TwoValues both = pointAndGap == null ? null : pointAndGap.replacedBy(mid, gap);
    ValueArrays all = new ValueArrays(low, mid, high, gap, both, top, clipPoint);
    all.derive(mid.length - 1);
    return all;
  }

  /** Whether the three values may differ; on a known model they are the same. */
  boolean hasBounds() {
    return low != mid;
  }

  /** Sets the value of a state where there are no bounds. */
  void put(int x, double point) {
    mid[x] = point;
    derive(x);
  }

  /** Clips the three values of a state to [0, V_max], and V̂ between the others, and sets them. */
  void put(int x, double pessimistic, double point, double optimistic) {
    // Comparisons: Math.min and Math.max also treat −0 and NaN, which takes measurably longer.
    double below = pessimistic < 0 ? 0 : pessimistic > top ? top : pessimistic;
    double above = optimistic > top ? top : optimistic;
    double between = point;
    if (clipPoint) {
      double raised = point < below ? below : point;
      between = raised > above ? above : raised;
    }
    low[x] = below;
    mid[x] = between;
    high[x] = above;
    derive(x);
  }

  private void derive(int x) {
    if (gap.length > 0) {
      gap[x] = high[x] - low[x];
    }
    if (pointAndGap != null) {
      pointAndGap.update(x);
    }
  }

  /** The same values, without copies: nothing may be written to them afterwards. */
  StepValues asStepValues() {
    StateVector point = StateVector.owning(mid);
    return hasBounds()
        ? new StepValues(StateVector.owning(low), point, StateVector.owning(high))
        : new StepValues(point, point, point);
  }
}
