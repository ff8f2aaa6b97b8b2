package io.sluice.influence;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Means of several numbers per episode, with cluster-robust standard errors:
 *
 * <pre>
 * SE = √(G/(G−1) · Σ_g ψ_g²)/T,   ψ_g = Σ over the episodes of cluster g of (z − mean z)
 * </pre>
 *
 * Episodes of a cluster may depend on each other in any way; clusters are independent. Numbers are
 * kept less those of the first episode, so that equal ones have no variance, not even rounded.
 */
final class ClusterMeans implements Serializable {
  private final double[] pivots;
  private final double[] sums; // over closed clusters, less pivots
  private final double[] squares; // of the sums over clusters
  private final double[] products; // of the sums over clusters with the clusters' sizes
  private final double[] open; // of the cluster that is being added to
  private double openSize;
  private double squaredSizes;
  private double cubedSizes;
  private long episodes;
  private long clusters;
  private long cluster;

  ClusterMeans(int size) {
    pivots = new double[size];
    sums = new double[size];
    squares = new double[size];
    products = new double[size];
    open = new double[size];
  }

  /**
   * @param cluster episodes of one come one after the other
   */
  void add(long cluster, double[] numbers) {
    if (episodes == 0) {
      System.arraycopy(numbers, 0, pivots, 0, pivots.length);
    } else if (cluster != this.cluster) {
      closeCluster();
    }
    this.cluster = cluster;
    for (int i = 0; i < open.length; i++) {
      open[i] += numbers[i] - pivots[i];
    }
    openSize++;
    episodes++;
  }

  private void closeCluster() {
    if (openSize == 0) {
      return;
    }
    for (int i = 0; i < open.length; i++) {
      sums[i] += open[i];
      squares[i] += open[i] * open[i];
      products[i] += open[i] * openSize;
    }
    Arrays.fill(open, 0);
    squaredSizes += openSize * openSize;
    cubedSizes += openSize * openSize * openSize;
    openSize = 0;
    clusters++;
  }

  /** What both have seen; a number less another pivot is one of the same with a multiple of 1. */
  ClusterMeans plus(ClusterMeans later) {
    if (episodes == 0 || later.episodes == 0) {
      return episodes == 0 ? later : this;
    }
    closeCluster();
    later.closeCluster();
    for (int i = 0; i < sums.length; i++) {
      double moved = later.pivots[i] - pivots[i];
      sums[i] += later.sums[i] + moved * later.episodes;
      squares[i] += later.squares[i] + moved * (2 * later.products[i] + moved * later.squaredSizes);
      products[i] += later.products[i] + moved * later.squaredSizes;
    }
    squaredSizes += later.squaredSizes;
    cubedSizes += later.cubedSizes;
    episodes += later.episodes;
    clusters += later.clusters;
    return this;
  }

  long episodes() {
    return episodes;
  }

  /** G. */
  long clusters() {
    closeCluster();
    return clusters;
  }

  ClusterSizes sizes() {
    closeCluster();
    double all = episodes;
    return ClusterSizes.of(clusters, squaredSizes / (all * all), cubedSizes / (all * all * all));
  }

  double mean(int i) {
    closeCluster();
    return pivots[i] + sums[i] / episodes;
  }

  /** Σ_g ψ_g². */
  double squares(int i) {
    closeCluster();
    double mean = sums[i] / episodes; // less the pivot
    return Math.max(0, squares[i] - mean * (2 * products[i] - mean * squaredSizes));
  }

  /** √(G/(G−1) Σ_g ψ_g²)/T; of at least two clusters. */
  double error(int i) {
    return Math.sqrt(squares(i) * clusters() / (clusters() - 1)) / episodes;
  }
}
