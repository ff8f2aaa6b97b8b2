package io.sluice.influence;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;

/**
 * Histograms by key, whose bins keep the mean of what is in them: a quantile is the mean of its
 * bin, so that a value that comes often is met exactly.
 */
public final class ValueBins implements Serializable {
  private static final Bin NONE = new Bin(0, 0);

  private final int size;
  private final HashMap<Long, Bin> bins = new HashMap<>();

  private record Bin(long count, double sum) implements Serializable {
    Bin plus(Bin other) {
      return new Bin(count + other.count, sum + other.sum);
    }

    double mean() {
      return sum / count;
    }
  }

  /**
   * @param size how many bins a histogram has
   */
  public ValueBins(int size) {
    this.size = size;
  }

  public ValueBins empty() {
    return new ValueBins(size);
  }

  /**
   * @param share where in its range the value is, from 0 to 1; what is beyond is in the last bin
   */
  public void count(long key, double share, double value) {
    int bin = (int) Math.max(0, Math.min(size - 1, Math.floor(share * size)));
    bins.merge(key * size + bin, new Bin(1, value), Bin::plus);
  }

  public void add(ValueBins later) {
    later.bins.forEach((key, n) -> bins.merge(key, n, Bin::plus));
  }

  private Bin[] of(long key) {
    Bin[] all = new Bin[size];
    for (int i = 0; i < size; i++) {
      all[i] = bins.getOrDefault(key * size + i, NONE);
    }
    return all;
  }

  /** Quantiles of a histogram; none if it has fewer values than are needed. */
  public double[] quantiles(long key, List<Double> shares, long least) {
    Bin[] own = of(key);
    long all = 0;
    for (Bin bin : own) {
      all += bin.count();
    }
    if (all < least) {
      return new double[0];
    }
    double[] found = new double[shares.size()];
    for (int s = 0; s < found.length; s++) {
      long passed = 0;
      int bin = 0;
      while (bin < size - 1 && passed + own[bin].count() < shares.get(s) * all) {
        passed += own[bin++].count();
      }
      found[s] = own[bin].mean();
    }
    return found;
  }

  /**
   * What a q adds to the bound of {@link ConfoundedMeans}, up to a factor: Σ moved(Λ, ±(y−q)).
   *
   * @param upper whether it is the upper bound
   */
  public double moved(long key, double strength, double q, boolean upper) {
    double sum = 0;
    for (Bin bin : of(key)) {
      if (bin.count() > 0) {
        double above = upper ? bin.mean() - q : q - bin.mean();
        sum += bin.count() * ConfoundedMeans.moved(strength, above);
      }
    }
    return sum;
  }
}
