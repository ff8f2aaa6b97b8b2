package io.sluice.features;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a log in memory, by step: trees are learned from rows, not from sums. A row knows the
 * places of the rows before and after it among those of their steps.
 */
final class TreeRows {
  /** One row; arrays that nobody changes. */
  static final class Row {
    final double[] x;
    final float[] seen; // by trees
    final double[] evaluated;
    final int action;
    final double reward;
    final double ratio;
    final int fold;
    final int before;
    int after = -1;

    private Row(FeatureEpisode episode, int step, int fold, float[] seen, int before) {
      this.seen = seen;
      x = episode.features(step).clone();
      evaluated = episode.evaluated(step).clone();
      action = episode.action(step);
      reward = episode.reward(step);
      ratio = episode.ratio(step);
      this.fold = fold;
      this.before = before;
    }
  }

  private final List<List<Row>> steps = new ArrayList<>();
  private final int actions;
  private final int folds;
  final Basis basis;

  TreeRows(FeatureSource source, Basis basis) {
    this.basis = basis;
    actions = source.actions().size();
    folds = source.folds();
    for (int k = 0; k < source.horizon(); k++) {
      steps.add(new ArrayList<>());
    }
  }

  void add(FeatureEpisode episode) {
    add(episode, episode.fold());
  }

  /** The same in another fold. */
  void add(FeatureEpisode episode, int fold) {
    int before = -1;
    double[] phi = new double[basis.size()];
    for (int k = 1; k <= episode.length(); k++) {
      List<Row> step = steps.get(k - 1);
      if (before >= 0) {
        steps.get(k - 2).get(before).after = step.size();
      }
      basis.write(k, episode.features(k), phi);
      step.add(new Row(episode, k, fold, BoostedTrees.row(phi, width()), before));
      before = step.size() - 1;
    }
  }

  List<Row> step(int step) {
    return steps.get(step - 1);
  }

  /** How many numbers of a row trees see: the columns, without expansions. */
  int width() {
    return basis.tiers().get(0);
  }

  int actions() {
    return actions;
  }

  int folds() {
    return folds;
  }

  /** r_k + V̂_{k+1} of every row of a step, 0 after the end. */
  double[] outcomes(int step, double[] later) {
    return step(step).stream()
        .mapToDouble(row -> row.reward + (row.after < 0 ? 0 : later[row.after]))
        .toArray();
  }

  /** A figure of the rows of the step before, for every row of a step. */
  double[] fromBefore(int step, double[] figures) {
    return step(step).stream().mapToDouble(row -> figures[row.before]).toArray();
  }

  /** A figure for each row of a step, made with its φ. */
  double[] each(int step, Figure figure) {
    List<Row> rows = step(step);
    double[] phi = new double[basis.size()];
    double[] all = new double[rows.size()];
    for (int i = 0; i < all.length; i++) {
      basis.write(step, rows.get(i).x, phi);
      all[i] = figure.of(rows.get(i), phi);
    }
    return all;
  }

  /** A number made of a row and its φ. */
  interface Figure {
    double of(Row row, double[] phi);
  }

  /** Σφy of the rows of a step, by fold and action. */
  double[][][] sums(int step, double[] y) {
    double[][][] sums = new double[folds][actions][basis.size()];
    List<Row> rows = step(step);
    double[] phi = new double[basis.size()];
    for (int i = 0; i < y.length; i++) {
      Row row = rows.get(i);
      basis.write(step, row.x, phi);
      double[] into = sums[row.fold][row.action];
      for (int j = 0; j < phi.length; j++) {
        into[j] += phi[j] * y[i];
      }
    }
    return sums;
  }
}
