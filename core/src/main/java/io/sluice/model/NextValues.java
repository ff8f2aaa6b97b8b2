package io.sluice.model;

/**
 * The values of the step after, laid out for the {@linkplain Sweeps loops} that look them up.
 * Shared by all who work on a step; nobody writes to it.
 */
final class NextValues {
  final double[] low; // V̂_p
  final double[] mid; // V̂
  final double[] high; // V̂_o
  final double[] pointAndGap; // V̂ and Γ = V̂_o − V̂_p of each state; only if there is a shift

  final double[] lowAndHigh; // V̂_p and V̂_o of each state; only if they differ from V̂

  NextValues(double[] low, double[] mid, double[] high, boolean withShift) {
    this.low = low;
    this.mid = mid;
    this.high = high;
    lowAndHigh = low == mid && high == mid ? null : new double[2 * mid.length];
    for (int x = 0; lowAndHigh != null && x < mid.length; x++) {
      lowAndHigh[2 * x] = low[x];
      lowAndHigh[2 * x + 1] = high[x];
    }
    pointAndGap = withShift ? new double[2 * mid.length] : null;
    for (int x = 0; withShift && x < mid.length; x++) {
      pointAndGap[2 * x] = mid[x];
      pointAndGap[2 * x + 1] = high[x] - low[x];
    }
  }
}
