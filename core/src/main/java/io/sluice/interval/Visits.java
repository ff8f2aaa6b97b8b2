package io.sluice.interval;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;

/**
 * How many rows of each pair an episode has, if the logged policy is followed before some step and
 * another one from there on.
 *
 * <p>The states up to that step are those of the log; what follows is reckoned with the model. What
 * comes after a pair that was never seen is not known and counts as nothing.
 */
final class Visits {
  private final PlugIn plugIn;
  private final double[][] fixed; // before the step, by table and pair
  private final double[][] chosen; // from the step on

  private Visits(PlugIn plugIn) {
    this.plugIn = plugIn;
    fixed = new double[plugIn.tables()][plugIn.pairs];
    chosen = new double[plugIn.tables()][plugIn.pairs];
  }

  static Visits of(PlugIn plugIn, int first, Policy.Rule policy) {
    Shape shape = plugIn.shape;
    Visits visits = new Visits(plugIn);
    for (int k = 1; k < first; k++) {
      visits.add(visits.fixed, k, plugIn.share(k).toArray(), plugIn.behavior::probability);
    }
    double[] met = plugIn.share(first).toArray();
    for (int k = first; k <= shape.horizon(); k++) {
      double[] mass = visits.add(visits.chosen, k, met, policy);
      met = k == shape.horizon() ? met : plugIn.arriving(k, mass);
    }
    return visits;
  }

  /** Rows of one step, added where they belong. */
  private double[] add(double[][] rows, int step, double[] met, Policy.Rule policy) {
    double[] mass = new double[plugIn.pairs];
    for (int x = 0; x < plugIn.shape.states(); x++) {
      for (int a = 0; met[x] > 0 && a < plugIn.shape.actions(); a++) {
        int pair = plugIn.pair(x, a);
        mass[pair] = met[x] * policy.probability(step, x, a);
        rows[plugIn.table(step)][pair] += mass[pair];
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
