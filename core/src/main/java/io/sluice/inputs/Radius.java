package io.sluice.inputs;

import io.sluice.distributions.NormalQuantile;

/**
 * How far the mean of independent terms may be from its expectation, on both sides together with
 * probability 1−δ.
 *
 * <p>The range of the terms is declared, never taken from the sample.
 */
public enum Radius {
  /** (range)·√(ln(2/δ)/(2n)): always valid, blind to the variance. */
  HOEFFDING {
    @Override
    public double of(long n, double variance, double range, double delta) {
      return range * Math.sqrt(Math.log(2 / delta) / (2.0 * n));
    }
  },
  /**
   * √(2 v̂ ln(4/δ)/n) + 7·(range)·ln(4/δ)/(3(n−1)): the empirical Bernstein bound of Maurer and
   * Pontil (2009, theorem 4), both sides; v̂ is the sample variance with n−1.
   */
  BERNSTEIN {
    @Override
    public double of(long n, double variance, double range, double delta) {
      double log = Math.log(4 / delta);
      return n < 2 ? range : Math.sqrt(2 * variance * log / n) + 7 * range * log / (3.0 * (n - 1));
    }
  },
  /** z_{1−δ/2}·√(v̂/n): asymptotically valid, with no promise for any n. */
  NORMAL {
    @Override
    public double of(long n, double variance, double range, double delta) {
      return n < 2 ? range : NormalQuantile.twoSided(delta) * Math.sqrt(variance / n);
    }
  };

  /**
   * The half width of the interval around a sample mean.
   *
   * @param n how many terms
   * @param variance their sample variance, divided by n−1; {@link #HOEFFDING} ignores it
   * @param range the width of the interval that holds every possible term
   * @param delta the probability of missing
   */
  public abstract double of(long n, double variance, double range, double delta);
}
