package io.sluice.design;

import io.sluice.influence.LogSums;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;

/**
 * How many rows of each pair an episode has, if the logged policy is followed before some step and
 * another one from there on.
 *
 * <p>The states up to that step are those of the log; what follows is computed from the model. What
 * comes after a pair that was never seen is not known and counts as nothing.
 */
final class Visits {
  private final LogSums log;
  private final Shape shape;
  private final double[][] fixed; // before the step, by table and pair
  private final double[][] chosen; // from the step on

  private Visits(LogSums log) {
    this.log = log;
    shape = log.counts().shape();
    fixed = new double[log.tables().count()][log.pairs()];
    chosen = new double[log.tables().count()][log.pairs()];
  }

  /**
   * @param first the step from which the policy is followed
   */
  static Visits of(LogSums log, Policy behavior, int first, Policy.Rule policy) {
    Visits visits = new Visits(log);
    for (int k = 1; k < first; k++) {
      visits.add(visits.fixed, k, log.share(k).toArray(), behavior::probability);
    }
    double[] met = log.share(first).toArray();
    for (int k = first; k <= visits.shape.horizon(); k++) {
      double[] mass = visits.add(visits.chosen, k, met, policy);
      met = k == visits.shape.horizon() ? met : log.model().arriving(k, mass);
    }
    return visits;
  }

  /** Rows of one step, added where they belong. */
  private double[] add(double[][] rows, int step, double[] met, Policy.Rule policy) {
    double[] mass = new double[log.pairs()];
    for (int x = 0; x < shape.states(); x++) {
      for (int a = 0; met[x] > 0 && a < shape.actions(); a++) {
        int pair = x * shape.actions() + a;
        mass[pair] = met[x] * policy.probability(step, x, a);
        rows[log.tables().of(step)][pair] += mass[pair];
      }
    }
    return mass;
  }

  /** Rows of a pair, per episode. */
  double rows(int table, int pair) {
    return fixed[table][pair] + chosen[table][pair];
  }

  /** The part of them before the step. */
  double fixed(int table, int pair) {
    return fixed[table][pair];
  }

  /** The part of them from the step on. */
  double chosen(int table, int pair) {
    return chosen[table][pair];
  }
}
