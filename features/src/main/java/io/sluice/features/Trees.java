package io.sluice.features;

import java.io.Serializable;
import java.util.List;

/**
 * A sum of regression trees. A row goes left at a node if its number is below the threshold, both
 * taken as 32-bit numbers, as they were when the trees were learned.
 */
public final class Trees implements Serializable {
  /**
   * A node of a tree.
   *
   * @param column which number of a row decides; −1 of a leaf
   * @param below the node for rows below the threshold, by its place in the tree
   * @param otherwise the node for other rows
   * @param leaf what a leaf adds
   */
  public record Node(int column, float threshold, int below, int otherwise, float leaf) {
    /** A node that splits. */
    public static Node split(int column, float threshold, int below, int otherwise) {
      return new Node(column, threshold, below, otherwise, 0);
    }

    /** A node at which rows stay. */
    public static Node leaf(float value) {
      return new Node(-1, 0, -1, -1, value);
    }
  }

  private final int[] roots;
  private final int[] columns;
  private final float[] thresholds;
  private final int[] below;
  private final int[] otherwise;
  private final float[] leaves;

  private Trees(List<List<Node>> trees) {
    int size = trees.stream().mapToInt(List::size).sum();
    roots = new int[trees.size()];
    columns = new int[size];
    thresholds = new float[size];
    below = new int[size];
    otherwise = new int[size];
    leaves = new float[size];
    int place = 0;
    for (int t = 0; t < roots.length; t++) {
      roots[t] = place;
      for (Node node : trees.get(t)) {
        columns[place] = node.column;
        thresholds[place] = node.threshold;
        below[place] = roots[t] + node.below;
        otherwise[place] = roots[t] + node.otherwise;
        leaves[place++] = node.leaf;
      }
    }
  }

  /** The nodes of each tree, its root first. */
  public static Trees of(List<List<Node>> trees) {
    return new Trees(trees);
  }

  /** How many trees there are. */
  public int size() {
    return roots.length;
  }

  /** What one tree adds for a row. */
  double add(int tree, float[] row) {
    int node = roots[tree];
    while (columns[node] >= 0) {
      node = row[columns[node]] < thresholds[node] ? below[node] : otherwise[node];
    }
    return leaves[node];
  }

  /** The sum over all trees for a row. */
  public double predict(float[] row) {
    double sum = 0;
    for (int t = 0; t < roots.length; t++) {
      sum += add(t, row);
    }
    return sum;
  }
}
