package io.sluice.features;

/**
 * A regression by trees on the columns of a row, and on the action where there is one: the mean of
 * the action and a sum of trees for what that leaves.
 */
final class BoostedTrees {
  private final int width;
  private final double[] base;
  private final Trees trees;

  /**
   * @param width how many functions of φ are the columns themselves
   * @param base of every action; none where outcomes do not depend on one
   */
  BoostedTrees(int width, double[] base, Trees trees) {
    this.width = width;
    this.base = base;
    this.trees = trees;
  }

  int rounds() {
    return trees.size();
  }

  /** A row as trees see it: the columns, and an indicator of each action. */
  static void write(double[] phi, int width, int action, float[] into) {
    for (int j = 0; j < width; j++) {
      into[j] = (float) phi[j];
    }
    for (int j = width; j < into.length; j++) {
      into[j] = j - width == action ? 1 : 0;
    }
  }

  /**
   * @param action −1 where outcomes do not depend on one
   */
  double predict(double[] phi, int action) {
    float[] row = new float[width + base.length];
    write(phi, width, action, row);
    return (base.length == 0 ? 0 : base[action]) + trees.predict(row);
  }
}
