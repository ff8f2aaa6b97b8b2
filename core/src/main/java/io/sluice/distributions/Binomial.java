package io.sluice.distributions;

/** Tail probabilities of the binomial distribution. */
public final class Binomial {
  private Binomial() {}

  /**
   * P(X ≥ k) for X ~ Bin(n, p), summed term by term from k on.
   *
   * @param p in [0, 1]
   */
  public static double atLeast(long n, double p, long k) {
    if (k <= 0) {
      return 1;
    }
    if (k > n || p <= 0) {
      return 0;
    }
    if (p >= 1) {
      return 1;
    }
    if (k <= n * p) {
      return 1 - atLeast(n, 1 - p, n - k + 1);
    }
    double log =
        ChiSquared.logGamma(n + 1.0)
            - ChiSquared.logGamma(k + 1.0)
            - ChiSquared.logGamma(n - k + 1.0)
            + k * Math.log(p)
            + (n - k) * Math.log1p(-p);
    double term = Math.exp(log);
    double odds = p / (1 - p);
    double sum = 0;
    for (long i = k; i <= n && term > 1e-17 * sum; i++) {
      sum += term;
      term *= (n - i) / (i + 1.0) * odds;
    }
    return Math.min(1, sum);
  }
}
