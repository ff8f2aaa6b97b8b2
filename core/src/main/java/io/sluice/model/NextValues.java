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
  final double[] pointAndGap; // V̂ and Γ = V̂_o − V̂_p of each state; only if there is a shift

  final double[] lowAndHigh; // V̂_p and V̂_o of each state; only if there are bounds

  NextValues(double[] low, double[] mid, double[] high, boolean bounded, boolean withShift) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    lowAndHigh = bounded ? new double[2 * mid.length] : null;
    pointAndGap = withShift ? new double[2 * mid.length] : null;
  }

  /** Laid out in the room of others, which nobody looks at any more. */
  NextValues(double[] low, double[] mid, double[] high, NextValues room) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    lowAndHigh = room.lowAndHigh;
    pointAndGap = room.pointAndGap;
  }

  /** Clips the three values of a state and lays them out. */
  void settle(
      int x, double pessimistic, double point, double optimistic, double top, boolean clipPoint) {
    double below = Math.min(top, Math.max(0, pessimistic));
    double above = Math.min(top, optimistic);
    double between = clipPoint ? Math.min(above, Math.max(below, point)) : point;
    low[x] = below;
    mid[x] = between;
    high[x] = above;
    lowAndHigh[2 * x] = below;
    lowAndHigh[2 * x + 1] = above;
    if (pointAndGap != null) {
      pointAndGap[2 * x] = between;
      pointAndGap[2 * x + 1] = above - below;
    }
  }

  /** Lays out states {@code from} … {@code to − 1}, once their values are there. */
  void layOut(int from, int to) {
    for (int x = from; lowAndHigh != null && x < to; x++) {
      lowAndHigh[2 * x] = low[x];
      lowAndHigh[2 * x + 1] = high[x];
    }
    for (int x = from; pointAndGap != null && x < to; x++) {
      pointAndGap[2 * x] = mid[x];
      pointAndGap[2 * x + 1] = high[x] - low[x];
    }
  }
}
