package io.sluice.influence;

import io.sluice.influence.MaxT.Contrast;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Means of several scores per episode with the covariance matrix of these means, by cluster:
 *
 * <pre>
 * C_ij = Σ_g ψ_gi·ψ_gj/T²,   ψ_gi = Σ over the episodes of cluster g of (z_i − mean z_i)
 * </pre>
 *
 * Memory is that of the matrix, whatever the number of episodes. A multiplier bootstrap with normal
 * multipliers, Σ_g ξ_g·ψ_g/T, is given the log normally distributed with exactly this covariance,
 * so the bootstrap needs C and not the scores: see {@link MaxT}.
 */
public final class ScoreProducts implements Serializable {
  private static final int QUARTICS = 5;

  private final int size;
  private final double[] open; // of the cluster that is being added to
  private final double[] sums;
  private final double[] bySize; // Σ_g n_g·z_g
  private final double[] products; // Σ_g z_gi·z_gj, the lower triangle by rows
  private final List<Contrast> contrasts;
  private final boolean counted;
  private final double[] quartics; // Σ_g z⁴, z³w, z²w², zw³ and w⁴ of each contrast with its count
  private final TreeMap<Long, Long> sizes = new TreeMap<>();
  private long openSize;
  private long episodes;
  private long cluster;

  public ScoreProducts(int size) {
    this(size, List.of(), false);
  }

  /**
   * @param contrasts whose variance is to have {@linkplain #freedom degrees of freedom}
   */
  public ScoreProducts(int size, List<Contrast> contrasts) {
    this(size, contrasts, false);
  }

  /**
   * @param counted whether every score is followed by how many episodes it is of; otherwise it is
   *     of all
   */
  ScoreProducts(int size, List<Contrast> contrasts, boolean counted) {
    this.size = size;
    this.contrasts = List.copyOf(contrasts);
    this.counted = counted;
    quartics = new double[QUARTICS * contrasts.size()];
    open = new double[size];
    sums = new double[size];
    bySize = new double[size];
    products = new double[size * (size + 1) / 2];
  }

  int size() {
    return size;
  }

  /**
   * @param cluster episodes of one come one after the other
   */
  public void add(long cluster, double[] scores) {
    if (episodes > 0 && cluster != this.cluster) {
      closeCluster();
    }
    this.cluster = cluster;
    for (int i = 0; i < size; i++) {
      open[i] += scores[i];
    }
    openSize++;
    episodes++;
  }

  private void closeCluster() {
    if (openSize == 0) {
      return;
    }
    int at = 0;
    for (int i = 0; i < size; i++) {
      double z = open[i];
      if (z == 0) {
        at += i + 1;
        continue;
      }
      sums[i] += z;
      bySize[i] += openSize * z;
      for (int j = 0; j <= i; j++) {
        products[at++] += z * open[j];
      }
    }
    for (int c = 0; c < contrasts.size(); c++) {
      Contrast contrast = contrasts.get(c);
      double z = contrast.of(open);
      double w = counted ? open[contrast.plus() + 1] : openSize;
      double zz = z * z;
      double ww = w * w;
      int i = QUARTICS * c;
      quartics[i] += zz * zz;
      quartics[i + 1] += zz * z * w;
      quartics[i + 2] += zz * ww;
      quartics[i + 3] += z * w * ww;
      quartics[i + 4] += ww * ww;
    }
    sizes.merge(openSize, 1L, Long::sum);
    Arrays.fill(open, 0);
    openSize = 0;
  }

  ScoreProducts plus(ScoreProducts later) {
    closeCluster();
    later.closeCluster();
    addTo(sums, later.sums);
    addTo(bySize, later.bySize);
    addTo(products, later.products);
    addTo(quartics, later.quartics);
    later.sizes.forEach((n, count) -> sizes.merge(n, count, Long::sum));
    episodes += later.episodes;
    return this;
  }

  private static void addTo(double[] into, double[] more) {
    for (int i = 0; i < into.length; i++) {
      into[i] += more[i];
    }
  }

  long episodes() {
    return episodes;
  }

  /** How episodes are divided among clusters. */
  public ClusterSizes clusterSizes() {
    closeCluster();
    return ClusterSizes.of(sizes);
  }

  double sum(int i) {
    closeCluster();
    return sums[i];
  }

  public double mean(int i) {
    return sum(i) / episodes;
  }

  private double product(int i, int j) {
    return i >= j ? products[i * (i + 1) / 2 + j] : products[j * (j + 1) / 2 + i];
  }

  /** Σ_g (z_gi − m_i·w_gi)(z_gj − m_j·w_gj) where the w are scores themselves, such as counts. */
  double centered(int i, int wi, double mi, int j, int wj, double mj) {
    closeCluster();
    return product(i, j) - mj * product(i, wj) - mi * product(wi, j) + mi * mj * product(wi, wj);
  }

  /** Σ_g (z_g − m·w_g)⁴ of a contrast and its count. */
  private double fourth(int contrast, double m) {
    closeCluster();
    int at = QUARTICS * contrast;
    return quartics[at]
        - 4 * m * quartics[at + 1]
        + 6 * m * m * quartics[at + 2]
        - 4 * m * m * m * quartics[at + 3]
        + m * m * m * m * quartics[at + 4];
  }

  /**
   * Satterthwaite's degrees of freedom of the variance of a contrast: 2/(Σ_g ψ_g⁴/(Σ_g ψ_g²)² −
   * 1/G). Scores that are mostly small and rarely large have few.
   *
   * @param contrast its number
   * @param mean its mean
   * @param squares Σ_g ψ_g²
   * @param effective G, how many clusters of equal size there are in effect
   * @param most how many degrees of freedom the clusters leave
   */
  double freedom(int contrast, double mean, double squares, double effective, double most) {
    double share = fourth(contrast, mean) / (squares * squares) - 1 / effective;
    return share > 0 && squares > 0 ? Math.min(most, 2 / share) : most;
  }

  /** C. Variances that are rounding alone are 0. */
  public double[][] covariance() {
    closeCluster();
    double squares = 0; // Σ_g n_g²
    for (var one : sizes.entrySet()) {
      squares += Math.pow(one.getKey(), 2) * one.getValue();
    }
    double[][] matrix = new double[size][size];
    double all = (double) episodes * episodes;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double mi = mean(i);
        double mj = mean(j);
        double sum = product(i, j) - mi * bySize[j] - mj * bySize[i] + mi * mj * squares;
        boolean rounding = i == j && sum <= 1e-12 * product(i, i);
        matrix[i][j] = rounding ? 0 : sum / all;
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }
}
