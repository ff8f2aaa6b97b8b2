package io.sluice.influence;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Means of several numbers per episode, with cluster-robust standard errors that are corrected for
 * few and unequal clusters:
 *
 * <pre>
 * SE = √(Σ_g a_g·ψ_g²)/T,   ψ_g = Σ over the episodes of cluster g of (z − mean z)
 * </pre>
 *
 * a_g is the {@linkplain ClusterSizes#correction correction} for a cluster of this size; G/(G−1) if
 * all have the same. Episodes of a cluster may depend on each other in any way; clusters are
 * independent. Clusters are summed up by their size, of which there are at most √(2T) different
 * ones. Numbers are kept less those of the first episode, so that equal ones have no variance, not
 * even rounded.
 */
public final class ClusterMeans implements Serializable {
  /** An error below this share of the mean is rounding. */
  private static final double ROUNDING = 1e-12;

  private final double[] pivots;
  private final double[] open; // of the cluster that is being added to
  private final TreeMap<Long, PowerSums> bySize = new TreeMap<>();
  private long openSize;
  private long episodes;
  private long cluster;

  /**
   * @param size how many numbers an episode has
   */
  public ClusterMeans(int size) {
    pivots = new double[size];
    open = new double[size];
  }

  /**
   * Adds an episode.
   *
   * @param cluster episodes of one come one after the other
   */
  public void add(long cluster, double[] numbers) {
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
    ofSize(openSize).add(open);
    Arrays.fill(open, 0);
    openSize = 0;
  }

  private PowerSums ofSize(long size) {
    return bySize.computeIfAbsent(size, n -> new PowerSums(open.length));
  }

  /** What both have seen; a number less another pivot is one of the same with a multiple of 1. */
  public ClusterMeans plus(ClusterMeans later) {
    if (episodes == 0 || later.episodes == 0) {
      return episodes == 0 ? later : this;
    }
    closeCluster();
    later.closeCluster();
    for (Map.Entry<Long, PowerSums> one : later.bySize.entrySet()) {
      PowerSums into = ofSize(one.getKey());
      for (int i = 0; i < pivots.length; i++) {
        into.add(i, one.getValue(), one.getKey() * (later.pivots[i] - pivots[i]));
      }
      into.clusters += one.getValue().clusters;
    }
    episodes += later.episodes;
    return this;
  }

  public long episodes() {
    return episodes;
  }

  /** G. */
  public long clusters() {
    closeCluster();
    return bySize.values().stream().mapToLong(p -> p.clusters).sum();
  }

  public ClusterSizes sizes() {
    closeCluster();
    TreeMap<Long, Long> counts = new TreeMap<>();
    bySize.forEach((size, sums) -> counts.put(size, sums.clusters));
    return ClusterSizes.of(counts);
  }

  public double mean(int i) {
    return pivots[i] + meanLessPivot(i);
  }

  private double meanLessPivot(int i) {
    closeCluster();
    double sum = 0;
    for (PowerSums sums : bySize.values()) {
      sum += sums.powers[0][i];
    }
    return sum / episodes;
  }

  /** Σ_g ψ_g². */
  double squares(int i) {
    double mean = meanLessPivot(i);
    double sum = 0;
    for (Map.Entry<Long, PowerSums> one : bySize.entrySet()) {
      sum += one.getValue().squares(i, one.getKey() * mean);
    }
    return sum;
  }

  /** Σ_g ψ_g⁴. */
  double fourthPowers(int i) {
    double mean = meanLessPivot(i);
    double sum = 0;
    for (Map.Entry<Long, PowerSums> one : bySize.entrySet()) {
      sum += one.getValue().fourthPowers(i, one.getKey() * mean);
    }
    return sum;
  }

  /**
   * How many clusters (or episodes) carry the variance: (Σ_g ψ_g²)²/Σ_g ψ_g⁴. All of them, if all
   * |ψ_g| are equal; one, if one has nearly all of the variance.
   */
  public double carrying(int i) {
    double squares = squares(i);
    double fourth = fourthPowers(i);
    double all = clusters();
    double least = squares * squares / all; // by Cauchy and Schwarz
    return fourth <= least ? all : squares * squares / fourth;
  }

  /** Σ_g a_g·ψ_g²/T²; of at least two clusters. */
  double variance(int i) {
    double mean = meanLessPivot(i);
    ClusterSizes sizes = sizes();
    double sum = 0;
    for (Map.Entry<Long, PowerSums> one : bySize.entrySet()) {
      double share = one.getKey() / (double) episodes;
      sum += sizes.correction(share) * one.getValue().squares(i, one.getKey() * mean);
    }
    return sum / episodes / episodes;
  }

  /** √(Σ_g a_g·ψ_g²)/T; of at least two clusters. */
  public double error(int i) {
    return Math.sqrt(variance(i));
  }

  /** The mean over its standard error; 0 where nothing varies. */
  public double t(int i) {
    double error = error(i);
    return error <= ROUNDING * Math.abs(mean(i)) ? 0 : mean(i) / error;
  }

  /**
   * Σ_g d_g/√Σ_g d_g², d_g being the sum over cluster g; 0 where all are. Where the mean is 0 and
   * d_g are symmetric it is above x with probability at most exp(−x²/2), however many clusters
   * there are, because its signs are then fair coins; it cannot exceed √G. The mean over its {@link
   * #error} has no such bound: of a few clusters, all may happen to be alike.
   */
  public double selfNormalized(int i) {
    closeCluster();
    double squares = 0;
    for (Map.Entry<Long, PowerSums> one : bySize.entrySet()) {
      squares += one.getValue().squares(i, -one.getKey() * pivots[i]);
    }
    double root = Math.sqrt(squares);
    double sum = mean(i) * episodes;
    return root <= ROUNDING * Math.abs(sum) ? 0 : sum / root;
  }

  /** Sums of the first four powers of the sums over clusters of one size. */
  private static final class PowerSums implements Serializable {
    private final double[][] powers;
    private long clusters;

    PowerSums(int size) {
      powers = new double[4][size];
    }

    void add(double[] sums) {
      clusters++;
      for (int i = 0; i < sums.length; i++) {
        double square = sums[i] * sums[i];
        powers[0][i] += sums[i];
        powers[1][i] += square;
        powers[2][i] += square * sums[i];
        powers[3][i] += square * square;
      }
    }

    /**
     * @param k what each of their sums is more than was counted
     */
    void add(int i, PowerSums other, double k) {
      double n = other.clusters;
      double p1 = other.powers[0][i];
      double p2 = other.powers[1][i];
      double p3 = other.powers[2][i];
      powers[0][i] += p1 + n * k;
      powers[1][i] += p2 + k * (2 * p1 + n * k);
      powers[2][i] += p3 + k * (3 * p2 + k * (3 * p1 + n * k));
      powers[3][i] += other.powers[3][i] + k * (4 * p3 + k * (6 * p2 + k * (4 * p1 + n * k)));
    }

    /** Σ (sum − m)². */
    double squares(int i, double m) {
      return Math.max(0, powers[1][i] - m * (2 * powers[0][i] - clusters * m));
    }

    /** Σ (sum − m)⁴. */
    double fourthPowers(int i, double m) {
      double lower =
          4 * powers[2][i] - m * (6 * powers[1][i] - m * (4 * powers[0][i] - clusters * m));
      return Math.max(0, powers[3][i] - m * lower);
    }
  }
}
