package io.sluice.assumptions;

import io.sluice.distributions.ChiSquared;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Is a statistic larger than chance allows? At a level of {@value #LEVEL}, however skewed its
 * distribution is, as long as that distribution can be drawn from.
 *
 * <p>With z = (statistic − mean)/sd, both exact: below {@value #LEAST} there is no alarm. From 44.7
 * = √1,999 there is one, as Cantelli's inequality P(z ≥ k) ≤ 1/(1+k²) says. In between the
 * statistic has to be larger than all of 1,999 random draws of it, which has a probability of at
 * most 1/2,000 if it is such a draw itself; drawing ends with the first that is not smaller. Only
 * where draws would place more than {@value #MOST_PLACED} observations each, so that the sum of
 * their many terms is close to normal, z ≥ {@value #NORMAL_LIMIT} decides.
 */
final class Exceedance {
  /** The probability of an alarm where there should be none, at most. */
  static final double LEVEL = 0.0005;

  private static final double LEAST = 4;
  private static final double NORMAL_LIMIT = 6;
  private static final int DRAWS = (int) Math.round(1 / LEVEL) - 1;

  /** The most observations that a draw places. */
  static final int MOST_PLACED = 100_000;

  private static final long SEED = 7_020_941_530_817L; // any number, but the same for everyone
  private static final double ROUNDING = 1e-9;
  private static final double DOUBTFUL = 0.05;
  private static final int FEW_DRAWS = 999;
  private static final int MOST_PLACED_OFTEN = 20_000;

  static final Limits USUAL = new Limits(DRAWS, MOST_PLACED, NORMAL_LIMIT);

  private Exceedance() {}

  /**
   * How an alarm is found.
   *
   * @param draws how many random draws have to be smaller: the level is 1/(draws + 1)
   * @param mostPlaced the most observations that a draw places
   * @param normal the limit of z where it would place more
   */
  record Limits(int draws, int mostPlaced, double normal) {}

  static boolean alarms(
      double statistic,
      double mean,
      double variance,
      long placed,
      ToDoubleFunction<SplittableRandom> draw) {
    return alarms(statistic, mean, variance, placed, draw, USUAL);
  }

  /**
   * @param placed how many observations a draw places
   * @param draw a random draw of the statistic
   */
  static boolean alarms(
      double statistic,
      double mean,
      double variance,
      long placed,
      ToDoubleFunction<SplittableRandom> draw,
      Limits limits) {
    double z = (statistic - mean) / Math.sqrt(variance);
    if (!(variance > 0) || z < LEAST) {
      return false;
    }
    if (z * z >= limits.draws()) {
      return true;
    }
    if (placed > limits.mostPlaced()) {
      return z >= limits.normal();
    }
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < limits.draws(); i++) {
      if (draw.applyAsDouble(random) >= statistic * (1 - ROUNDING)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The p-value of X² of tables, summed: by a scaled χ² distribution with its exact mean and
   * variance; where that is below {@value #DOUBTFUL} and the tables are small, by 999 random draws,
   * so that it is exact, however skewed X² is. If none of them reaches X², the smaller of 0.001 and
   * the first.
   */
  static double pValue(List<MarginTable> tables) {
    TableTest test = TableTest.sum(tables);
    if (!(test.variance() > 0)) {
      return 1;
    }
    double scale = test.variance() / (2 * test.mean());
    double about = ChiSquared.survival(test.mean() / scale, Math.max(0, test.statistic() / scale));
    double z = test.z().orElse(0);
    long placed = tables.stream().mapToLong(MarginTable::cost).sum();
    if (about > DOUBTFUL || placed > MOST_PLACED_OFTEN || z * z >= FEW_DRAWS) {
      return about;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    int reached = 0;
    for (int i = 0; i < FEW_DRAWS; i++) {
      double sum = 0;
      for (MarginTable table : tables) {
        sum += table.draw(random);
      }
      reached += sum >= test.statistic() * (1 - ROUNDING) ? 1 : 0;
    }
    double exact = (reached + 1.0) / (FEW_DRAWS + 1);
    return reached == 0 ? Math.min(exact, about) : exact;
  }
}
