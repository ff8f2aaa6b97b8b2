package io.sluice.features;

import io.sluice.features.FeatureColumn.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A column in bins: a number between cuts at quantiles, a category by level, and what is missing
 * last.
 */
final class TreeColumn {
  private static final int MOST_CUTS = 32;

  private final int place;
  private final boolean number;
  private final int size;
  private final double[] cuts;
  private final short[] bins;

  private TreeColumn(int place, boolean number, int size, double[] cuts, short[] bins) {
    this.place = place;
    this.number = number;
    this.size = size;
    this.cuts = cuts;
    this.bins = bins;
  }

  static TreeColumn of(StepRows rows, FeatureColumn column, int place) {
    short[] bins = new short[rows.size()];
    double[] values = new double[rows.size()];
    for (int i = 0; i < bins.length; i++) {
      values[i] = rows.row(i).x[place];
    }
    boolean number = column.kind() == Kind.NUMBER;
    double[] cuts = number ? cuts(values) : new double[0];
    int size = number ? cuts.length + 2 : column.levels().size() + 2;
    for (int i = 0; i < bins.length; i++) {
      double value = values[i];
      bins[i] = (short) (Double.isNaN(value) ? size - 1 : number ? bin(cuts, value) : value);
    }
    return new TreeColumn(place, number, size, cuts, bins);
  }

  /** Values at quantiles that have larger ones above them. */
  private static double[] cuts(double[] values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    List<Double> cuts = new ArrayList<>();
    for (int q = 1; q <= MOST_CUTS && sorted.length > 0; q++) {
      double cut = sorted[(int) ((long) q * (sorted.length - 1) / (MOST_CUTS + 1))];
      boolean isNew = cuts.isEmpty() || cut > cuts.get(cuts.size() - 1);
      if (isNew && cut < sorted[sorted.length - 1]) {
        cuts.add(cut);
      }
    }
    return cuts.stream().mapToDouble(c -> c).toArray();
  }

  /** How many cuts are below a value. */
  private static int bin(double[] cuts, double value) {
    int low = 0;
    int high = cuts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value > cuts[middle]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Its place among the columns of a row. */
  int place() {
    return place;
  }

  boolean isNumber() {
    return number;
  }

  /** How many bins there are. */
  int size() {
    return size;
  }

  double cut(int number) {
    return cuts[number];
  }

  /** The bin of every row. */
  short[] bins() {
    return bins;
  }

  /** Sums of scores by bin and action. */
  interface Sums {
    double of(int bin, int action);
  }

  /**
   * Sets of bins to ask about.
   *
   * @param sums of scores
   */
  List<boolean[]> questions(int actions, Sums sums) {
    List<boolean[]> all = new ArrayList<>();
    boolean[] missing = new boolean[size];
    missing[size - 1] = true;
    all.add(missing);
    if (number) {
      for (int cut = 0; cut < cuts.length; cut++) {
        boolean[] low = missing.clone();
        Arrays.fill(low, 0, cut + 1, true);
        all.add(low);
      }
      return all;
    }
    for (int level = 0; level < size - 1; level++) {
      boolean[] one = new boolean[size];
      one[level] = true;
      all.add(one);
    }
    for (int a = 0; a < actions; a++) {
      for (int b = a + 1; b < actions; b++) {
        boolean[] beats = new boolean[size];
        for (int bin = 0; bin < size; bin++) {
          beats[bin] = sums.of(bin, a) > sums.of(bin, b);
        }
        all.add(beats);
      }
    }
    return all;
  }
}
