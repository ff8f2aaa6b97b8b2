package io.sluice.features;

import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tree whose leaves' actions have the highest sum of scores over the rows that reach them.
 * Depths 1 and 2 are searched in full, over at most 32 cuts of a number and over levels of a
 * category: each against the others, and all those where one action beats another. Of depth 3, the
 * first question is that of depth 2, and both sides are searched in full.
 *
 * <p>A missing value goes with the small numbers, or by itself. Where none was missing, it goes
 * where more rows go.
 */
final class TreeSearch {
  private final double[][] scores; // [row][action]
  private final List<TreeColumn> columns;
  private final int actions;
  private final TreeHistogram.Layout layout;

  /**
   * @param columns with the bin of every row
   */
  TreeSearch(double[][] scores, List<TreeColumn> columns, int actions) {
    this.scores = scores;
    this.columns = columns;
    this.actions = actions;
    layout = new TreeHistogram.Layout(scores, columns, actions);
  }

  /** A tree and the sum of its scores. */
  record Found(Node root, double sum) {}

  /** A question: these bins of a column against the others. */
  private record Question(int column, boolean[] left) {}

  Found search(int depth) {
    int[] all = new int[scores.length];
    Arrays.setAll(all, i -> i);
    return search(all, depth);
  }

  private Found search(int[] rows, int depth) {
    Found leaf = leaf(rows);
    if (depth == 0 || rows.length < 2 * TreeHistogram.LEAST_ROWS) {
      return leaf;
    }
    Question first = depth == 1 ? best(rows, 0) : best(rows, 1);
    if (first == null) {
      return leaf;
    }
    int[] left = side(rows, first, true);
    int[] right = side(rows, first, false);
    Found yes = search(left, depth - 1);
    Found no = search(right, depth - 1);
    double gain = yes.sum + no.sum - leaf.sum;
    if (!(gain > 1e-9 * (1 + Math.abs(leaf.sum))) || yes.root.equals(no.root)) {
      return leaf;
    }
    return new Found(node(first, left, right, yes.root, no.root), yes.sum + no.sum);
  }

  private Found leaf(int[] rows) {
    double[] sums = new double[actions];
    for (int i : rows) {
      for (int a = 0; a < actions; a++) {
        sums[a] += scores[i][a];
      }
    }
    int best = best(sums);
    return new Found(new Leaf(best), sums[best]);
  }

  private static int best(double[] sums) {
    int best = 0;
    for (int a = 1; a < sums.length; a++) {
      best = sums[a] > sums[best] ? a : best;
    }
    return best;
  }

  private int[] side(int[] rows, Question q, boolean left) {
    short[] bins = columns.get(q.column).bins();
    return Arrays.stream(rows).filter(i -> q.left[bins[i]] == left).toArray();
  }

  /**
   * The question after which the sides, each with a tree of this depth, have the highest sum.
   *
   * @return null if no question leaves enough rows on both sides
   */
  private @Nullable Question best(int[] rows, int deeper) {
    TreeHistogram total = new TreeHistogram(layout, rows);
    Asked best = Asked.NONE;
    // Each column by itself, and then in their order: threads do not matter.
    for (Asked one :
        IntStream.range(0, columns.size())
            .parallel()
            .mapToObj(c -> best(rows, c, deeper, total))
            .toList()) {
      best = one.sum > best.sum ? one : best;
    }
    return best.question;
  }

  /** A question, and the highest sum after it. */
  private record Asked(@Nullable Question question, double sum) {
    static final Asked NONE = new Asked(null, Double.NEGATIVE_INFINITY);
  }

  private Asked best(int[] rows, int c, int deeper, TreeHistogram total) {
    TreeHistogram left = new TreeHistogram(layout, new int[0]);
    boolean[] in = new boolean[columns.get(c).size()];
    int[][] byBin = deeper > 0 ? byBin(rows, c) : new int[0][];
    Asked best = Asked.NONE;
    for (boolean[] question : total.questions(c)) {
      if (deeper > 0) {
        left.move(byBin, in, question);
        in = question;
      }
      double sum = deeper > 0 ? sum(left, total) : total.sum(c, question);
      best = sum > best.sum ? new Asked(new Question(c, question), sum) : best;
    }
    return best;
  }

  private int[][] byBin(int[] rows, int column) {
    short[] bins = columns.get(column).bins();
    int[] counts = new int[columns.get(column).size()];
    for (int i : rows) {
      counts[bins[i]]++;
    }
    int[][] by = new int[counts.length][];
    Arrays.setAll(by, b -> new int[counts[b]]);
    Arrays.fill(counts, 0);
    for (int i : rows) {
      by[bins[i]][counts[bins[i]]++] = i;
    }
    return by;
  }

  /** The best sum of two trees of depth 1, −∞ if a side has too few rows. */
  private double sum(TreeHistogram left, TreeHistogram total) {
    if (left.rows() < TreeHistogram.LEAST_ROWS
        || total.rows() - left.rows() < TreeHistogram.LEAST_ROWS) {
      return Double.NEGATIVE_INFINITY;
    }
    return left.deeper() + total.minus(left).deeper();
  }

  private Node node(Question q, int[] left, int[] right, Node yes, Node no) {
    TreeColumn column = columns.get(q.column);
    int missing = column.size() - 1;
    boolean none =
        Arrays.stream(left).allMatch(i -> column.bins()[i] != missing)
            && Arrays.stream(right).allMatch(i -> column.bins()[i] != missing);
    boolean missingYes = none ? left.length >= right.length : q.left[missing];
    if (!column.isNumber()) {
      List<Integer> levels = new ArrayList<>();
      for (int b = 0; b < missing; b++) {
        if (q.left[b]) {
          levels.add(b);
        }
      }
      return new OneOf(column.place(), levels, missingYes, yes, no);
    }
    int last = -1;
    for (int b = 0; b < missing; b++) {
      last = q.left[b] ? b : last;
    }
    double threshold = last < 0 ? -Double.MAX_VALUE : column.cut(last);
    return new AtMost(column.place(), threshold, missingYes, yes, no);
  }
}
