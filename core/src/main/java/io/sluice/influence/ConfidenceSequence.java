package io.sluice.influence;

/**
 * How many standard errors an interval must reach so that it holds at every look at a growing log,
 * and not only at one.
 *
 * <pre>
 * mean_t ± c_t·σ̂_t/√t,   c_t = √( 2·(tρ²+1)/(tρ²) · ln(√(tρ²+1)/δ) ),   ρ² = (−2 ln δ + ln(1 − 2 ln δ))/t*
 * </pre>
 *
 * (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Theorem 2.2). t* is where it is tightest;
 * it is a constant, {@value #TIGHTEST}, because one that depended on how many episodes there are
 * would break the promise.
 *
 * <p><b>The event</b>: for all t ≥ m at once, the mean of the conditional means of the first t
 * numbers lies in the interval at t. Its probability approaches at least 1−δ as m, the first time
 * that anybody looks, grows: it is asymptotically valid, like an interval from a standard error,
 * but for all looks. <b>Random</b> are the numbers, each given those before; they need not have the
 * same mean. <b>What breaks it</b>: numbers that depend on later ones, such as scores whose Q̂ has
 * seen later episodes; numbers of few sizes that are rarely far from the others, as early looks
 * then have too small a σ̂; looks before m.
 */
public final class ConfidenceSequence {
  /** t*: how many numbers make it tightest. */
  static final int TIGHTEST = 1_000;

  /** m: with fewer numbers there is no interval. */
  public static final int LEAST = 250;

  /** How many numbers there must be for each square of their skewness. */
  public static final int LEAST_FOR_SKEWNESS = 50;

  private ConfidenceSequence() {}

  /**
   * Whether there are enough numbers for an interval: {@value #LEAST}, and {@value
   * #LEAST_FOR_SKEWNESS}·γ² where γ is their skewness, m₃/m₂^1.5 with central moments m. Of numbers
   * that are 1 with a small probability p and else 0, n/γ² is n·p: about how many ones there are.
   *
   * @param sums of the numbers, of their squares and of their third powers
   */
  public static boolean isEnough(long numbers, double[] sums) {
    if (numbers < LEAST) {
      return false;
    }
    double mean = sums[0] / numbers;
    double second = sums[1] / numbers - mean * mean;
    double third = sums[2] / numbers - 3 * mean * sums[1] / numbers + 2 * Math.pow(mean, 3);
    return second <= 1e-12 * sums[1] / numbers
        || numbers * Math.pow(second, 3) >= LEAST_FOR_SKEWNESS * third * third;
  }

  /**
   * c_t.
   *
   * @param numbers t
   */
  public static double critical(double numbers, double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("sequence: δ must lie in (0, 1), got " + delta);
    }
    double log = -2 * Math.log(delta);
    double scaled = numbers * (log + Math.log(1 + log)) / TIGHTEST; // tρ²
    return Math.sqrt(2 * (scaled + 1) / scaled * (Math.log(scaled + 1) / 2 - Math.log(delta)));
  }
}
