package io.sluice.features;

import java.util.Arrays;
import java.util.List;

/**
 * Sums of scores and rows by column and bin, in one array: of every bin its sums, then its rows.
 */
final class TreeHistogram {
  /** Fewer rows do not make a leaf. */
  static final int LEAST_ROWS = 10;

  private final Layout layout;
  private final double[] sums;
  private int rows;

  /** Where the bins of a step's rows have their sums; arrays that nobody changes. */
  static final class Layout {
    private final List<TreeColumn> columns;
    private final double[] scores; // row by row
    private final int actions;
    private final int width; // of a bin
    private final int[] starts; // of columns, and the end
    private final short[] bins; // row by row: a row is read at once

    Layout(double[][] scores, List<TreeColumn> columns, int actions) {
      this.columns = columns;
      this.scores = Arrays.stream(scores).flatMapToDouble(Arrays::stream).toArray();
      this.actions = actions;
      width = actions + 1;
      starts = new int[columns.size() + 1];
      bins = new short[Math.multiplyExact(scores.length, columns.size())];
      for (int c = 0; c < columns.size(); c++) {
        starts[c + 1] = starts[c] + columns.get(c).size() * width;
        short[] own = columns.get(c).bins();
        for (int i = 0; i < scores.length; i++) {
          bins[i * columns.size() + c] = own[i];
        }
      }
    }
  }

  TreeHistogram(Layout layout, int[] of) {
    this.layout = layout;
    sums = new double[layout.starts[layout.columns.size()]];
    add(of, 1);
  }

  int rows() {
    return rows;
  }

  private void add(int[] of, int sign) {
    rows += sign * of.length;
    int columns = layout.columns.size();
    double[] own = new double[layout.width];
    own[layout.actions] = sign;
    for (int i : of) {
      for (int a = 0; a < layout.actions; a++) {
        own[a] = sign * layout.scores[i * layout.actions + a];
      }
      for (int c = 0; c < columns; c++) {
        add(own, layout.starts[c] + layout.bins[i * columns + c] * layout.width);
      }
    }
  }

  private void add(double[] own, int place) {
    int a = 0;
    for (; a + 2 <= own.length; a += 2) {
      sums[place + a] += own[a];
      sums[place + a + 1] += own[a + 1];
    }
    if (a < own.length) {
      sums[place + a] += own[a];
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

  TreeHistogram minus(TreeHistogram other) {
    TreeHistogram rest = new TreeHistogram(layout, new int[0]);
    rest.rows = rows - other.rows;
    for (int i = 0; i < sums.length; i++) {
      rest.sums[i] = sums[i] - other.sums[i];
    }
    return rest;
  }

  List<boolean[]> questions(int c) {
    return layout
        .columns
        .get(c)
        .questions(
            layout.actions, (bin, action) -> sums[layout.starts[c] + bin * layout.width + action]);
  }

  /** The best sum of two leaves, −∞ if one has too few rows. */
  double sum(int c, boolean[] left) {
    double[] yes = new double[layout.width];
    double[] no = new double[layout.width];
    for (int b = 0; b < left.length; b++) {
      addTo(left[b] ? yes : no, layout.starts[c] + b * layout.width);
    }
    return sum(yes, no, 0);
  }

  private void addTo(double[] into, int place) {
    for (int a = 0; a < layout.width; a++) {
      into[a] += sums[place + a];
    }
  }

  private double sum(double[] yes, double[] no, int from) {
    boolean few = yes[layout.actions] < LEAST_ROWS || no[from + layout.actions] < LEAST_ROWS;
    return few ? Double.NEGATIVE_INFINITY : highest(yes, 0) + highest(no, from);
  }

  private double highest(double[] of, int from) {
    double most = of[from];
    for (int a = 1; a < layout.actions; a++) {
      most = of[from + a] > most ? of[from + a] : most;
    }
    return most;
  }

  /** The best sum of a tree of depth at most 1. */
  double deeper() {
    double[] all = new double[layout.width];
    for (int place = 0; !layout.columns.isEmpty() && place < layout.starts[1]; ) {
      addTo(all, place);
      place += layout.width;
    }
    double most = highest(all, 0);
    for (int c = 0; c < layout.columns.size(); c++) {
      if (layout.columns.get(c).isNumber()) {
        most = Math.max(most, cut(c));
      } else {
        for (boolean[] question : questions(c)) {
          most = Math.max(most, sum(c, question));
        }
      }
    }
    return most;
  }

  /** The best sum of two leaves over all questions about a number, which grow bin by bin. */
  private double cut(int c) {
    int width = layout.width;
    int missing = layout.starts[c + 1] - width;
    double[] no = Arrays.copyOfRange(sums, layout.starts[c], missing); // a bin and all larger ones
    for (int i = no.length - width - 1; i >= 0; i--) {
      no[i] += no[i + width];
    }
    double[] yes = Arrays.copyOfRange(sums, missing, missing + width);
    double most = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < no.length; from += width) {
      most = Math.max(most, sum(yes, no, from));
      addTo(yes, layout.starts[c] + from);
    }
    return most;
  }
}
