package io.sluice.assumptions;

/**
 * The noise floor of a shift: the expected distance between one action's next states and those of
 * all actions together when actions are randomly assigned to the rows of a state.
 *
 * <p>Assigning n of N rows to an action, K of which go to some next state, gives a hypergeometric
 * count X, whose mean absolute deviation is exactly E|X − nK/N| = (2/N)·m·(N−K−n+m)·P(X = m), m =
 * ⌊nK/N⌋ + 1. So no permutation is ever drawn.
 */
final class PermutationNoise {
  private static final double[] SMALL = new double[256];

  static {
    for (int i = 2; i < SMALL.length; i++) {
      SMALL[i] = SMALL[i - 1] + Math.log(i);
    }
  }

  private PermutationNoise() {}

  /** E|X/n − K/N| for X hypergeometric. */
  static double ofShare(long total, long special, long drawn) {
    if (drawn == 0 || special == 0 || special == total || drawn == total) {
      return 0;
    }
    long m = (long) Math.floor((double) drawn * special / total) + 1;
    long others = total - special - drawn + m;
    if (m > Math.min(drawn, special) || others <= 0) {
      return 0;
    }
    double log = choose(special, m) + choose(total - special, drawn - m) - choose(total, drawn);
    return 2.0 * m * others / total * Math.exp(log) / drawn;
  }

  private static double choose(long n, long k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  }

  /**
   * ln n!, by Stirling's series where no table reaches; its error there is below 10⁻¹⁵ of the
   * value.
   */
  private static double logFactorial(long n) {
    if (n < SMALL.length) {
      return SMALL[(int) n];
    }
    double x = n + 1.0;
    return (x - 0.5) * Math.log(x)
        - x
        + 0.5 * Math.log(2 * Math.PI)
        + 1 / (12 * x)
        - 1 / (360 * x * x * x)
        + 1 / (1260 * x * x * x * x * x);
  }
}
