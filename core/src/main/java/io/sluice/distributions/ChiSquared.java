package io.sluice.distributions;

/** Tail probabilities of the χ² distribution. */
public final class ChiSquared {
  private static final double PRECISION = 1e-16;
  private static final int MOST_TERMS = 100_000;
  private static final double[] LANCZOS = {
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7
  };

  private ChiSquared() {}

  /**
   * P(X > x) = Γ(d/2, x/2)/Γ(d/2).
   *
   * @param degreesOfFreedom d, above 0
   */
  public static double survival(double degreesOfFreedom, double x) {
    if (!(degreesOfFreedom > 0)) {
      throw new IllegalArgumentException(
          "χ²: needs more than 0 degrees of freedom, got " + degreesOfFreedom);
    }
    double a = degreesOfFreedom / 2;
    double z = x / 2;
    if (z <= 0) {
      return 1;
    }
    double factor = Math.exp(a * Math.log(z) - z - logGamma(a));
    return z < a + 1 ? 1 - factor * series(a, z) : factor * continuedFraction(a, z);
  }

  /** Σ_n z^n Γ(a)/Γ(a+1+n): the lower tail over z^a e^−z/Γ(a). */
  private static double series(double a, double z) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < MOST_TERMS && Math.abs(term) > PRECISION * sum; n++) {
      term *= z / (a + n);
      sum += term;
    }
    return sum;
  }

  /** The upper tail over z^a e^−z/Γ(a), by Lentz's method. */
  private static double continuedFraction(double a, double z) {
    double tiny = 1e-300;
    double b = z + 1 - a;
    double c = 1 / tiny;
    double d = 1 / b;
    double result = d;
    double change = 0;
    for (int n = 1; n < MOST_TERMS && Math.abs(change - 1) > PRECISION; n++) {
      double numerator = -n * (n - a);
      b += 2;
      d = numerator * d + b;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = b + numerator / c;
      c = Math.abs(c) < tiny ? tiny : c;
      change = c * d;
      result *= change;
    }
    return result;
  }

  /** ln Γ(x) for x > 0, by Lanczos' approximation. */
  static double logGamma(double x) {
    if (x < 0.5) {
      return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
    }
    double y = x - 1;
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (y + i);
    }
    double t = y + LANCZOS.length - 1.5;
    return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
  }
}
