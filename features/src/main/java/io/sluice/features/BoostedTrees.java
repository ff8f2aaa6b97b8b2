package io.sluice.features;

import java.io.Serializable;
import java.util.List;

/**
 * Regressions by trees on the columns of a row, one for each action or one for all: a constant and
 * a sum of trees for what that leaves.
 */
final class BoostedTrees implements Serializable {
  private final int width;
  private final double[] base;
  private final List<Trees> trees;

  /**
   * @param width how many functions of φ are the columns themselves, all that trees see
   * @param base of every action
   */
  BoostedTrees(int width, double[] base, List<Trees> trees) {
    this.width = width;
    this.base = base;
    this.trees = trees;
  }

  /** How many trees, the most over actions. */
  int rounds() {
    return trees.stream().mapToInt(Trees::size).max().orElse(0);
  }

  /** A row as trees see it. */
  static float[] row(double[] phi, int width) {
    float[] row = new float[width];
    for (int j = 0; j < width; j++) {
      row[j] = (float) phi[j];
    }
    return row;
  }

  /**
   * @param action 0 where there is one regression for all
   */
  double predict(double[] phi, int action) {
    return predict(row(phi, width), action);
  }

  double predict(float[] row, int action) {
    return base[action] + trees.get(action).predict(row);
  }
}
