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
  final double[] gap; // Γ = V̂_o − V̂_p; V̂_o follows from V̂_p with it
  final double[] pointAndGap; // V̂ and Γ side by side, if there is a shift and next states ask so
  final Reach reach;

  NextValues(
      double[] low, double[] mid, double[] high, boolean bounded, boolean withShift, Reach reach) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    this.reach = reach;
    gap = bounded || withShift ? new double[mid.length] : null;
    pointAndGap = withShift && reach == Reach.WIDE ? new double[2 * mid.length] : null;
  }

  /** Laid out in the room of others, which nobody looks at any more. */
  NextValues(double[] low, double[] mid, double[] high, NextValues room) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    gap = room.gap;
    pointAndGap = room.pointAndGap;
    reach = room.reach;
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
    for (int x = from; gap != null && x < to; x++) {
      layOut(x);
    }
  }

  private void layOut(int x) {
    gap[x] = high[x] - low[x];
    if (pointAndGap != null) {
      pointAndGap[2 * x] = mid[x];
      pointAndGap[2 * x + 1] = gap[x];
    }
  }
}
