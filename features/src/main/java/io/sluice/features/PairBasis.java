package io.sluice.features;

import java.util.List;

/**
 * ψ(x, x′): functions of a row and the next one that tell which action was taken in between. First
 * the constant and the columns of x, then whether the episode ended and the columns of x′, then the
 * squares of those and their products with the columns of x. After the end all functions of x′ are
 * 0. Numbers are standardized.
 */
final class PairBasis implements java.io.Serializable {
  /** The most functions with products. */
  private static final int MOST = 80;

  private final Basis basis;
  private final int own; // functions of x, the constant among them
  private final boolean products;

  PairBasis(List<FeatureColumn> columns, FeatureSummary summary) {
    basis = Basis.standardized(columns, summary, 0);
    own = basis.size();
    int columnsOnly = own - 1;
    products = 2 * own + columnsOnly + columnsOnly * columnsOnly <= MOST;
  }

  int size() {
    int columns = own - 1;
    return 2 * own + (products ? columns + columns * columns : 0);
  }

  /** How many functions each of the nested bases has, poorest first; the first is of x alone. */
  List<Integer> tiers() {
    return products ? List.of(own, 2 * own, size()) : List.of(own, 2 * own);
  }

  /** How many columns x′ has. */
  int columns() {
    return own - 1;
  }

  /** What a column of x′ is called. */
  String name(int column) {
    return basis.name(column + 1);
  }

  /** Where a column of x′ is. */
  int place(int column) {
    return own + 1 + column;
  }

  /** Where the mark of an ended episode is. */
  int end() {
    return own;
  }

  /** Writes ψ of a step. */
  void write(FeatureEpisode episode, int step, double[] into) {
    double[] now = new double[own];
    double[] next = new double[own];
    basis.write(episode.features(step), now);
    System.arraycopy(now, 0, into, 0, own);
    boolean ended = step == episode.length();
    into[own] = ended ? 1 : 0;
    if (ended) {
      java.util.Arrays.fill(into, own + 1, into.length, 0);
      return;
    }
    basis.write(episode.features(step + 1), next);
    System.arraycopy(next, 1, into, own + 1, own - 1);
    int place = 2 * own;
    for (int j = 1; products && j < own; j++) {
      into[place++] = next[j] * next[j];
      for (int i = 1; i < own; i++) {
        into[place++] = now[i] * next[j];
      }
    }
  }
}
