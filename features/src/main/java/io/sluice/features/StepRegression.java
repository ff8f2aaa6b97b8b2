package io.sluice.features;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Ridge regressions of one step, from sums per fold: first of outcomes on φ over all rows, m, and
 * then of what is left an action at a time, θ_a = m + Λ_a⁻¹Σφ(y − φᵀm) with Λ_a = Σφφᵀ + λD, where
 * D leaves the constant alone. So actions are alike but for what the log shows of their difference,
 * which is what decisions depend on. How many functions are used, and λ, is what predicts best on
 * other folds. Without a penalty m drops out.
 */
final class StepRegression {
  /** How many rows of all actions' variance an action's own variance is shrunk by. */
  private static final double SHRINKAGE = 10;

  private static final double LEAST_PENALTY = 0.1;

  /** The largest penalty of what all actions have in common. */
  private static final double MOST_COMMON = 10;

  private final StepRows rows;
  private final int actions;
  private final int folds;
  private final int size;
  private final double[][][] gram; // [fold][action]
  private final double[][] whole; // [action]
  private final long[] counts;
  private int used;
  private double penalty = 1;
  private double[][] inverse = {};

  StepRegression(StepRows rows, int actions, int folds, int size) {
    this.rows = rows;
    this.actions = actions;
    this.folds = folds;
    this.size = size;
    this.used = size;
    gram = new double[folds][actions][size * size];
    whole = new double[actions][size * size];
    counts = new long[actions];
    for (int i = 0; i < rows.size(); i++) {
      int a = rows.row(i).action;
      counts[a]++;
      addSquare(gram[rows.fold(i)][a], rows.phi[i]);
    }
    addFolds();
  }

  /** Adds f fᵀ to a matrix by rows. */
  static void addSquare(double[] into, double[] row) {
    for (int i = 0; i < row.length; i++) {
      double f = row[i];
      int start = i * row.length;
      if (f != 0) {
        for (int j = 0; j < row.length; j++) {
          into[start + j] += f * row[j];
        }
      }
    }
  }

  /** Of the rows of several steps together, in their order. */
  StepRegression(StepRows rows, List<StepRegression> steps) {
    this.rows = rows;
    StepRegression first = steps.get(0);
    actions = first.actions;
    folds = first.folds;
    size = first.size;
    used = size;
    gram = new double[folds][actions][size * size];
    whole = new double[actions][size * size];
    counts = new long[actions];
    for (StepRegression step : steps) {
      for (int a = 0; a < actions; a++) {
        counts[a] += step.counts[a];
        for (int f = 0; f < folds; f++) {
          add(gram[f][a], 1, step.gram[f][a]);
        }
      }
    }
    addFolds();
  }

  private void addFolds() {
    for (double[][] fold : gram) {
      for (int a = 0; a < actions; a++) {
        add(whole[a], 1, fold[a]);
      }
    }
  }

  private static void add(double[] into, double factor, double[] values) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * values[i];
    }
  }

  long count(int action) {
    return counts[action];
  }

  /** Σφy by fold and action. */
  double[][][] targets(double[] y) {
    double[][][] sums = new double[folds][actions][size];
    for (int i = 0; i < y.length; i++) {
      add(sums[rows.fold(i)][rows.row(i).action], y[i], rows.phi[i]);
    }
    return sums;
  }

  /** Chooses size and penalty by prediction of y on other folds, and keeps them. */
  void choose(double[] y, List<Integer> sizes) {
    double[][][] targets = targets(y);
    double least = Double.POSITIVE_INFINITY;
    int bestSize = sizes.get(0);
    double bestPenalty = 1;
    for (int s : sizes) {
      for (double p : RidgeChoice.GRID) {
        double loss = 0;
        for (int f = 0; f < folds; f++) {
          double[] common = common(targets, f, s, p);
          for (int a = 0; a < actions; a++) {
            double[] theta = solve(a, targets, common, f, s, p);
            loss += Ridge.loss(gram[f][a], targets[f][a], theta);
          }
        }
        if (loss < least) {
          least = loss;
          bestSize = s;
          bestPenalty = p;
        }
      }
    }
    fix(bestSize, bestPenalty);
  }

  /** Uses this size and penalty. */
  void fix(int functions, double lambda) {
    used = functions;
    penalty = lambda;
    inverse = new double[actions][];
  }

  /** m, from all rows. */
  private double[] common(double[][][] targets, int without, int s, double p) {
    double[] g = new double[size * size];
    double[] t = new double[size];
    for (int a = 0; a < actions; a++) {
      add(g, 1, whole[a]);
      for (int f = 0; f < folds; f++) {
        add(f == without ? g : t, f == without ? -1 : 1, f == without ? gram[f][a] : targets[f][a]);
      }
    }
    return Ridge.solve(g, t, s, Math.min(p, MOST_COMMON), true);
  }

  private double[] solve(
      int action, double[][][] targets, double[] common, int without, int s, double p) {
    double[] g = without < 0 ? whole[action] : whole[action].clone();
    double[] t = new double[size];
    for (int f = 0; f < folds; f++) {
      if (f == without) {
        add(g, -1, gram[f][action]);
      } else {
        add(t, 1, targets[f][action]);
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        t[i] -= g[i * size + j] * common[j];
      }
    }
    double[] theta = Ridge.solve(g, t, s, p, true);
    add(theta, 1, common);
    return theta;
  }

  /**
   * θ of every action; one without rows has what all have in common.
   *
   * @param without a fold to leave out; −1 for none
   */
  double[][] theta(double[][][] targets, int without) {
    double[][] theta = new double[actions][];
    double[] common = common(targets, without, used, penalty);
    for (int a = 0; a < actions; a++) {
      theta[a] = solve(a, targets, common, without, used, penalty);
    }
    return theta;
  }

  /**
   * Λ_a⁻¹, by rows; 0 of functions that are not used. It has the smallest penalty, whatever
   * predicts best: a large one would pass for knowledge of places where the action was never taken.
   */
  double[] inverse(int action) {
    if (inverse[action] == null) {
      DMatrixRMaj m = new DMatrixRMaj(used, used);
      for (int i = 0; i < used; i++) {
        for (int j = 0; j < used; j++) {
          double own = i == j && (i > 0 || counts[action] == 0) ? LEAST_PENALTY : 0;
          m.set(i, j, whole[action][i * size + j] + own);
        }
      }
      CommonOps_DDRM.invert(m);
      double[] all = new double[size * size];
      for (int i = 0; i < used; i++) {
        for (int j = 0; j < used; j++) {
          all[i * size + j] = (m.get(i, j) + m.get(j, i)) / 2;
        }
      }
      inverse[action] = all;
    }
    return inverse[action];
  }

  /** Makes all inverses, so that several threads may then ask for them. */
  void invert(int count) {
    for (int a = 0; a < count; a++) {
      inverse(a);
    }
  }

  /** σ̂_a, the spread of outcomes about θ, with few rows nearer to that of all actions. */
  double[] spreads(double[] y, double[][] theta) {
    double[] squares = new double[actions];
    for (int i = 0; i < y.length; i++) {
      int a = rows.row(i).action;
      double off = y[i] - Ridge.dot(rows.phi[i], theta[a]);
      squares[a] += off * off;
    }
    double all = 0;
    double free = 0;
    double[] freedom = new double[actions];
    for (int a = 0; a < actions; a++) {
      freedom[a] = Math.max(0, counts[a] - fitted(a));
      all += squares[a];
      free += freedom[a];
    }
    double common = all / Math.max(1, free);
    double[] spreads = new double[actions];
    for (int a = 0; a < actions; a++) {
      spreads[a] = Math.sqrt((squares[a] + SHRINKAGE * common) / (freedom[a] + SHRINKAGE));
    }
    return spreads;
  }

  /** tr(Σφφᵀ Λ⁻¹), the degrees of freedom of a regression. */
  private double fitted(int action) {
    double trace = 0;
    double[] inv = inverse(action);
    for (int i = 0; i < inv.length; i++) {
      trace += whole[action][i] * inv[i]; // both symmetric
    }
    return trace;
  }

  /** Regression over all rows, whatever the action. */
  double[] overAll(double[] y) {
    double[] g = new double[size * size];
    double[] t = new double[size];
    for (int a = 0; a < actions; a++) {
      add(g, 1, whole[a]);
    }
    for (int i = 0; i < y.length; i++) {
      add(t, y[i], rows.phi[i]);
    }
    return Ridge.solve(g, t, used, penalty, true);
  }
}
