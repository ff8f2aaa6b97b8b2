package io.sluice.simulation.study;

/**
 * What a share seen in so many runs says about the true probability: Clopper and Pearson's interval
 * (Biometrika 1934), which holds in any number of runs.
 *
 * <p>lower solves P(Bin(runs, p) ≥ hits) = δ/2, upper solves P(Bin(runs, p) ≤ hits) = δ/2.
 */
public record BinomialBand(double lower, double upper) {
  private static final int HALVINGS = 60;

  /**
   * @param hits how often it happened
   * @param delta the probability with which the band may miss
   */
  public static BinomialBand of(int hits, int runs, double delta) {
    if (hits < 0 || hits > runs || runs < 1 || !(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "binomial band: needs 0 ≤ hits ≤ runs, 1 ≤ runs and δ in (0, 1), got %s, %s, %s"
              .formatted(hits, runs, delta));
    }
    return new BinomialBand(1 - upper(runs - hits, runs, delta / 2), upper(hits, runs, delta / 2));
  }

  /** The p with P(Bin(runs, p) ≤ hits) = tail; 1 if all were hits. */
  private static double upper(int hits, int runs, double tail) {
    if (hits == runs) {
      return 1;
    }
    double low = hits / (double) runs;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double p = (low + high) / 2;
      if (atMost(hits, runs, p) > tail) {
        low = p;
      } else {
        high = p;
      }
    }
    return (low + high) / 2;
  }

  /** P(Bin(runs, p) ≤ hits), in logarithms: (1−p)^runs vanishes in many runs. */
  private static double atMost(int hits, int runs, double p) {
    if (hits > runs / 2 && hits < runs) {
      return 1 - atMost(runs - hits - 1, runs, 1 - p); // the shorter sum
    }
    double odds = Math.log(p) - Math.log1p(-p);
    double term = runs * Math.log1p(-p); // ln P(Bin = k), from k = 0 on
    double sum = Math.exp(term);
    for (int k = 1; k <= hits; k++) {
      term += Math.log((runs - k + 1) / (double) k) + odds;
      sum += Math.exp(term);
    }
    return sum;
  }
}
