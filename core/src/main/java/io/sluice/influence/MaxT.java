package io.sluice.influence;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.NormalTail;
import io.sluice.distributions.StudentQuantile;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * The number of standard errors that holds for several estimates at once: the 1−δ quantile of max_c
 * |Z_c|/sd(Z_c) over contrasts c, Z normal with the covariance matrix of the estimates.
 *
 * <p>This is the multiplier bootstrap of the largest |t| (Chernozhukov, Chetverikov and Kato 2013):
 * with normal multipliers by cluster, its draws have exactly this distribution given the log. All
 * intervals estimate ± c·SE then hold together with a probability that approaches 1−δ as the number
 * of independent clusters grows. The value is never below that of a single interval.
 *
 * <p>Where clusters are few, or few of them carry a variance, that variance is uncertain, and
 * mostly too small. So an interval {@linkplain #reach reaches} Student's quantile of the same tail
 * as c, with the degrees of freedom of its own variance. Still heavier tails break it, as they
 * break single intervals.
 */
public final class MaxT {
  /** How many draws there are. */
  public static final int DRAWS = 20_000;

  private MaxT() {}

  /**
   * A difference of two estimates, or one of them.
   *
   * @param minus its index, or −1 for none
   */
  public record Contrast(int plus, int minus) implements Serializable {
    public static Contrast of(int index) {
      return new Contrast(index, -1);
    }

    /** Its variance. */
    public double variance(double[][] covariance) {
      if (minus < 0) {
        return covariance[plus][plus];
      }
      double sum = covariance[plus][plus] + covariance[minus][minus] - 2 * covariance[plus][minus];
      double rounding = 1e-12 * (covariance[plus][plus] + covariance[minus][minus]);
      return sum <= rounding ? 0 : sum;
    }

    double of(double[] numbers) {
      return minus < 0 ? numbers[plus] : numbers[plus] - numbers[minus];
    }
  }

  /**
   * c, as many standard errors as normal estimates with known variances need. All logs have the
   * same draws, by their seed, so that their chance does not average out: c is two standard errors
   * of the number of draws beyond it above the quantile of the draws.
   */
  public static double critical(
      double[][] covariance, List<Contrast> contrasts, double delta, long seed) {
    double[] largest = draws(covariance, contrasts, seed);
    Arrays.sort(largest);
    double beyond = delta * DRAWS - 2 * Math.sqrt(delta * (1 - delta) * DRAWS);
    int place = DRAWS - 1 - (int) Math.max(0, Math.floor(beyond));
    return Math.max(NormalQuantile.twoSided(delta), largest[place]);
  }

  /**
   * How many standard errors an interval reaches whose variance has so many degrees of freedom:
   * Student's quantile of the tail that the normal distribution has beyond c.
   */
  public static double reach(double critical, double freedom) {
    return StudentQuantile.twoSided(freedom, 2 * NormalTail.above(critical));
  }

  /**
   * How many standard errors one interval by itself reaches.
   *
   * @param freedom of Student's t; none for the normal distribution
   */
  public static double alone(OptionalDouble freedom, double delta) {
    return freedom.isPresent()
        ? StudentQuantile.twoSided(freedom.getAsDouble(), delta)
        : NormalQuantile.twoSided(delta);
  }

  private static double[] draws(double[][] covariance, List<Contrast> contrasts, long seed) {
    double[][] factor = factor(covariance);
    double[] inverse = new double[contrasts.size()];
    for (int c = 0; c < inverse.length; c++) {
      double variance = contrasts.get(c).variance(covariance);
      inverse[c] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] largest = new double[DRAWS];
    double[] normal = new double[factor.length];
    double[] draw = new double[factor.length];
    for (int b = 0; b < DRAWS; b++) {
      for (int i = 0; i < normal.length; i++) {
        normal[i] = normal(random);
      }
      for (int i = 0; i < draw.length; i++) {
        double sum = 0;
        for (int j = 0; j < factor[i].length; j++) {
          sum += factor[i][j] * normal[j];
        }
        draw[i] = sum;
      }
      for (int c = 0; c < inverse.length; c++) {
        largest[b] = Math.max(largest[b], Math.abs(contrasts.get(c).of(draw)) * inverse[c]);
      }
    }
    return largest;
  }

  private static double normal(SplittableRandom random) {
    return NormalQuantile.of(((random.nextLong() >>> 11) + 0.5) * 0x1.0p-53);
  }

  /** dᵀC⁻¹d; none where C has no inverse. */
  public static OptionalDouble quadratic(double[][] covariance, double[] difference) {
    double[][] factor = factor(covariance);
    double sum = 0;
    double[] solved = new double[difference.length];
    for (int i = 0; i < solved.length; i++) {
      if (factor[i][i] == 0) {
        return OptionalDouble.empty();
      }
      double rest = difference[i];
      for (int j = 0; j < i; j++) {
        rest -= factor[i][j] * solved[j];
      }
      solved[i] = rest / factor[i][i];
      sum += solved[i] * solved[i];
    }
    return OptionalDouble.of(sum);
  }

  /** L with LLᵀ = C, rows of a lower triangle; columns of what depends on others are 0. */
  static double[][] factor(double[][] covariance) {
    int size = covariance.length;
    double[][] factor = new double[size][];
    for (int i = 0; i < size; i++) {
      factor[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double sum = covariance[i][j];
        for (int k = 0; k < j; k++) {
          sum -= factor[i][k] * factor[j][k];
        }
        if (i == j) {
          factor[i][i] = sum > 1e-10 * covariance[i][i] ? Math.sqrt(sum) : 0;
        } else {
          factor[i][j] = factor[j][j] > 0 ? sum / factor[j][j] : 0;
        }
      }
    }
    return factor;
  }
}
