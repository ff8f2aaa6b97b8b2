package io.sluice.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far each action moves the next row, as far as the next row tells the action: an estimate of
 *
 * <pre>
 * c_a(x, x′) = P(a|x,x′)/π_b(a|x) − 1 = E[1{a taken}/π_b(a|x) − 1 | x, x′]
 * </pre>
 *
 * by ridge regression on functions of x, and on what x′ has that x does not predict, alone and
 * times the columns of x where those are few. All coefficients are penalized, and 0 is among the
 * choices that are made by prediction on other folds: where actions do not move the next row,
 * nothing is carried.
 *
 * <p>Deviates from the paper's reading as a classifier by log-likelihood: least squares estimates
 * the same ratio, from sums.
 */
final class ActionShift {
  /** With more columns, no products. */
  private static final int FEW = 8;

  private final StepRows rows;
  private final double[][] ratios; // [action][row], 0 at an end

  /**
   * @param ratios c_a(x, x′) by action and row
   */
  ActionShift(StepRows rows, double[][] ratios) {
    this.rows = rows;
    this.ratios = ratios;
  }

  /**
   * @param first how many functions are columns, with the constant
   */
  static ActionShift of(StepRows rows, StepRows later, int first, int actions, int folds) {
    double[][] g = functions(rows, later, first);
    int size = first + (first - 1) * (first - 1 <= FEW ? first : 1);
    double[][] gram = new double[folds][size * size];
    for (int i = 0; i < rows.size(); i++) {
      if (rows.next(i) >= 0) {
        StepRegression.addSquare(gram[rows.fold(i)], g[i]);
      }
    }
    double[][] ratios = new double[actions][rows.size()];
    for (int a = 0; a < actions; a++) {
      double[] w = weights(rows, g, gram, a, size);
      for (int i = 0; i < rows.size(); i++) {
        ratios[a][i] = rows.next(i) < 0 ? 0 : Ridge.dot(g[i], w);
      }
    }
    return new ActionShift(rows, ratios);
  }

  private static double[][] functions(StepRows rows, StepRows later, int first) {
    int moved = first - 1;
    double[][] predicted = predictions(rows, later, first);
    boolean few = moved <= FEW;
    double[][] g = new double[rows.size()][];
    for (int i = 0; i < g.length; i++) {
      if (rows.next(i) < 0) {
        g[i] = new double[0];
        continue;
      }
      double[] now = Arrays.copyOf(rows.phi[i], first);
      double[] next = later.phi[rows.next(i)];
      double[] all = new double[first + moved * (few ? first : 1)];
      System.arraycopy(now, 0, all, 0, first);
      int place = first;
      for (int j = 1; j < first; j++) {
        double news = next[j] - Ridge.dot(now, predicted[j]);
        all[place++] = news;
        for (int m = 1; few && m < first; m++) {
          all[place++] = news * now[m];
        }
      }
      g[i] = all;
    }
    return g;
  }

  /** Coefficients of the next row's columns on those of the present one. */
  private static double[][] predictions(StepRows rows, StepRows later, int first) {
    double[] gram = new double[first * first];
    double[][] targets = new double[first][first];
    for (int i = 0; i < rows.size(); i++) {
      if (rows.next(i) >= 0) {
        double[] now = Arrays.copyOf(rows.phi[i], first);
        StepRegression.addSquare(gram, now);
        for (int j = 1; j < first; j++) {
          addScaled(targets[j], later.phi[rows.next(i)][j], now);
        }
      }
    }
    double[][] theta = new double[first][];
    for (int j = 1; j < first; j++) {
      theta[j] = Ridge.solve(gram, targets[j], first, 1, true);
    }
    return theta;
  }

  private static double[] weights(
      StepRows rows, double[][] g, double[][] gram, int action, int size) {
    double[][] targets = new double[gram.length][size];
    for (int i = 0; i < rows.size(); i++) {
      if (rows.next(i) >= 0) {
        boolean taken = rows.row(i).action == action;
        double c = (taken ? 1 / rows.row(i).propensity : 0) - 1;
        addScaled(targets[rows.fold(i)], c, g[i]);
      }
    }
    double[] allGram = sum(gram, -1);
    double[] allTargets = sum(targets, -1);
    double least = 0; // of predicting 0
    double best = Double.POSITIVE_INFINITY;
    List<Double> grid = new ArrayList<>(RidgeChoice.GRID);
    for (double penalty : grid) {
      double loss = 0;
      for (int f = 0; f < gram.length; f++) {
        double[] w = Ridge.solve(sum(gram, f), sum(targets, f), size, penalty, false);
        loss += Ridge.loss(gram[f], targets[f], w);
      }
      if (loss < least) {
        least = loss;
        best = penalty;
      }
    }
    return best == Double.POSITIVE_INFINITY
        ? new double[size]
        : Ridge.solve(allGram, allTargets, size, best, false);
  }

  private static double[] sum(double[][] parts, int without) {
    double[] sum = new double[parts[0].length];
    for (int f = 0; f < parts.length; f++) {
      if (f != without) {
        addScaled(sum, 1, parts[f]);
      }
    }
    return sum;
  }

  private static void addScaled(double[] into, double factor, double[] values) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * values[i];
    }
  }

  /** |c_a(x, x′)|·Γ(x′) of every row. */
  double[] carried(int action, double[] gap) {
    double[] all = new double[rows.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = rows.next(i) < 0 ? 0 : Math.abs(ratios[action][i]) * gap[rows.next(i)];
    }
    return all;
  }
}
