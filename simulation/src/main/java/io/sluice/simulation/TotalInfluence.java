package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import io.sluice.model.Occupancy;
import io.sluice.model.SparseRows;
import io.sluice.model.ValueTable;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The influence function of the plug-in estimate of V_π − V_πb at the truth, with a model per step;
 * see {@link EfficientLimit#ofTotal} for its parts.
 */
final class TotalInfluence {
  private final Environment environment;
  private final Shape shape;
  private final Model model;
  private final Policy evaluated;
  private final ValueTable ofEvaluated; // V
  private final ValueTable ofLogged; // V^b

  private TotalInfluence(Environment environment, Policy evaluated) {
    this.environment = environment;
    this.shape = environment.shape();
    this.model = environment.model();
    this.evaluated = evaluated;
    Backups exact = Backups.exact(model);
    this.ofEvaluated = exact.evaluate(evaluated);
    this.ofLogged = exact.evaluate(environment.behavior());
  }

  static EfficientLimit limit(Environment environment, Policy evaluated) {
    return new TotalInfluence(environment, evaluated).limit();
  }

  private EfficientLimit limit() {
    Policy logged = environment.behavior();
    List<StateVector> here = Occupancy.forward(model, logged, environment.start());
    List<StateVector> there = Occupancy.forward(model, evaluated, environment.start());
    double rows = 0;
    double known = 0;
    double unknown = 0;
    for (int k = 1; k <= shape.horizon(); k++) {
      double[] later = gain(k + 1);
      double[] loggedValue = ofLogged.at(k + 1).point().toArray();
      for (int x = 0; x < shape.states(); x++) {
        double[] leads = new double[shape.actions()]; // PW
        double[] worth = new double[shape.actions()]; // Q^b
        double[] taken = new double[shape.actions()];
        for (int a = 0; a < shape.actions(); a++) {
          int pair = model.pair(k, x, a);
          taken[a] = logged.probability(k, x, a);
          leads[a] = mean(pair, next -> later[next]);
          worth[a] = model.reward(pair) + mean(pair, next -> loggedValue[next]);
          double wanted = there.get(k - 1).at(x) * evaluated.probability(k, x, a);
          double seen = here.get(k - 1).at(x) * taken[a];
          rows += seen == 0 ? 0 : seen * ofRow(k, pair, wanted / seen - 1);
          requireTried(k, x, a, wanted, seen);
        }
        known += here.get(k - 1).at(x) * variance(taken, leads);
        unknown += here.get(k - 1).at(x) * variance(taken, worth);
      }
    }
    double[] first = gain(1);
    double ofStates = variance(environment.start().toArray(), first);
    return new EfficientLimit(ofStates, rows + known, 0, unknown - known);
  }

  /** W_k = V_k − V^b_k, the end included. */
  private double[] gain(int step) {
    double[] gain = ofEvaluated.at(step).point().toArray();
    double[] logged = ofLogged.at(step).point().toArray();
    for (int x = 0; x < gain.length; x++) {
      gain[x] -= logged[x];
    }
    return gain;
  }

  /** w²·Var r + Var[w·V(x′) + W(x′)], of a row of this pair. */
  private double ofRow(int step, int pair, double weight) {
    double[] value = ofEvaluated.at(step + 1).point().toArray();
    double[] gain = gain(step + 1);
    double mean = mean(pair, next -> weight * value[next] + gain[next]);
    double noise = environment.rewards().variance(pair, model.reward(pair));
    return weight * weight * noise
        + mean(
            pair,
            next -> {
              double away = weight * value[next] + gain[next] - mean;
              return away * away;
            });
  }

  private void requireTried(int step, int state, int action, double wanted, double seen) {
    if (wanted > 0 && seen == 0) {
      throw new IllegalArgumentException(
          "limit of %s at step %s: the behavior must try what the evaluated policy does, got none of %s in state %s"
              .formatted(
                  environment.name(),
                  step,
                  environment.actions().get(action),
                  environment.states().get(state)));
    }
  }

  /** Σ p·(value − mean)². */
  static double variance(double[] probabilities, double[] values) {
    double mean = 0;
    for (int i = 0; i < probabilities.length; i++) {
      mean += probabilities[i] * values[i];
    }
    double variance = 0;
    for (int i = 0; i < probabilities.length; i++) {
      variance += probabilities[i] * (values[i] - mean) * (values[i] - mean);
    }
    return variance;
  }

  /** Σ_x′ P(x′|x,a)·function(x′). */
  private double mean(int pair, IntToDoubleFunction function) {
    SparseRows next = model.next();
    double sum = 0;
    for (int i = next.start(pair); i < next.start(pair + 1); i++) {
      sum += next.value(i) * function.applyAsDouble(next.column(i));
    }
    return sum;
  }
}
