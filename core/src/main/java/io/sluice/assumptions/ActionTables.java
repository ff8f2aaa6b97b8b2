package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** The actions of every (step, state) against their probabilities: {@link PooledCalibration}. */
final class ActionTables {
  private static final double UNKNOWN_LIMIT = 5; // z, where the variance is estimated
  private static final double ROUNDING = Policy.TOLERANCE;

  private final Shape shape;
  private final Deviations byAction;
  private final Deviations byBin = new Deviations(PooledCalibration.BINS);
  private final double[] weight; // Σ 1/p over rows, by action
  private final double[] square;
  private final List<double[]> tables = new ArrayList<>(); // n, and the probabilities, to draw from
  private double rows;
  private double statistic;
  private double mean;
  private double variance;
  private double estimated; // the variance, where not all probabilities are known
  private boolean unknown;

  /** What is known of the probabilities of a step. */
  @FunctionalInterface
  private interface Known {
    boolean isKnown(int pair);
  }

  ActionTables(TransitionCounts counts, Policy behavior, boolean completed) {
    shape = counts.shape();
    byAction = new Deviations(shape.actions());
    weight = new double[shape.actions()];
    square = new double[shape.actions()];
    boolean[] seen = new boolean[shape.states() * shape.actions()];
    boolean anyStep = behavior.isStationary();
    for (int h = 1; anyStep && h <= shape.horizon(); h++) {
      counts.forEachPair(h, (x, a, n, r, rr) -> seen[x * shape.actions() + a] = true);
    }
    for (int h = 1; h <= shape.horizon(); h++) {
      long[] taken = new long[seen.length];
      counts.forEachPair(h, (x, a, n, r, rr) -> taken[x * shape.actions() + a] = n);
      Known known = pair -> !completed || taken[pair] > 0 || seen[pair];
      for (int x = 0; x < shape.states(); x++) {
        add(behavior, h, x, taken, known);
      }
    }
  }

  private void add(Policy behavior, int step, int state, long[] taken, Known known) {
    int first = state * shape.actions();
    double n = 0;
    for (int a = 0; a < shape.actions(); a++) {
      n += taken[first + a];
    }
    if (n == 0) {
      return;
    }
    double[] table = new double[shape.actions() + 1];
    table[0] = n;
    int missing = 0;
    int possible = 0;
    double inverse = 0;
    double inverseSquares = 0;
    double own = -n;
    for (int a = 0; a < shape.actions(); a++) {
      double p = behavior.probability(step, state, a);
      double times = taken[first + a];
      table[a + 1] = p;
      missing += p <= ROUNDING || known.isKnown(first + a) ? 0 : 1;
      possible += p > ROUNDING ? 1 : 0;
      inverse += p > ROUNDING ? 1 / p : 0;
      byAction.add(a, n, p, times);
      if (times > 0) {
        own += times * times / (n * p);
        inverseSquares += times / (p * p);
        weight[a] += times / p;
        square[a] += times / (p * p);
      }
    }
    addBins(table, taken, first);
    int k = missing > 1 ? shape.actions() : possible;
    unknown |= missing > 1;
    rows += n;
    statistic += own;
    mean += k - 1;
    variance += Math.max(0, variance(k, n, inverse));
    estimated += variance(k, n, inverseSquares / n);
    if (rows <= Exceedance.MOST_PLACED) {
      tables.add(table);
    }
  }

  /** Several actions of one decision may be in one bin: what counts is whether any was taken. */
  private void addBins(double[] table, long[] taken, int first) {
    double[] probability = new double[PooledCalibration.BINS];
    double[] times = new double[PooledCalibration.BINS];
    for (int a = 0; a < shape.actions(); a++) {
      double p = table[a + 1];
      int bin = PooledCalibration.binOf(p);
      probability[bin] += p;
      times[bin] += taken[first + a];
    }
    for (int b = 0; b < PooledCalibration.BINS; b++) {
      if (probability[b] > 0) {
        byBin.add(b, table[0], Math.min(1, probability[b]), times[b]);
      }
    }
  }

  /** Of X² of n draws among k possibilities. */
  private static double variance(int k, double n, double inverse) {
    return 2 * (k - 1.0) + (inverse - k * (double) k - 2.0 * k + 2) / n;
  }

  /** Whether probabilities of actions that were not taken matter and are not known. */
  boolean hasUnknown() {
    return unknown;
  }

  /** The test of X², summed. */
  PooledCalibration total() {
    double used = unknown ? estimated : variance;
    double z = used > ROUNDING ? (statistic - mean) / Math.sqrt(used) : 0;
    boolean alarm =
        unknown
            ? z >= UNKNOWN_LIMIT
            : used > ROUNDING
                && Exceedance.alarms(statistic, mean, used, Math.round(rows), this::draw);
    return new PooledCalibration(
        z,
        alarm,
        String.format(
            Locale.ROOT,
            "X² of actions over all states is %.1f, expected %s%.1f",
            statistic,
            unknown ? "at most " : "",
            mean));
  }

  double draw(SplittableRandom random) {
    double sum = 0;
    for (double[] table : tables) {
      int[] times = new int[table.length];
      for (int i = 0; i < (int) table[0]; i++) {
        double u = random.nextDouble();
        int a = 1;
        while (a < table.length - 1 && u >= table[a]) {
          u -= table[a++];
        }
        times[a]++;
      }
      sum -= table[0];
      for (int a = 1; a < table.length; a++) {
        sum += table[a] <= ROUNDING ? 0 : times[a] * (double) times[a] / (table[0] * table[a]);
      }
    }
    return sum;
  }

  /** The tests by action and by bin, where all probabilities are known. */
  PooledCalibration deviations(IntFunction<String> action, double level) {
    Optional<PooledCalibration> ofActions =
        byAction.worst(level / 2).map(w -> off(w, g -> "action \"" + action.apply(g) + "\""));
    Optional<PooledCalibration> ofBins =
        byBin.worst(level / 2).map(w -> off(w, PooledCalibration::bin));
    return ofActions
        .map(one -> ofBins.map(one::worse).orElse(one))
        .orElse(new PooledCalibration(0, false, "nothing to compare"));
  }

  private static PooledCalibration off(Deviations.Worst worst, IntFunction<String> name) {
    return new PooledCalibration(Math.abs(worst.z()), worst.alarm(), Deviations.words(worst, name));
  }

  /** The test by mean inverse propensities, where they are not. */
  PooledCalibration weights(double level) {
    return PooledCalibration.ofWeights(weight, square, rows, level);
  }
}
