package io.sluice.simulation;

import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.Occupancy;
import io.sluice.model.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * What estimators try to find out, exactly: the effects of one policy against an environment's
 * behavior, and values.
 *
 * @param effects α^(h), step h at index h−1, {@code eq:estimand-of-interest}
 * @param immediate θ^(h), {@code eq:immediate-TE-estimand}
 * @param value V_π
 * @param behaviorValue V_πb
 */
public record Truth(
    List<Double> effects, List<Double> immediate, double value, double behaviorValue) {

  public static Truth of(Environment environment, Policy evaluated) {
    Policy behavior = environment.behavior();
    Backups exact = exact(environment);
    ValueTable values = exact.evaluate(evaluated);
    List<StateVector> visited =
        Occupancy.forward(environment.model(), behavior, environment.start());
    List<Double> effects = new ArrayList<>();
    List<Double> immediate = new ArrayList<>();
    for (int h = 1; h <= environment.shape().horizon(); h++) {
      ActionValues q = exact.actionValues(h, values.at(h + 1));
      double effect = 0;
      double now = 0;
      for (int x = 0; x < environment.shape().states(); x++) {
        double share = visited.get(h - 1).at(x);
        q.at(x);
        for (int a = 0; a < q.actions(); a++) {
          double change = share * (evaluated.probability(h, x, a) - behavior.probability(h, x, a));
          effect += change * q.point(a);
          now += change * q.reward(a);
        }
      }
      effects.add(effect);
      immediate.add(now);
    }
    return new Truth(
        List.copyOf(effects),
        List.copyOf(immediate),
        value(environment, evaluated),
        value(environment, behavior));
  }

  public double effect(int step) {
    return effects.get(step - 1);
  }

  /** V_π. */
  public static double value(Environment environment, Policy policy) {
    ValueTable values = exact(environment).evaluate(policy);
    return environment.start().dot(values.at(1).point());
  }

  /** The best policy of all. */
  public static Policy optimalPolicy(Environment environment) {
    return Learner.VI.learn(exact(environment), environment.behavior()).policy();
  }

  private static Backups exact(Environment environment) {
    return Backups.exact(environment.model(), environment.range());
  }

  public static double optimum(Environment environment) {
    return value(environment, optimalPolicy(environment));
  }
}
