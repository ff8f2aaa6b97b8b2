package io.sluice.baselines;

import io.sluice.distributions.NormalQuantile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Adds up what episodes contribute to v = Σ top/Σ bottom and to their mean return, cluster by
 * cluster: all that both and their difference need for a standard error.
 *
 * <pre>
 * SE = √(G/(G−1) · Σ_g ψ_g²)/T,   ψ = (top − v·bottom)/mean bottom [ − (return − mean return) ]
 * </pre>
 *
 * with ψ_g summed over the episodes of cluster g, of G. Episodes of a cluster may depend on each
 * other in any way; clusters are independent. A mean is a ratio whose bottoms are 1.
 */
final class ClusterSums implements Serializable {
  private static final int TOP = 0;
  private static final int BOTTOM = 1;
  private static final int RETURN = 2;
  private static final int ONE = 3;

  private final double[] sums = new double[4]; // over closed clusters
  private final double[] products = new double[16]; // Σ_g z_g z_gᵀ
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
    for (int i = 0; i < open.length; i++) {
      sums[i] += open[i];
      for (int j = 0; j < open.length; j++) {
        products[4 * i + j] += open[i] * open[j];
      }
    }
    Arrays.fill(open, 0);
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
        for (int j = 0; j < 4; j++) {
          for (int l = 0; l < 4; l++) {
            products[4 * i + j] += moved[4 * i + k] * later.products[4 * k + l] * moved[4 * j + l];
          }
        }
      }
    }
    episodes += later.episodes;
    clusters += later.clusters;
    return this;
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

  /** √(G/(G−1) Σ_g ψ_g²)/T for ψ = Σ_i coefficient_i·z_i. */
  private double error(String method, double... coefficients) {
    if (clusters < 2) {
      throw new IllegalArgumentException(
          "%s: needs at least two %s to know its error, got %d"
              .formatted(method, episodes > 1 ? "clusters" : "episodes", clusters));
    }
    double squares = 0;
    double ofOpen = 0;
    for (int i = 0; i < open.length; i++) {
      ofOpen += coefficients[i] * open[i];
      for (int j = 0; j < open.length; j++) {
        squares += coefficients[i] * coefficients[j] * products[4 * i + j];
      }
    }
    squares = Math.max(0, squares) + ofOpen * ofOpen;
    return Math.sqrt(squares * clusters / (clusters - 1)) / episodes;
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
        normal(method, estimate, influence, value, delta),
        normal(method, estimate - meanReturn(), influence + " − (Σr − mean)", gain, delta));
  }

  private Interval normal(
      String method, double estimate, String influence, double error, double delta) {
    boolean clustered = clusters < episodes;
    String formula =
        clustered
            ? "z·√(G/(G−1)·Σ_g ψ_g²)/T, G = %d, ψ = %s".formatted(clusters, influence)
            : "z·√(T/(T−1)·Σ ψ²)/T, ψ = " + influence;
    Part part =
        Part.of(
            clustered ? Part.Source.CLUSTERS : Part.Source.EPISODES,
            formula,
            NormalQuantile.twoSided(delta) * error);
    return Interval.of(method, estimate, new Failure(0, delta), List.of(part))
        .withError(StandardError.normal(error));
  }
}
