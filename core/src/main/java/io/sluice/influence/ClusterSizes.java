package io.sluice.influence;

import java.util.Map;
import java.util.SortedMap;

/**
 * What few or unequal clusters do to a standard error. With s_g the share of the episodes that
 * cluster g has, S = Σ_g s_g²:
 *
 * <pre>
 * effective clusters   1/S                  G, if all have the same size
 * correction           a_g = 1/(1 − 2s_g + S)       G/(G−1), if all have the same size
 * degrees of freedom   ν = S²/Σ_gk a_g a_k Ω_gk²    G−1, if all have the same size
 *                      Ω_gk = 1{g=k}·s_g² − s_g s_k (s_g + s_k − S)
 * </pre>
 *
 * This is the CR2 correction of Bell and McCaffrey (2002) with Satterthwaite's degrees of freedom
 * for a mean, where the working covariance is that of clusters which differ in level: the sum over
 * a cluster then has variance ∝ s_g², its deviation ψ_g from its share of the mean has covariance
 * Ω, and Σ a_g·ψ_g² has the right mean and, if levels are normal, the variance 2S²/ν. A large
 * cluster moves the mean itself, which its deviation does not show: a_g makes up for that. Where
 * episodes of a cluster are less alike than that, the variance is a little too large, not too
 * small, and so is t.
 *
 * @param clusters G
 * @param effective 1/S: how many clusters of equal size would say as much
 * @param degreesOfFreedom of Student's t; above 0 for two clusters or more
 */
public record ClusterSizes(long clusters, double effective, double degreesOfFreedom) {
  /**
   * The effective number of clusters that a verdict or a certificate needs. Users who like one of
   * two things show no variance if all of a few happen to like the same: of five, that is so in 1
   * of 16 logs.
   */
  public static final int LEAST = 10;

  /**
   * @param counts how many clusters there are of each size
   */
  public static ClusterSizes of(SortedMap<Long, Long> counts) {
    double all = 0;
    long clusters = 0;
    for (Map.Entry<Long, Long> one : counts.entrySet()) {
      all += (double) one.getKey() * one.getValue();
      clusters += one.getValue();
    }
    double second = 0;
    for (Map.Entry<Long, Long> one : counts.entrySet()) {
      second += one.getValue() * Math.pow(one.getKey() / all, 2);
    }
    return new ClusterSizes(
        clusters,
        1 / second,
        counts.size() == 1 ? clusters - 1 : degreesOfFreedom(counts, all, second));
  }

  /** ν; the double sum in terms of M_k = Σ a_g s_g^k, and of what the diagonal has besides. */
  private static double degreesOfFreedom(SortedMap<Long, Long> counts, double all, double second) {
    double m2 = 0;
    double m3 = 0;
    double m4 = 0;
    double diagonal = 0;
    for (Map.Entry<Long, Long> one : counts.entrySet()) {
      double s = one.getKey() / all;
      double n = one.getValue();
      double a = correction(s, second);
      m2 += n * a * s * s;
      m3 += n * a * s * s * s;
      m4 += n * a * s * s * s * s;
      diagonal += n * s * s * s * s * (1 - a * a * (second - 2 * s) * (second - 2 * s));
    }
    double whole = second * second * m2 * m2 - 4 * second * m3 * m2 + 2 * m4 * m2 + 2 * m3 * m3;
    return second * second / (whole + diagonal);
  }

  private static double correction(double share, double second) {
    return 1 / (1 - 2 * share + second);
  }

  /** a_g of a cluster with this share of the episodes. */
  public double correction(double share) {
    return correction(share, 1 / effective);
  }

  /** Whether there are too few for a verdict or a certificate. */
  public boolean areFew() {
    return effective < LEAST - 1e-9; // rounding must not make ten equal ones fewer than ten
  }
}
