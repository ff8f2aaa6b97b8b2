package io.sluice.rivals;

import io.sluice.inputs.NormalQuantile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import java.util.List;

/**
 * Adds up two numbers per episode, cluster by cluster: all that Σ top/Σ bottom needs for its
 * standard error. A mean is a ratio whose bottoms are 1.
 *
 * <pre>
 * SE = √(G/(G−1) · Σ_g (top_g − v·bottom_g)²) / Σ bottom,   v = Σ top/Σ bottom
 * </pre>
 *
 * with top_g and bottom_g summed over the episodes of cluster g, of G. Episodes of a cluster may
 * depend on each other in any way; clusters are independent.
 */
final class ClusterSums {
  private long episodes;
  private long clusters;
  private long cluster;
  private double top; // of the cluster that is being added to
  private double bottom;
  private double pivot; // tops are kept as top − pivot·bottom, so that equal ones have no variance
  private double sumTop;
  private double sumBottom;
  private double topTop;
  private double topBottom;
  private double bottomBottom;

  void add(long cluster, double top, double bottom) {
    if (episodes == 0) {
      pivot = bottom == 0 ? 0 : top / bottom;
    }
    if (episodes == 0 || cluster != this.cluster) {
      closeCluster();
      this.cluster = cluster;
      clusters++;
    }
    episodes++;
    this.top += top - pivot * bottom;
    this.bottom += bottom;
  }

  private void closeCluster() {
    sumTop += top;
    sumBottom += bottom;
    topTop += top * top;
    topBottom += top * bottom;
    bottomBottom += bottom * bottom;
    top = 0;
    bottom = 0;
  }

  double bottom() {
    return sumBottom + bottom;
  }

  /** Σ top/Σ bottom. */
  double ratio() {
    return pivot + (sumTop + top) / bottom();
  }

  private double error(String method) {
    if (clusters < 2) {
      throw new IllegalArgumentException(
          "%s: needs at least two %s to know its error, got %d"
              .formatted(method, episodes > 1 ? "clusters" : "episodes", clusters));
    }
    double v = (sumTop + top) / bottom();
    double squares =
        topTop
            + top * top
            - 2 * v * (topBottom + top * bottom)
            + v * v * (bottomBottom + bottom * bottom);
    return Math.sqrt(Math.max(0, squares) * clusters / (clusters - 1)) / Math.abs(bottom());
  }

  /**
   * The ratio with a normal interval.
   *
   * @param influence how one episode enters, as a formula
   */
  Interval interval(String method, String influence, double delta) {
    return around(method, ratio(), influence, delta);
  }

  /** A normal interval around an estimate whose influences were added, with bottoms of 1. */
  Interval around(String method, double estimate, String influence, double delta) {
    boolean clustered = clusters < episodes;
    String formula =
        clustered
            ? "z·√(G/(G−1)·Σ_g ψ_g²)/T, G = %d, ψ = %s".formatted(clusters, influence)
            : "z·√(T/(T−1)·Σ ψ²)/T, ψ = " + influence;
    double amount = NormalQuantile.twoSided(delta) * error(method);
    return Interval.of(
        method,
        estimate,
        new Failure(0, delta),
        List.of(
            Part.of(clustered ? "sampling of clusters" : "sampling of episodes", formula, amount)));
  }
}
