package io.sluice.interval;

import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;

/**
 * How wide an {@code efficient} interval is at any number of episodes:
 *
 * <pre>
 * width(T) = 2z·√(limit/T + raise/T^{3/2}) + unseen + charged(T)
 * </pre>
 *
 * @param z the normal quantile
 * @param limit Var ψ
 * @param raise what thinly seen pairs add: R·σ̂·√n/T² falls like T^{−3/2}, faster than the variance
 * @param unseen what pairs never seen add, however many episodes there are
 * @param charged what is added for anything else, by the number of episodes; must not rise
 */
record WidthCurve(
    double z, double limit, double raise, double unseen, DoubleUnaryOperator charged) {
  /** As many as anybody could mean. */
  private static final long MOST = 1_000_000_000_000_000_000L;

  double width(double episodes) {
    return 2 * z * Math.sqrt(variance(episodes)) + unseen + charged.applyAsDouble(episodes);
  }

  /** Of the estimate. */
  double variance(double episodes) {
    return limit / episodes + raise / (episodes * Math.sqrt(episodes));
  }

  /** The fewest episodes, two at least, with which the width is no more than this; by bisection. */
  OptionalLong episodes(double width) {
    if (!(width(MOST) <= width)) {
      return OptionalLong.empty();
    }
    long few = 1; // too few, or not to be had
    long enough = MOST;
    while (enough - few > 1) {
      long middle = few + (enough - few) / 2;
      if (width(middle) <= width) {
        enough = middle;
      } else {
        few = middle;
      }
    }
    return OptionalLong.of(enough);
  }
}
