package io.sluice.simulation.study;

/** How many misses are too many, from the binomial distribution. */
final class Misses {
  private Misses() {}

  /** P(Bin(runs, delta) > misses). */
  static double tail(int runs, double delta, int misses) {
    double term = Math.pow(1 - delta, runs); // P(0 misses)
    double sum = 0; // from the small terms of the upper tail, not 1 − …
    for (int k = 0; k <= runs; k++) {
      sum += k > misses ? term : 0;
      term *= (runs - k) / (k + 1.0) * delta / (1 - delta);
    }
    return sum;
  }

  /** The fewest misses that an interval of level 1−delta exceeds with at most this probability. */
  static int allowed(int runs, double delta, double probability) {
    int misses = 0;
    while (tail(runs, delta, misses) > probability) {
      misses++;
    }
    return misses;
  }
}
