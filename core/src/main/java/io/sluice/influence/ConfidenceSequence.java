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

  private ConfidenceSequence() {}

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
