package io.sluice.features;

import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
  /** Fewer rows do not make a leaf. */
  private static final int LEAST_ROWS = 10;

  private final double[][] scores; // [row][action]
  private final List<TreeColumn> columns;
  private final int actions;

  /**
   * @param columns with the bin of every row
   */
  TreeSearch(double[][] scores, List<TreeColumn> columns, int actions) {
    this.scores = scores;
    this.columns = columns;
    this.actions = actions;
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
    if (depth == 0 || rows.length < 2 * LEAST_ROWS) {
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
    int[] bins = columns.get(q.column).bins();
    return Arrays.stream(rows).filter(i -> q.left[bins[i]] == left).toArray();
  }

  /**
   * The question after which the sides, each with a tree of this depth, have the highest sum.
   *
   * @return null if no question leaves enough rows on both sides
   */
  private @org.jspecify.annotations.Nullable Question best(int[] rows, int deeper) {
    Histogram total = new Histogram(rows);
    Question best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < columns.size(); c++) {
      Histogram left = new Histogram(new int[0]);
      boolean[] in = new boolean[columns.get(c).size()];
      int[][] byBin = deeper > 0 ? byBin(rows, c) : new int[0][];
      for (boolean[] question : total.questions(c)) {
        if (deeper > 0) {
          left.move(byBin, in, question);
          in = question;
        }
        double sum = deeper > 0 ? sum(left, total) : total.sum(c, question);
        if (sum > most) {
          most = sum;
          best = new Question(c, question);
        }
      }
    }
    return best;
  }

  private int[][] byBin(int[] rows, int column) {
    int[] bins = columns.get(column).bins();
    int[][] by = new int[columns.get(column).size()][];
    for (int b = 0; b < by.length; b++) {
      int bin = b;
      by[b] = Arrays.stream(rows).filter(i -> bins[i] == bin).toArray();
    }
    return by;
  }

  /** The best sum of two trees of depth 1, −∞ if a side has too few rows. */
  private double sum(Histogram left, Histogram total) {
    if (left.rows < LEAST_ROWS || total.rows - left.rows < LEAST_ROWS) {
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
    double threshold = last < 0 ? -Double.MAX_VALUE : column.cuts().get(last);
    return new AtMost(column.place(), threshold, missingYes, yes, no);
  }

  /** Sums of scores and rows by column and bin. */
  private final class Histogram {
    private final double[][] sums = new double[columns.size()][];
    private final int[][] counts = new int[columns.size()][];
    private int rows;

    Histogram(int[] of) {
      for (int c = 0; c < sums.length; c++) {
        sums[c] = new double[columns.get(c).size() * actions];
        counts[c] = new int[columns.get(c).size()];
      }
      add(of, 1);
    }

    private void add(int[] of, int sign) {
      rows += sign * of.length;
      for (int c = 0; c < sums.length; c++) {
        int[] bins = columns.get(c).bins();
        for (int i : of) {
          counts[c][bins[i]] += sign;
          for (int a = 0; a < actions; a++) {
            sums[c][bins[i] * actions + a] += sign * scores[i][a];
          }
        }
      }
    }

    /** Adds and removes rows, so that the bins of a question are in it instead of others. */
    void move(int[][] byBin, boolean[] before, boolean[] now) {
      for (int b = 0; b < now.length; b++) {
        if (now[b] != before[b]) {
          add(byBin[b], now[b] ? 1 : -1);
        }
      }
    }

    Histogram minus(Histogram other) {
      Histogram rest = new Histogram(new int[0]);
      rest.rows = rows - other.rows;
      for (int c = 0; c < sums.length; c++) {
        for (int i = 0; i < sums[c].length; i++) {
          rest.sums[c][i] = sums[c][i] - other.sums[c][i];
        }
        for (int b = 0; b < counts[c].length; b++) {
          rest.counts[c][b] = counts[c][b] - other.counts[c][b];
        }
      }
      return rest;
    }

    List<boolean[]> questions(int c) {
      return columns.get(c).questions(sums[c], actions);
    }

    /** The best sum of two leaves. */
    double sum(int c, boolean[] left) {
      double[] yes = new double[actions];
      double[] no = new double[actions];
      int in = 0;
      for (int b = 0; b < left.length; b++) {
        double[] into = left[b] ? yes : no;
        in += left[b] ? counts[c][b] : 0;
        for (int a = 0; a < actions; a++) {
          into[a] += sums[c][b * actions + a];
        }
      }
      return in < LEAST_ROWS || rows - in < LEAST_ROWS
          ? Double.NEGATIVE_INFINITY
          : yes[best(yes)] + no[best(no)];
    }

    /** The best sum of a tree of depth at most 1. */
    double deeper() {
      double[] all = new double[actions];
      for (int b = 0; sums.length > 0 && b < counts[0].length; b++) {
        for (int a = 0; a < actions; a++) {
          all[a] += sums[0][b * actions + a];
        }
      }
      double most = all[best(all)];
      for (int c = 0; c < sums.length; c++) {
        for (boolean[] question : questions(c)) {
          most = Math.max(most, sum(c, question));
        }
      }
      return most;
    }
  }
}
