package io.sluice.distributions;

/** Tail probabilities of the standard normal distribution. */
public final class NormalTail {
  private NormalTail() {}

  /** P(Z > x) = ½P(χ²₁ > x²) for x ≥ 0. */
  public static double above(double x) {
    return x >= 0 ? ChiSquared.survival(1, x * x) / 2 : 1 - above(-x);
  }
}
