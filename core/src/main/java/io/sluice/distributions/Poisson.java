package io.sluice.distributions;

/** Confidence bounds for the mean of a Poisson count, by Chernoff's inequality. */
public final class Poisson {
  private static final int HALVINGS = 200;

  private Poisson() {}

  /**
   * The smallest mean m ≤ k that does not make a count of k or more too unlikely: m − k + k ln(k/m)
   * ≤ ln(1/δ). It holds for sums of independent indicators, too.
   */
  public static double lowerMean(long k, double delta) {
    return k == 0 ? 0 : bound(k, delta, 0, k);
  }

  /** The largest mean m ≥ k that does not make a count of k or fewer too unlikely, likewise. */
  public static double upperMean(long k, double delta) {
    double log = -Math.log(delta);
    return bound(k, delta, k + log + Math.sqrt(log * log + 2 * k * log) + 1, k);
  }

  /** Between {@code outside} and k, where the inequality becomes an equation. */
  private static double bound(long k, double delta, double outside, double inside) {
    double log = -Math.log(delta);
    double out = outside;
    double in = inside;
    for (int i = 0; i < HALVINGS; i++) {
      double m = (out + in) / 2;
      double exponent = m - k + (k == 0 ? 0 : k * Math.log(k / m));
      if (exponent <= log) {
        in = m;
      } else {
        out = m;
      }
    }
    return out;
  }
}
