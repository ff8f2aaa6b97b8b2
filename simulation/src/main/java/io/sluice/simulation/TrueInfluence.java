package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Occupancy;
import io.sluice.model.SparseRows;
import io.sluice.model.ValueTable;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** The influence function of α̂ at the truth; see {@link EfficientLimit} for its parts. */
final class TrueInfluence {
  private final Environment environment;
  private final Shape shape;
  private final Model model;
  private final int step;
  private final int pairs;
  private final boolean pooled;
  private final List<StateVector> visited; // d_k, step k at index k−1
  private final double[][] values; // V_k, by step, H+1 included
  private final double[][] occupancy; // μ_k, by step and x·|A| + a
  private final double[][] expected; // E[f(x_h) | x_k], by step k ≤ h and state; f itself at h
  private double ofActions; // E Var[Q_h(x_h,a) | x_h] under π_b

  TrueInfluence(Environment environment, Policy evaluated, int step, Pooling pooling) {
    this.environment = environment;
    this.shape = environment.shape();
    this.model = environment.model();
    this.step = step;
    this.pooled = pooling == Pooling.POOLED;
    this.visited = Occupancy.forward(model, environment.behavior(), environment.start());
    this.pairs = shape.states() * shape.actions();
    this.values = new double[shape.horizon() + 2][];
    this.occupancy = new double[shape.horizon() + 1][pairs];
    this.expected = new double[step + 1][shape.states() + 1];
    leave(evaluated);
    follow(evaluated);
    lookAhead();
  }

  /** V, then μ_h and f at the step where the behavior is left. */
  private void leave(Policy evaluated) {
    Backups exact = Backups.exact(model);
    ValueTable table = exact.evaluate(evaluated);
    for (int k = 1; k <= shape.horizon() + 1; k++) {
      values[k] = table.at(k).point().toArray();
    }
    ActionValues q = exact.actionValues(step, table.at(step + 1));
    for (int x = 0; x < shape.states(); x++) {
      q.at(x);
      double[] taken = new double[shape.actions()];
      double[] worth = new double[shape.actions()];
      for (int a = 0; a < shape.actions(); a++) {
        double logged = environment.behavior().probability(step, x, a);
        double change = evaluated.probability(step, x, a) - logged;
        occupancy[step][x * shape.actions() + a] = visited.get(step - 1).at(x) * change;
        expected[step][x] += change * q.point(a);
        taken[a] = logged;
        worth[a] = q.point(a);
      }
      ofActions += visited.get(step - 1).at(x) * TotalInfluence.variance(taken, worth);
    }
  }

  /** μ_{k+1}(x′,a) = π(a|x′) Σ μ_k P. */
  private void follow(Policy evaluated) {
    SparseRows next = model.next();
    for (int k = step; k < shape.horizon(); k++) {
      double[] arriving = new double[shape.states() + 1];
      for (int pair = 0; pair < pairs; pair++) {
        for (int i = next.start(row(k, pair)); i < next.start(row(k, pair) + 1); i++) {
          arriving[next.column(i)] += occupancy[k][pair] * next.value(i);
        }
      }
      for (int pair = 0; pair < pairs; pair++) {
        int x = pair / shape.actions();
        occupancy[k + 1][pair] =
            arriving[x] * evaluated.probability(k + 1, x, pair % shape.actions());
      }
    }
  }

  /** E[f(x_h) | x_k] = Σ_a π_b(a|x_k) Σ P·E[f(x_h) | x_{k+1}]. */
  private void lookAhead() {
    for (int k = step - 1; k >= 1; k--) {
      for (int pair = 0; pair < pairs; pair++) {
        int x = pair / shape.actions();
        double taken = environment.behavior().probability(k, x, pair % shape.actions());
        double[] later = expected[k + 1];
        expected[k][x] += taken * mean(row(k, pair), next -> later[next]);
      }
    }
  }

  EfficientLimit limit() {
    double rows = 0;
    double both = 0;
    for (int pair = 0; pair < pairs; pair++) {
      if (pooled) {
        rows += ofRows(1, shape.horizon(), pair);
        both += ofBoth(pair);
      } else {
        for (int k = step; k <= shape.horizon(); k++) {
          rows += ofRows(k, k, pair);
        }
      }
    }
    return new EfficientLimit(ofStates(), rows, both, ofActions);
  }

  /** Var f(x_h). */
  private double ofStates() {
    StateVector here = visited.get(step - 1);
    double[] f = expected[step];
    double mean = 0;
    for (int x = 0; x < shape.states(); x++) {
      mean += here.at(x) * f[x];
    }
    double variance = 0;
    for (int x = 0; x <= shape.end(); x++) {
      variance += here.at(x) * (f[x] - mean) * (f[x] - mean);
    }
    return variance;
  }

  /** N·w²·Var r + N′·E u², for the rows of one pair at the steps that share its estimate. */
  private double ofRows(int first, int last, int pair) {
    int row = row(first, pair);
    double mass = 0;
    for (int k = Math.max(first, step); k <= last; k++) {
      mass += occupancy[k][pair];
    }
    double noise = environment.rewards().variance(row, model.reward(row));
    double ofReward = mass == 0 ? 0 : mass * mass / seen(first, last, pair) * noise;
    double[] u = ofNext(first, last, pair);
    double ofNext = mean(row, next -> u[next] * u[next]);
    int lastMove = Math.min(last, shape.horizon() - 1);
    return ofReward + (ofNext == 0 ? 0 : rows(first, lastMove, pair) * ofNext);
  }

  /** 2 Σ_{k<h} d_k π_b·E[u(x′) f(x_h)], for the rows of one pair. */
  private double ofBoth(int pair) {
    double[] u = ofNext(1, shape.horizon(), pair);
    double sum = 0;
    for (int k = 1; k < step; k++) {
      double[] later = expected[k + 1];
      sum += 2 * rows(k, k, pair) * mean(row(k, pair), next -> u[next] * later[next]);
    }
    return sum;
  }

  /** u(x′), for each next state: Σ_k μ_k/N′·(V_{k+1}(x′) − PV_{k+1}). */
  private double[] ofNext(int first, int last, int pair) {
    double[] u = new double[shape.states() + 1];
    int lastMove = Math.min(last, shape.horizon() - 1);
    for (int k = Math.max(first, step); k <= lastMove; k++) {
      double mass = occupancy[k][pair];
      if (mass != 0) {
        double weight = mass / seen(first, lastMove, pair);
        double[] value = values[k + 1];
        double mean = mean(row(k, pair), next -> value[next]);
        for (int next = 0; next < u.length; next++) {
          u[next] += weight * (value[next] - mean);
        }
      }
    }
    return u;
  }

  private double seen(int first, int last, int pair) {
    double sum = rows(first, last, pair);
    if (!(sum > 0)) {
      throw new IllegalArgumentException(
          "limit of %s at step %s: the behavior must try what the evaluated policy does, got none of"
                  .formatted(environment.name(), step)
              + " %s in state %s at steps %s … %s"
                  .formatted(
                      environment.actions().get(pair % shape.actions()),
                      environment.states().get(pair / shape.actions()),
                      first,
                      last));
    }
    return sum;
  }

  /** Σ_k d_k(x) π_b(a|x): how many rows of a pair an episode has at some steps. */
  private double rows(int first, int last, int pair) {
    int x = pair / shape.actions();
    int a = pair % shape.actions();
    double sum = 0;
    for (int k = first; k <= last; k++) {
      sum += visited.get(k - 1).at(x) * environment.behavior().probability(k, x, a);
    }
    return sum;
  }

  /** Σ_x′ P(x′|x,a)·function(x′). */
  private double mean(int row, IntToDoubleFunction function) {
    SparseRows next = model.next();
    double sum = 0;
    for (int i = next.start(row); i < next.start(row + 1); i++) {
      sum += next.value(i) * function.applyAsDouble(next.column(i));
    }
    return sum;
  }

  private int row(int step, int pair) {
    return model.pair(step, 0, 0) + pair;
  }
}
