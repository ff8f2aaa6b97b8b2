package io.sluice.features;

import java.util.Arrays;

/**
 * Means of several numbers per episode, with cluster-robust standard errors:
 *
 * <pre>
 * SE = √(G/(G−1) · Σ_g ψ_g²)/T,   ψ_g = Σ over the episodes of cluster g of (z − mean z)
 * </pre>
 *
 * Numbers are kept less those of the first episode, so that equal ones have no variance, not even
 * rounded. With clusters of unequal sizes, s_g = T_g/T, the variance is multiplied by ((G−1)/G)/(1
 * − 2Σs³/Σs² + Σs²), and Student's quantile has 1/Σs² − 1 degrees of freedom, as for tables.
 */
final class ScoreMeans {
  private final double[] pivots;
  private final double[] sums;
  private final double[] squares;
  private final double[] products;
  private final double[] open;
  private double openSize;
  private double squaredSizes;
  private double cubedSizes;
  private long episodes;
  private long clusters;
  private long cluster;

  ScoreMeans(int size) {
    pivots = new double[size];
    sums = new double[size];
    squares = new double[size];
    products = new double[size];
    open = new double[size];
  }

  void add(long cluster, double[] numbers) {
    if (episodes == 0) {
      System.arraycopy(numbers, 0, pivots, 0, pivots.length);
    } else if (cluster != this.cluster) {
      close();
    }
    this.cluster = cluster;
    for (int i = 0; i < open.length; i++) {
      open[i] += numbers[i] - pivots[i];
    }
    openSize++;
    episodes++;
  }

  private void close() {
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

  long episodes() {
    return episodes;
  }

  long clusters() {
    close();
    return clusters;
  }

  double mean(int i) {
    close();
    return pivots[i] + sums[i] / episodes;
  }

  /** The standard error; of at least two clusters. */
  double error(int i) {
    close();
    double mean = sums[i] / episodes;
    double sum = Math.max(0, squares[i] - mean * (2 * products[i] - mean * squaredSizes));
    double few = clusters / (clusters - 1.0);
    return Math.sqrt(sum * few * inflation()) / episodes;
  }

  private double inflation() {
    double second = squaredSizes / ((double) episodes * episodes);
    double third = cubedSizes / ((double) episodes * episodes * episodes);
    double seen = 1 - 2 * third / second + second;
    return Math.max(1, (clusters - 1.0) / clusters / Math.max(seen, 1e-6));
  }

  /** Of Student's t. */
  double degreesOfFreedom() {
    close();
    return (double) episodes * episodes / squaredSizes - 1;
  }

  /** The mean over its standard error; 0 where nothing varies. */
  double t(int i) {
    double error = error(i);
    return error <= 1e-12 * Math.abs(mean(i)) || error == 0 ? 0 : mean(i) / error;
  }
}
