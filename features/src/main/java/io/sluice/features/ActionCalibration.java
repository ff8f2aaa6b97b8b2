package io.sluice.features;

import io.sluice.distributions.NormalQuantile;
import java.io.Serializable;
import java.util.List;

/**
 * Were actions taken as often as their probabilities say, and that whatever the columns are? For
 * every step, action and column, z = Σ(1{a taken} − π_b(a|x))φ_j / √(Σπ_b(1−π_b)φ_j²).
 *
 * <p>If every action was drawn with the given probabilities, independently given the rows, each z
 * has mean 0 and variance 1, and is close to normal where its variance comes from {@value #LEAST}
 * rows or more; others are left out. The largest |z| is held against the normal quantile at {@value
 * #LEVEL} divided by their number.
 *
 * <p>Of estimated probabilities all functions of the basis are tested. Those of the model's own
 * functions have z near 0, because it was fitted to them, if to other folds; of others the variance
 * is at most 1. So the test holds its level, and finds a model that is too simple.
 */
final class ActionCalibration implements Serializable {
  /** The probability of an alarm where all probabilities are right, about. */
  static final double LEVEL = 0.001;

  private static final int LEAST = 50;

  private final Basis basis;
  private final int columns;
  private final double[][][] sum; // [step][action][column]
  private final double[][][] variance;
  private final double[][][] squares; // of the variances of rows
  private final double[] squared; // φ² of a row

  /**
   * @param functions how many functions of the basis are tested
   */
  ActionCalibration(int horizon, int actions, Basis basis, int functions) {
    this.basis = basis;
    columns = functions;
    sum = new double[horizon][actions][columns];
    variance = new double[horizon][actions][columns];
    squares = new double[horizon][actions][columns];
    squared = new double[columns];
  }

  ActionCalibration empty() {
    return new ActionCalibration(sum.length, sum[0].length, basis, columns);
  }

  ActionCalibration plus(ActionCalibration later) {
    for (int k = 0; k < sum.length; k++) {
      for (int a = 0; a < sum[k].length; a++) {
        for (int j = 0; j < columns; j++) {
          sum[k][a][j] += later.sum[k][a][j];
          variance[k][a][j] += later.variance[k][a][j];
          squares[k][a][j] += later.squares[k][a][j];
        }
      }
    }
    return this;
  }

  /**
   * Adds an episode.
   *
   * @param rows φ of its rows, from index 0
   */
  void add(FeatureEpisode episode, double[][] rows) {
    for (int k = 0; k < episode.length(); k++) {
      double[] phi = rows[k];
      for (int j = 0; j < columns; j++) {
        squared[j] = phi[j] * phi[j];
      }
      double[] probabilities = episode.behavior(k + 1);
      for (int a = 0; a < probabilities.length; a++) {
        double p = probabilities[a];
        add(phi, (a == episode.action(k + 1) ? 1 : 0) - p, p * (1 - p), k, a);
      }
    }
  }

  private void add(double[] phi, double off, double spread, int k, int a) {
    double[] sums = sum[k][a];
    double[] variances = variance[k][a];
    double[] variancesSquared = squares[k][a];
    for (int j = 0; j < columns; j++) {
      double v = spread * squared[j];
      sums[j] += off * phi[j];
      variances[j] += v;
      variancesSquared[j] += v * v;
    }
  }

  /**
   * The clearest of all.
   *
   * @param tests how many there are; 0 if there are too few rows
   */
  record Worst(double z, String where, int tests) {
    boolean alarm() {
      return tests > 0 && Math.abs(z) > NormalQuantile.twoSided(LEVEL / tests);
    }
  }

  Worst worst(List<String> actions) {
    double worst = 0;
    int tests = 0;
    String where = "";
    for (int k = 0; k < sum.length; k++) {
      for (int a = 0; a < actions.size(); a++) {
        for (int j = 0; j < columns; j++) {
          double v = variance[k][a][j];
          if (v == 0 || v * v < LEAST * squares[k][a][j]) {
            continue;
          }
          tests++;
          double z = sum[k][a][j] / Math.sqrt(v);
          if (Math.abs(z) > Math.abs(worst)) {
            worst = z;
            where =
                "action %s at step %d%s"
                    .formatted(
                        actions.get(a),
                        k + 1,
                        j == 0 && basis.hasConstant() ? "" : ", by " + basis.name(j));
          }
        }
      }
    }
    return new Worst(worst, where, tests);
  }
}
