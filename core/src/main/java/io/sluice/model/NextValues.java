package io.sluice.model;

/**
 * The values of the step after, laid out for the {@linkplain Sweeps loops} that look them up. Who
 * has made a block of them lays it out; then they are shared by all who work on the step before,
 * and nobody writes to them.
 */
final class NextValues {
  final double[] low; // V̂_p
  final double[] mid; // V̂
  final double[] high; // V̂_o
  // Γ = V̂_o − V̂_p beside what is looked up with it; V̂_o follows.
  final double[] lowAndGap; // if there are bounds and no shift
  final double[] pointAndGap; // if there is a shift, near
  final double[] gap; // if there is a shift, far

  /** Whether they are looked up {@linkplain Model#leadsFar all over the place}. */
  final boolean far;

  NextValues(
      double[] low, double[] mid, double[] high, boolean bounded, boolean withShift, boolean far) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    this.far = far;
    lowAndGap = bounded && !withShift ? new double[2 * mid.length] : null;
    pointAndGap = withShift && !far ? new double[2 * mid.length] : null;
    gap = withShift && far ? new double[mid.length] : null;
  }

  /** Laid out in the room of others, which nobody looks at any more. */
  NextValues(double[] low, double[] mid, double[] high, NextValues room) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    lowAndGap = room.lowAndGap;
    pointAndGap = room.pointAndGap;
    gap = room.gap;
    far = room.far;
  }

  /** Whether the three values may differ; on a known model they are one. */
  boolean hasBounds() {
    return low != mid;
  }

  /** Clips the three values of a state and lays them out. */
  void settle(
      int x, double pessimistic, double point, double optimistic, double top, boolean clipPoint) {
    // Comparisons: Math.min and Math.max take care of −0 and NaN, and that shows here.
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
    layOut(x);
  }

  /** Lays out states {@code from} … {@code to − 1}, once their values are there. */
  void layOut(int from, int to) {
    if (lowAndGap == null && pointAndGap == null && gap == null) {
      return;
    }
    for (int x = from; x < to; x++) {
      layOut(x);
    }
  }

  private void layOut(int x) {
    if (lowAndGap != null) {
      lowAndGap[2 * x] = low[x];
      lowAndGap[2 * x + 1] = high[x] - low[x];
    } else if (pointAndGap != null) {
      pointAndGap[2 * x] = mid[x];
      pointAndGap[2 * x + 1] = high[x] - low[x];
    } else if (gap != null) {
      gap[x] = high[x] - low[x];
    }
  }
}
