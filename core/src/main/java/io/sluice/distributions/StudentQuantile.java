package io.sluice.distributions;

/** Quantiles of Student's t distribution. */
public final class StudentQuantile {
  /** From here on the expansion in 1/ν has about 12 digits. */
  private static final double MANY = 1000;

  private static final double PRECISION = 1e-16;
  private static final int MOST_TERMS = 10_000;

  private StudentQuantile() {}

  /**
   * t with P(|T| > t) = δ.
   *
   * @param degreesOfFreedom ν, above 0
   */
  public static double twoSided(double degreesOfFreedom, double delta) {
    if (!(degreesOfFreedom > 0)) {
      throw new IllegalArgumentException(
          "t quantile: needs more than 0 degrees of freedom, got " + degreesOfFreedom);
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("t quantile: δ must lie in (0, 1), got " + delta);
    }
    double z = NormalQuantile.twoSided(delta);
    return degreesOfFreedom > MANY
        ? expanded(degreesOfFreedom, z)
        : solved(degreesOfFreedom, delta);
  }

  /** Fisher's expansion of t around z (Abramowitz and Stegun, 26.7.5). */
  private static double expanded(double v, double z) {
    double s = z * z;
    double g1 = (s + 1) / 4;
    double g2 = ((5 * s + 16) * s + 3) / 96;
    double g3 = (((3 * s + 19) * s + 17) * s - 15) / 384;
    double g4 = ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
    return z * (1 + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v);
  }

  /** By bisection in ln t: the tail falls as t grows. */
  private static double solved(double v, double delta) {
    double low = -50;
    double high = 0;
    while (outside(v, Math.exp(high)) > delta) {
      low = high;
      high = 2 * high + 1;
    }
    for (double mid = (low + high) / 2; low < mid && mid < high; mid = (low + high) / 2) {
      if (outside(v, Math.exp(mid)) > delta) {
        low = mid;
      } else {
        high = mid;
      }
    }
    return Math.exp((low + high) / 2);
  }

  /** P(|T| > t) = I_x(ν/2, ½) with x = ν/(ν + t²). */
  private static double outside(double v, double t) {
    double square = t * t;
    double a = v / 2;
    double lower = 1 / (1 + square / v); // x
    double upper = 1 / (1 + v / square); // 1 − x, without a difference
    double logs = -a * Math.log1p(square / v) - 0.5 * Math.log1p(v / square);
    double scale =
        Math.exp(
            logs
                + ChiSquared.logGamma(a + 0.5)
                - ChiSquared.logGamma(a)
                - ChiSquared.logGamma(0.5));
    return lower < (a + 1) / (a + 2.5)
        ? scale * fraction(a, 0.5, lower) / a
        : 1 - scale * fraction(0.5, a, upper) / 0.5;
  }

  /** The continued fraction of the incomplete beta function, by Lentz's method. */
  static double fraction(double a, double b, double x) {
    double tiny = 1e-300;
    double c = 1;
    double d = 1 / atLeast(tiny, 1 - (a + b) * x / (a + 1));
    double result = d;
    for (int m = 1; m < MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / atLeast(tiny, 1 + even * d);
      c = atLeast(tiny, 1 + even / c);
      result *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / atLeast(tiny, 1 + odd * d);
      c = atLeast(tiny, 1 + odd / c);
      result *= d * c;
      if (Math.abs(d * c - 1) <= PRECISION) {
        break;
      }
    }
    return result;
  }

  private static double atLeast(double tiny, double value) {
    return Math.abs(value) < tiny ? tiny : value;
  }
}
