package io.sluice.design;

import io.sluice.influence.VarianceSources;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;

/**
 * How wide an {@code efficient} interval is at any number of episodes:
 *
 * <pre>
 * width(T) = 2z·√(limit/T + √(Σ R²·min(T·s, R²))/T²) + unseen + charged(T)
 * </pre>
 *
 * where s is what a pair's own outcomes add to Var ψ and R their range: neither changes with T, and
 * what thinly seen pairs add falls faster than the rest.
 */
final class WidthCurve {
  /** As many as anybody could mean. */
  private static final long MOST = 1_000_000_000_000_000_000L;

  private final double z;
  private final double limit;
  private final List<Thin> thin;
  private final double unseen;
  private final DoubleUnaryOperator charged;

  /**
   * A pair whose outcomes may vary more than was seen.
   *
   * @param limit s, what it adds to Var ψ
   * @param range R
   */
  record Thin(double limit, double range) {}

  /**
   * @param z the normal quantile
   * @param limit Var ψ
   * @param thin pairs to be careful with; none for the plain variance
   * @param unseen what pairs never seen add, however many episodes there are
   * @param charged what is added for anything else, by the number of episodes; must not rise
   */
  WidthCurve(double z, double limit, List<Thin> thin, double unseen, DoubleUnaryOperator charged) {
    this.z = z;
    this.limit = limit;
    this.thin = new ArrayList<>(thin);
    this.unseen = unseen;
    this.charged = charged;
  }

  double z() {
    return z;
  }

  double unseen() {
    return unseen;
  }

  DoubleUnaryOperator charged() {
    return charged;
  }

  double width(double episodes) {
    return 2 * z * Math.sqrt(variance(episodes)) + unseen + charged.applyAsDouble(episodes);
  }

  /** Of the estimate. */
  double variance(double episodes) {
    return limit / episodes + raise(episodes) / episodes / episodes;
  }

  private double raise(double episodes) {
    double sum = 0;
    for (Thin pair : thin) {
      sum += VarianceSources.doubt(pair.range(), episodes * pair.limit());
    }
    return Math.sqrt(sum);
  }

  /** The fewest episodes, two at least, with which the width is no more than this; by bisection. */
  OptionalLong episodes(double width) {
    if (!(width(MOST) <= width)) {
      return OptionalLong.empty();
    }
    long few = 1; // too few, or not attainable
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
