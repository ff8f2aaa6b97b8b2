package io.sluice.influence;

import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Threads;
import io.sluice.model.TwoValues;

/**
 * The plug-in values of the evaluated policy and the effects of every step, computed backward over
 * the steps in one pass over the transitions.
 */
final class PlugInValues {
  private final PlugIn plugIn;
  private final Shape shape;
  private final Model model;

  /** V̂_k, neither bounded nor clipped, by step and state, the end included. */
  final double[][] values;

  /** Σ P̂V̂_{k+1}, by step and pair. */
  final double[][] ahead;

  /** Σ_a (π−π_b) Q̂_k, by step and state, the end included. */
  final double[][] stateEffect;

  /** W_k: the effects of the steps from k on, expected under π_b; 0 after the last step. */
  final double[][] laterEffects;

  PlugInValues(PlugIn plugIn) {
    this.plugIn = plugIn;
    this.shape = plugIn.shape;
    this.model = plugIn.model;
    int horizon = shape.horizon();
    values = new double[horizon + 2][shape.states() + 1];
    ahead = new double[horizon + 1][plugIn.pairs];
    stateEffect = new double[horizon + 1][shape.states() + 1];
    laterEffects = new double[horizon + 2][shape.states() + 1];
    try (Threads.Team team = plugIn.threads().team(model.transitions())) {
      TwoValues next = TwoValues.of(model, values[horizon + 1], laterEffects[horizon + 1]);
      for (int k = horizon; k >= 1; k--) {
        next = backUp(team, k, next);
      }
    }
  }

  /**
   * Computes V̂_k, Σ P̂V̂_{k+1}, the effect of the step and W_k.
   *
   * @param next V̂_{k+1} and W_{k+1}
   * @return V̂_k and W_k
   */
  private TwoValues backUp(Threads.Team team, int step, TwoValues next) {
    TwoValues here = next.before(values[step], laterEffects[step]);
    if (step < shape.horizon()) {
      next.prepare(team, step);
    }
    team.each(shape.states(), () -> (from, to) -> backUp(step, from, to, next, here));
    values[step][shape.end()] = plugIn.range.ended(step);
    here.update(shape.end());
    return here;
  }

  private void backUp(int step, int from, int to, TwoValues next, TwoValues here) {
    PolicyBlocks policies = new PolicyBlocks(plugIn, step, true);
    TwoValues.Expectations expectations = next.expectations();
    double[] later = new double[policies.behavior.length]; // Σ P̂W_{k+1}
    for (int x = from; x < to; x = policies.to()) {
      policies.at(x, to);
      if (step < shape.horizon()) {
        expectations.write(step, x, policies.to(), ahead[step], plugIn.pair(x, 0), later);
      }
      backUp(step, policies, later, here);
    }
  }

  /** The same for a block of states, given its expectations. */
  private void backUp(int step, PolicyBlocks policies, double[] later, TwoValues here) {
    double[] look = ahead[step];
    double onward =
        plugIn.exogenous.test(step) ? 0 : 1; // a factor instead of a branch: it is exact
    int actions = shape.actions();
    int row = model.pair(step, policies.from(), 0);
    for (int x = policies.from(), i = 0, pair = plugIn.pair(x, 0); x < policies.to(); x++) {
      double value = 0;
      double effect = 0;
      double onwards = 0;
      for (int end = i + actions; i < end; i++, pair++, row++) {
        double r = model.reward(row);
        double evaluated = policies.evaluated[i];
        double behavior = policies.behavior[i];
        value += evaluated * (r + look[pair]);
        effect += (evaluated - behavior) * (r + onward * look[pair]);
        onwards += behavior * later[i];
      }
      values[step][x] = value;
      stateEffect[step][x] = effect;
      laterEffects[step][x] = effect + onwards;
      here.update(x);
    }
  }
}
