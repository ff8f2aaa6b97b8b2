package io.sluice.baselines;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.ClusterSizes;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up what episodes contribute to v = Σ top/Σ bottom and to their mean return, cluster by
 * cluster: all that both and their difference need for a standard error.
 *
 * <pre>
 * SE = √(Σ_g a_g·ψ_g²)/T,   ψ = (top − v·bottom)/mean bottom [ − (return − mean return) ]
 * </pre>
 *
 * with ψ_g summed over the episodes of cluster g, of G, and the correction a_g and the degrees of
 * freedom of Student's t that {@link ClusterSizes} has; without clusters a_g = T/(T−1) and z.
 * Episodes of a cluster may depend on each other in any way; clusters are independent. A mean is a
 * ratio whose bottoms are 1.
 */
final class ClusterSums implements Serializable {
  private static final int TOP = 0;
  private static final int BOTTOM = 1;
  private static final int RETURN = 2;
  private static final int ONE = 3;

  private final double[] sums = new double[4]; // over closed clusters
  private final TreeMap<Long, double[]> products = new TreeMap<>(); // Σ_g z_g z_gᵀ, by size
  private final TreeMap<Long, Long> counts = new TreeMap<>(); // of clusters, by size
  private final double[] open = new double[4]; // of the cluster that is being added to
  private long episodes;
  private long clusters;
  private long cluster;
  // Tops and returns are kept less these, so that equal ones have no variance, not even rounded.
  private double pivot;
  private double returnPivot;

  void add(long cluster, double top, double bottom, double episodeReturn) {
    if (episodes == 0) {
      pivot = bottom == 0 ? 0 : top / bottom;
      returnPivot = episodeReturn;
    }
    if (episodes == 0 || cluster != this.cluster) {
      closeCluster();
      this.cluster = cluster;
      clusters++;
    }
    episodes++;
    open[TOP] += top - pivot * bottom;
    open[BOTTOM] += bottom;
    open[RETURN] += episodeReturn - returnPivot;
    open[ONE]++;
  }

  private void closeCluster() {
    long size = (long) open[ONE];
    if (size == 0) {
      return;
    }
    double[] own = ofSize(size);
    counts.merge(size, 1L, Long::sum);
    for (int i = 0; i < open.length; i++) {
      sums[i] += open[i];
      for (int j = 0; j < open.length; j++) {
        own[4 * i + j] += open[i] * open[j];
      }
    }
    Arrays.fill(open, 0);
  }

  private double[] ofSize(long size) {
    return products.computeIfAbsent(size, n -> new double[16]);
  }

  /**
   * What both have seen. A z less another pivot is a linear function of z, so sums and products
   * follow.
   */
  ClusterSums plus(ClusterSums later) {
    if (episodes == 0 || later.episodes == 0) {
      return episodes == 0 ? later : this;
    }
    closeCluster();
    later.closeCluster();
    double[] moved = new double[16]; // row by row: z with this one's pivots from the other's z
    for (int i = 0; i < 4; i++) {
      moved[5 * i] = 1;
    }
    moved[4 * TOP + BOTTOM] = later.pivot - pivot;
    moved[4 * RETURN + ONE] = later.returnPivot - returnPivot;
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 4; k++) {
        sums[i] += moved[4 * i + k] * later.sums[k];
      }
    }
    later.products.forEach((size, more) -> add(ofSize(size), moved, more));
    later.counts.forEach((size, n) -> counts.merge(size, n, Long::sum));
    episodes += later.episodes;
    clusters += later.clusters;
    return this;
  }

  private static void add(double[] own, double[] moved, double[] more) {
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 4; k++) {
        for (int j = 0; j < 4; j++) {
          for (int l = 0; l < 4; l++) {
            own[4 * i + j] += moved[4 * i + k] * more[4 * k + l] * moved[4 * j + l];
          }
        }
      }
    }
  }

  private double sum(int i) {
    return sums[i] + open[i];
  }

  double bottom() {
    return sum(BOTTOM);
  }

  long episodes() {
    return episodes;
  }

  private double meanReturn() {
    return returnPivot + sum(RETURN) / episodes;
  }

  /** √(Σ_g a_g ψ_g²)/T for ψ = Σ_i coefficient_i·z_i. */
  private double error(String method, double... coefficients) {
    if (clusters < 2) {
      throw new IllegalArgumentException(
          "%s: needs at least two %s to know its error, got %s"
              .formatted(method, episodes > 1 ? "clusters" : "episodes", clusters));
    }
    closeCluster();
    if (counts.size() == 1) {
      double squares = squares(products.firstEntry().getValue(), coefficients);
      return Math.sqrt(squares * clusters / (clusters - 1)) / episodes;
    }
    ClusterSizes sizes = ClusterSizes.of(counts);
    double squares = 0;
    for (Map.Entry<Long, double[]> one : products.entrySet()) {
      double share = one.getKey() / (double) episodes;
      squares += sizes.correction(share) * squares(one.getValue(), coefficients);
    }
    return Math.sqrt(squares) / episodes;
  }

  private static double squares(double[] products, double[] coefficients) {
    double squares = 0;
    for (int i = 0; i < coefficients.length; i++) {
      for (int j = 0; j < coefficients.length; j++) {
        squares += coefficients[i] * coefficients[j] * products[4 * i + j];
      }
    }
    return Math.max(0, squares);
  }

  /**
   * Σ top/Σ bottom.
   *
   * @param influence how one episode enters, as a formula
   */
  ValueEstimate ratio(String method, String influence, double delta) {
    return around(method, pivot + sum(TOP) / bottom(), influence, delta);
  }

  /** An estimate whose influences were added as tops, with bottoms of 1. */
  ValueEstimate around(String method, double estimate, String influence, double delta) {
    double v = sum(TOP) / bottom(); // less the pivot
    double scale = episodes / bottom();
    double value = error(method, scale, -v * scale, 0, 0);
    double mean = sum(RETURN) / episodes;
    double gain = error(method, scale, -v * scale, -1, mean);
    return new ValueEstimate(
        interval(method, estimate, influence, value, delta),
        interval(method, estimate - meanReturn(), influence + " − (Σr − mean)", gain, delta));
  }

  private Interval interval(
      String method, double estimate, String influence, double error, double delta) {
    boolean clustered = clusters < episodes;
    String formula =
        clustered
            ? "t·√(Σ_g a_g·ψ_g²)/T, G = %s, ψ = %s".formatted(clusters, influence)
            : "z·√(T/(T−1)·Σ ψ²)/T, ψ = " + influence;
    double freedom = clustered ? ClusterSizes.of(counts).degreesOfFreedom() : 0;
    double quantile =
        clustered ? StudentQuantile.twoSided(freedom, delta) : NormalQuantile.twoSided(delta);
    Part part =
        Part.of(clustered ? Part.Source.CLUSTERS : Part.Source.EPISODES, formula, quantile * error);
    return Interval.of(method, estimate, new Failure(0, delta), List.of(part))
        .withError(clustered ? StandardError.student(error, freedom) : StandardError.normal(error));
  }
}
