package io.sluice.influence;

/**
 * What few or unequal clusters do to a standard error. With s_g the share of the episodes that
 * cluster g has, S_k = Σ_g s_g^k:
 *
 * <pre>
 * effective clusters  1/S_2                              G, if all have the same size
 * inflation           (G−1)/G / (1 − 2S_3/S_2 + S_2)     1, if all have the same size
 * </pre>
 *
 * The inflation multiplies the cluster-robust variance G/(G−1)·Σ_g ψ_g²/T². That has then the right
 * mean where clusters differ in level: Σ_g ψ_g² misses what a large cluster moves the mean itself
 * by. Student's quantile has 1/S_2 − 1 degrees of freedom.
 *
 * @param clusters G
 */
public record ClusterSizes(long clusters, double effective, double inflation) {
  static ClusterSizes of(long clusters, double second, double third) {
    double seen = 1 - 2 * third / second + second;
    double few = (clusters - 1.0) / clusters;
    return new ClusterSizes(clusters, 1 / second, Math.max(1, few / Math.max(seen, 1e-6)));
  }

  /** Of Student's t; above 0 for two clusters or more. */
  public double degreesOfFreedom() {
    return effective - 1;
  }
}
