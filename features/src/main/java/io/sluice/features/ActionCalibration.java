package io.sluice.features;

import io.sluice.distributions.NormalQuantile;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
 * is at most 1. So the test holds its level, and finds a model that is too simple. Ranges of every
 * number between quantiles are tested, too: functions of a column with a few huge values are all
 * about these.
 */
final class ActionCalibration implements Serializable {
  /** The probability of an alarm where all probabilities are right, about. */
  static final double LEVEL = 0.001;

  private static final int LEAST = 50;
  private static final double[] SHARES = {0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97};

  private final Basis basis;
  private final int functions; // of the basis
  private final int columns; // all that is tested
  private final List<Range> ranges;
  private final double[] tested;
  private final double[][][] sum; // [step][action][column]
  private final double[][][] variance;
  private final double[][][] squares; // of the variances of rows
  private final double[] squared; // φ² of a row
  private final @Nullable ActionPairs pairs; // of estimated probabilities

  /** A column's values from one quantile to below the next. */
  private record Range(int column, String name, double from, double to) implements Serializable {
    double of(double[] x) {
      return x[column] >= from && x[column] < to ? 1 : 0;
    }
  }

  /** Of known probabilities the columns are tested, of estimated ones all functions and ranges. */
  ActionCalibration(FeatureSource source, Basis basis, FeatureSummary summary) {
    this(
        basis,
        basis.tiers().get(source.estimatesBehavior() ? basis.tiers().size() - 1 : 0),
        source.estimatesBehavior() ? ranges(source, summary) : List.of(),
        source.horizon(),
        source.actions().size(),
        source.estimatesBehavior() ? new ActionPairs(source, summary) : null);
  }

  private ActionCalibration(
      Basis basis,
      int functions,
      List<Range> ranges,
      int horizon,
      int actions,
      @Nullable ActionPairs pairs) {
    this.pairs = pairs;
    this.basis = basis;
    this.functions = functions;
    this.ranges = ranges;
    columns = functions + ranges.size();
    tested = new double[columns];
    sum = new double[horizon][actions][columns];
    variance = new double[horizon][actions][columns];
    squares = new double[horizon][actions][columns];
    squared = new double[columns];
  }

  ActionCalibration empty() {
    return new ActionCalibration(
        basis, functions, ranges, sum.length, sum[0].length, pairs == null ? null : pairs.empty());
  }

  ActionCalibration plus(ActionCalibration later) {
    if (pairs != null && later.pairs != null) {
      pairs.plus(later.pairs);
    }
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

  private static List<Range> ranges(FeatureSource source, FeatureSummary summary) {
    List<Range> ranges = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      FeatureColumn column = source.columns().get(j);
      if (column.kind() == FeatureColumn.Kind.NUMBER && !summary.isAllMissing(j)) {
        double from = Double.NEGATIVE_INFINITY;
        for (double knot : summary.quantiles(j, SHARES)) {
          ranges.add(new Range(j, column.name(), from, knot));
          from = knot;
        }
        ranges.add(new Range(j, column.name(), from, Double.POSITIVE_INFINITY));
      }
    }
    return ranges;
  }

  private String name(int j) {
    if (j < functions) {
      return basis.name(j);
    }
    Range range = ranges.get(j - functions);
    return String.format(
        Locale.ROOT, "%s from %.4g to below %.4g", range.name, range.from, range.to);
  }

  /**
   * Adds an episode.
   *
   * @param rows φ of its rows, from index 0
   */
  void add(FeatureEpisode episode, double[][] rows) {
    if (pairs != null) {
      pairs.add(episode);
    }
    for (int k = 0; k < episode.length(); k++) {
      double[] phi = ranges.isEmpty() ? rows[k] : tested;
      if (!ranges.isEmpty()) {
        System.arraycopy(rows[k], 0, tested, 0, functions);
      }
      for (int i = 0; i < ranges.size(); i++) {
        tested[functions + i] = ranges.get(i).of(episode.features(k + 1));
      }
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

  /** What two columns tell together that estimated probabilities leave. */
  Optional<ActionPairs.Left> left(List<String> actions) {
    return Optional.ofNullable(pairs).flatMap(p -> p.left(actions, LEVEL));
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
                "action %s at step %s%s"
                    .formatted(
                        actions.get(a),
                        k + 1,
                        j == 0 && basis.hasConstant() ? "" : ", by " + name(j));
          }
        }
      }
    }
    return new Worst(worst, where, tests);
  }
}
