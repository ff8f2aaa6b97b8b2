package io.sluice.influence;

import java.util.Arrays;

/**
 * The variance of rewards to be expected of a pair whose observed rewards are all equal: its reward
 * may be constant, or vary like that of other pairs without having shown it yet.
 *
 * <p>Pairs that did vary have a reward of mean m and, within a pair, variance v. By Cantelli's
 * inequality such a reward is exactly c with a probability of at most q = v/(v + (m−c)²), which
 * rewards of 0 and 1 attain; n of them in a row are all c with probability qⁿ. With a share s of
 * the pairs seen to vary, by Bayes' rule a pair that paid c in n rows varies with probability
 *
 * <pre>
 * s·qⁿ / (s·qⁿ + 1 − s)
 * </pre>
 *
 * and has variance v then. For example, twenty rows without a reward whose rate is one in thirty
 * say little; forty rows that all had reward 1 in the same log say nearly all.
 *
 * <p>Pairs that did vary keep their sample variance: those that happened to vary much make up for
 * those that varied little.
 *
 * <p>An estimate from the other pairs, as asymptotic as the interval that it widens: if the rewards
 * of all pairs of a log were constant by chance, or a pair is not like the others, it is 0 or too
 * small.
 */
final class HiddenVariance {
  /** Sums of equal rewards differ from their multiple by rounding only. */
  private static final double ROUNDING = 1e-12;

  private final long[][] rows; // n, by table and pair
  private final double[][] sums; // Σ r, by table and pair
  private final double[][] squares; // Σ r²
  private final double mean; // m
  private final double variance; // v
  private final double share; // s
  private final double expectedShare; // s, before any pair was looked at: by Laplace's rule
  private final double[][] probabilities; // by table and pair, which all influences ask for

  private HiddenVariance(LogSums log) {
    rows = log.rows;
    sums = log.rewards;
    squares = log.squares;
    double seen = 0;
    double varying = 0;
    double varied = 0;
    double sum = 0;
    double within = 0;
    for (int table = 0; table < sums.length; table++) {
      for (int pair = 0; pair < rows[table].length; pair++) {
        double n = rows[table][pair];
        seen += n > 0 ? 1 : 0;
        if (n > 0 && !isConstant(table, pair)) {
          varying++;
          varied += n;
          sum += sums[table][pair];
          within += squares[table][pair] - sums[table][pair] * sums[table][pair] / n;
        }
      }
    }
    mean = varied == 0 ? 0 : sum / varied;
    variance = varied == 0 ? 0 : within / (varied - varying);
    share = varied == 0 ? 0 : varying / seen;
    expectedShare = (varying + 1) / (seen + 2);
    probabilities = new double[rows.length][];
    for (int table = 0; table < rows.length; table++) {
      int at = table;
      probabilities[table] = new double[rows[table].length];
      Arrays.setAll(probabilities[table], pair -> ofPair(at, pair));
    }
  }

  static HiddenVariance of(LogSums log) {
    return new HiddenVariance(log);
  }

  private boolean isConstant(int table, int pair) {
    double n = rows[table][pair];
    double square = n * squares[table][pair];
    return square - sums[table][pair] * sums[table][pair] <= ROUNDING * square;
  }

  /**
   * The probability that a pair's reward varies: 1 if it was seen to; else as above, with (1 +
   * varying pairs)/(2 + pairs) for s, and q = 1 if no pair at all was seen to vary.
   */
  double mayVary(int table, int pair) {
    double n = rows[table][pair];
    if (n == 0 || !isConstant(table, pair)) {
      return n == 0 ? 0 : 1;
    }
    double away = sums[table][pair] / n - mean;
    double unlucky = variance == 0 ? 1 : Math.pow(variance / (variance + away * away), n);
    return expectedShare * unlucky / (expectedShare * unlucky + 1 - expectedShare);
  }

  /** The expected variance of a pair's reward; 0 if it was seen to vary, or never seen. */
  double at(int table, int pair) {
    return variance * probability(table, pair);
  }

  /** That a pair's reward varies although it did not; 0 if it was seen to vary, or never seen. */
  double probability(int table, int pair) {
    return probabilities[table][pair];
  }

  private double ofPair(int table, int pair) {
    double n = rows[table][pair];
    if (n == 0 || share == 0 || !isConstant(table, pair)) {
      return 0;
    }
    double away = sums[table][pair] / n - mean;
    double unlucky = share * Math.pow(variance / (variance + away * away), n);
    return unlucky / (unlucky + 1 - share);
  }
}
