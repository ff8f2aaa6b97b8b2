package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Do the action probabilities agree with the actions, over all states together? What is a little
 * off everywhere shows here, and not state by state.
 *
 * <p>Three tests share the level: X² of the actions of every (step, state), summed, with its exact
 * multinomial moments E = k − 1 and Var = 2(k−1) + (Σ1/p − k² − 2k + 2)/n and {@link Exceedance};
 * and {@link Deviations} by action and by bins of the probability. Actions are random given the
 * states, step by step.
 *
 * <p>A log that has only the taken actions' probabilities says nothing of those of actions that it
 * never shows in a state, if these are two or more. X² needs only those that were taken: Σ n_a²/(n
 * p_a) − n. Its mean is then at most |A| − 1, and Σ1/p is estimated without bias by Σ1/p² over rows
 * / n. Deviations by action and bin are then replaced by mean inverse propensities, as {@link
 * PropensityRows} has them.
 *
 * @param z of the most telling of the tests
 * @param alarm whether any of them has found a deviation
 * @param worst what is furthest off, in words
 */
public record PooledCalibration(double z, boolean alarm, String worst) {
  static final int BINS = 10;

  /** So that 0.2 and 1 − 0.8 are in one bin, and the bin does not tell the action. */
  static int binOf(double probability) {
    return Math.min(BINS - 1, (int) (probability * BINS + 1e-5));
  }

  static String bin(int number) {
    return String.format(
        Locale.ROOT, "probabilities from %.1f to %.1f", number / 10.0, (number + 1) / 10.0);
  }

  /**
   * @param completed whether probabilities of actions never seen in a state are not known, but only
   *     complete the others to 1
   * @param level of the tests by action and bin
   */
  static PooledCalibration of(
      TransitionCounts counts,
      Policy behavior,
      boolean completed,
      IntFunction<String> action,
      double level) {
    ActionTables sums = new ActionTables(counts, behavior, completed);
    PooledCalibration total = sums.total();
    PooledCalibration second =
        sums.hasUnknown() ? sums.weights(level) : sums.deviations(action, level);
    return total.worse(second);
  }

  /**
   * Whether the probabilities of all actions are known in every state that the log visits.
   *
   * @param completed as above
   */
  public static boolean isKnown(TransitionCounts counts, Policy behavior, boolean completed) {
    return !completed || !new ActionTables(counts, behavior, true).hasUnknown();
  }

  /** The one with an alarm; of two, the larger z. */
  PooledCalibration worse(PooledCalibration other) {
    boolean mine = alarm == other.alarm ? z >= other.z : alarm;
    return mine ? this : other;
  }

  /** Whether mean inverse propensities are above 1: see {@link PropensityRows}. */
  static PooledCalibration ofWeights(double[] weight, double[] square, double rows, double level) {
    int worst = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < weight.length; a++) {
      double squares = square[a] - 2 * weight[a] + rows;
      double t = squares > 0 ? (weight[a] - rows) / Math.sqrt(squares) : 0;
      worst = t > most ? a : worst;
      most = Math.max(t, most);
    }
    return new PooledCalibration(
        most,
        most > Deviations.limit(level, weight.length),
        String.format(
            Locale.ROOT,
            "mean inverse propensity %.3f of an action, must be at most 1",
            weight[worst] / rows));
  }
}
