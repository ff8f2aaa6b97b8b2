package io.sluice.distributions;

/** The tail of Fisher's F distribution. */
public final class FisherF {
  private FisherF() {}

  /** P(F > x) = I_z(d₂/2, d₁/2) with z = d₂/(d₂ + d₁x). */
  public static double survival(double d1, double d2, double x) {
    if (!(x > 0)) {
      return 1;
    }
    double a = d2 / 2;
    double b = d1 / 2;
    double odds = d1 * x / d2;
    double lower = 1 / (1 + odds);
    double upper = 1 / (1 + 1 / odds); // 1 − z, without a difference
    double logs = -a * Math.log1p(odds) - b * Math.log1p(1 / odds);
    double scale =
        Math.exp(
            logs + ChiSquared.logGamma(a + b) - ChiSquared.logGamma(a) - ChiSquared.logGamma(b));
    double tail =
        lower < (a + 1) / (a + b + 2)
            ? scale * StudentQuantile.fraction(a, b, lower) / a
            : 1 - scale * StudentQuantile.fraction(b, a, upper) / b;
    return Math.max(0, Math.min(1, tail));
  }
}
