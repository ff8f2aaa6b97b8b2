package io.sluice.assumptions;

import io.sluice.distributions.NormalQuantile;
import java.io.Serializable;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How often something was done in groups of decisions, against how often it should have been.
 *
 * <p>Where every decision does it with a probability q that was set before, the deviation S =
 * Σ(done − q) of a group is a sum of martingale differences of at most 1, with variance V = Σ
 * q(1−q). By Freedman's inequality P(|S| ≥ t) ≤ 2 exp(−t²/(2V + 2t/3)), whatever q is. No count has
 * to be large.
 */
final class Deviations implements Serializable {
  private static final double ROUNDING = 1e-6;

  private final double[] done;
  private final double[] expected;
  private final double[] variance;

  /** The group that is furthest off. */
  record Worst(int group, double done, double expected, double z, boolean alarm) {}

  Deviations(int groups) {
    done = new double[groups];
    expected = new double[groups];
    variance = new double[groups];
  }

  /**
   * Decisions of a group.
   *
   * @param decisions how many
   * @param probability with which each should do it
   * @param times how many did
   */
  void add(int group, double decisions, double probability, double times) {
    done[group] += times;
    expected[group] += decisions * probability;
    variance[group] += decisions * probability * Math.max(0, 1 - probability);
  }

  Deviations plus(Deviations later) {
    for (int i = 0; i < done.length; i++) {
      done[i] += later.done[i];
      expected[i] += later.expected[i];
      variance[i] += later.variance[i];
    }
    return this;
  }

  /**
   * The group with the most telling deviation.
   *
   * @param level of all groups together
   */
  Optional<Worst> worst(double level) {
    int worst = -1;
    double most = -1;
    for (int i = 0; i < done.length; i++) {
      double t = Math.abs(done[i] - expected[i]);
      double exponent = t == 0 ? 0 : t * t / (2 * variance[i] + 2 * t / 3);
      if (expected[i] > 0 && exponent > most) {
        most = exponent;
        worst = i;
      }
    }
    if (worst < 0) {
      return Optional.empty();
    }
    double bound = 2 * done.length * Math.exp(-most);
    double sd = Math.sqrt(variance[worst]);
    double z = sd == 0 ? 0 : (done[worst] - expected[worst]) / sd;
    return Optional.of(
        new Worst(worst, done[worst], expected[worst], z, bound < level && most > ROUNDING));
  }

  /** A normal limit for the largest of several statistics, one-sided. */
  static double limit(double level, int tests) {
    return -NormalQuantile.of(level / tests);
  }

  static String words(Worst worst, IntFunction<String> name) {
    return String.format(
        java.util.Locale.ROOT,
        "%s: %.0f decisions, expected %.1f",
        name.apply(worst.group()),
        worst.done(),
        worst.expected());
  }
}
