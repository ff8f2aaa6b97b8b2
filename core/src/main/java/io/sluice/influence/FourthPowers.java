package io.sluice.influence;

import java.io.Serializable;

/**
 * How many clusters (or episodes) carry the variance of a mean: (Σ_g d_g²)²/Σ_g d_g⁴, d_g being a
 * cluster's sum less its share of the mean. All of them, if all |d_g| are equal; one, if one has
 * nearly all of the variance.
 */
final class FourthPowers implements Serializable {
  private static final double[] BINOMIAL = {1, 4, 6, 4, 1};

  private final double[] mixed = new double[5]; // Σ_g s_g^j n_g^(4−j)
  private double sum; // s_g of the cluster that is being added to
  private double size; // n_g
  private long cluster;

  void add(long of, double value) {
    if (of != cluster) {
      close();
    }
    cluster = of;
    sum += value;
    size++;
  }

  private void close() {
    for (int j = 0; j < mixed.length && size > 0; j++) {
      mixed[j] += Math.pow(sum, j) * Math.pow(size, 4 - j);
    }
    sum = 0;
    size = 0;
  }

  FourthPowers plus(FourthPowers later) {
    close();
    later.close();
    for (int j = 0; j < mixed.length; j++) {
      mixed[j] += later.mixed[j];
    }
    return this;
  }

  /**
   * @param squares Σ_g d_g²
   * @param clusters how many there are, which is the most that can carry it
   */
  double carrying(double mean, double squares, double clusters) {
    close();
    double fourth = 0;
    for (int j = 0; j < mixed.length; j++) {
      fourth += BINOMIAL[j] * mixed[j] * Math.pow(-mean, 4 - j);
    }
    double least = squares * squares / clusters; // by Cauchy and Schwarz
    return fourth <= least ? clusters : squares * squares / fourth;
  }
}
