package io.sluice.xgboost;

import io.sluice.features.Trees.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a tree as XGBoost writes it, a line for each node:
 *
 * <pre>
 * 0:[f3&lt;0.5] yes=1,no=2,missing=2
 *     1:leaf=0.25
 * </pre>
 *
 * Numbers have as many digits as a 32-bit number needs.
 */
final class DumpedTree {
  private static final Pattern SPLIT =
      Pattern.compile("(\\d+):\\[f(\\d+)<([^\\]]+)\\] yes=(\\d+),no=(\\d+)(?:,missing=\\d+)?");

  private static final Pattern LEAF = Pattern.compile("(\\d+):leaf=([^,]+)");

  private DumpedTree() {}

  /** The nodes, the root first; nodes that pruning has removed leave no gap. */
  static List<Node> nodes(String dump) {
    Map<Integer, Node> byNumber = new HashMap<>();
    dump.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(l -> read(l, byNumber));
    List<Node> nodes = new ArrayList<>();
    place(0, byNumber, nodes);
    return nodes;
  }

  private static void read(String line, Map<Integer, Node> into) {
    Matcher split = SPLIT.matcher(line);
    Matcher leaf = LEAF.matcher(line);
    if (split.matches()) {
      into.put(
          Integer.valueOf(split.group(1)),
          Node.split(
              Integer.parseInt(split.group(2)),
              Float.parseFloat(split.group(3)),
              Integer.parseInt(split.group(4)),
              Integer.parseInt(split.group(5))));
    } else if (leaf.matches()) {
      into.put(Integer.valueOf(leaf.group(1)), Node.leaf(Float.parseFloat(leaf.group(2))));
    } else {
      throw new IllegalStateException("tree: needs splits and leaves, got " + line);
    }
  }

  private static int place(int number, Map<Integer, Node> byNumber, List<Node> nodes) {
    Node node = byNumber.get(number);
    if (node == null) {
      throw new IllegalStateException("tree: needs node %s, got none".formatted(number));
    }
    int place = nodes.size();
    nodes.add(node);
    if (node.column() >= 0) {
      int below = place(node.below(), byNumber, nodes);
      int otherwise = place(node.otherwise(), byNumber, nodes);
      nodes.set(place, Node.split(node.column(), node.threshold(), below, otherwise));
    }
    return place;
  }
}
