package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Influence.Drift;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import java.util.function.IntPredicate;

/**
 * The influence functions of one evaluation: of every step's effect α^(h), of their sum V_π − V_πb,
 * and of V_π, the observed return plus that sum.
 */
public final class Influences {
  private final PlugIn plugIn;
  private final double[][] stateEffect; // Σ_a (π−π_b) Q̂_k, by step and state, the end included

  private Influences(PlugIn plugIn) {
    this.plugIn = plugIn;
    Shape shape = plugIn.shape;
    stateEffect = new double[shape.horizon() + 1][shape.states() + 1];
    for (int k = 1; k <= shape.horizon(); k++) {
      boolean moves = !plugIn.exogenous.test(k);
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++) {
          int pair = plugIn.pair(x, a);
          double q = plugIn.reward(k, pair) + (moves ? plugIn.ahead(k, pair) : 0);
          stateEffect[k][x] += plugIn.change(k, x, a) * q;
        }
      }
    }
  }

  /**
   * @param model estimated from these counts
   */
  public static Influences of(
      TransitionCounts counts, Model model, ValueRange range, Policy behavior, Policy evaluated) {
    return of(counts, model, range, behavior, evaluated, step -> false);
  }

  /**
   * The same with steps declared exogenous: there actions are taken not to move the next state, so
   * that α^(h) is the immediate effect.
   */
  public static Influences of(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous) {
    return new Influences(new PlugIn(counts, model, range, behavior, evaluated, exogenous));
  }

  PlugIn plugIn() {
    return plugIn;
  }

  /** Of α^(h). */
  public Influence at(int step) {
    Shape shape = plugIn.shape;
    double[][] mass = new double[shape.horizon() + 1][];
    double[][] moving = new double[shape.horizon() + 1][];
    mass[step] = ownMass(step);
    moving[step] = plugIn.exogenous.test(step) ? new double[plugIn.pairs] : mass[step];
    for (int k = step; k < shape.horizon(); k++) {
      mass[k + 1] = movedOn(k, moving[k]);
      moving[k + 1] = mass[k + 1];
    }
    if (!plugIn.pooled || step == 1) {
      double variance = variance(step, stateEffect[step]);
      return new Influence(
          plugIn, step, effect(step), mass, moving, stateEffect[step], variance, Drift.NONE);
    }
    // Rows before the step, which a pooled model learns from too, also lead to its states.
    double[][] expected = expectedBefore(step);
    return new Influence(
        plugIn,
        step,
        effect(step),
        mass,
        moving,
        stateEffect[step],
        variance(1, expected[1]),
        new Drift(
            0, (k, pair, next) -> k < step ? expected[k + 1][next] - expected[k][state(pair)] : 0));
  }

  /** The first term of a step's effect, expected under π_b from each state of the steps before. */
  private double[][] expectedBefore(int step) {
    double[][] expected = new double[step + 1][];
    expected[step] = stateEffect[step];
    for (int k = step - 1; k >= 1; k--) {
      double[] here = averaged(k, expected[k + 1]);
      expected[k] = java.util.Arrays.copyOf(here, here.length + 1); // 0 at the end
    }
    return expected;
  }

  private double variance(int step, double[] ofState) {
    double mean = 0;
    double squares = 0;
    for (int x = 0; x < ofState.length; x++) {
      mean += plugIn.share(step).at(x) * ofState[x];
    }
    for (int x = 0; x < ofState.length; x++) {
      squares += plugIn.share(step).at(x) * (ofState[x] - mean) * (ofState[x] - mean);
    }
    return squares;
  }

  /** d̂_h(x)(π−π_b)(a|x). */
  private double[] ownMass(int step) {
    double[] mass = new double[plugIn.pairs];
    for (int x = 0; x < plugIn.shape.states(); x++) {
      for (int a = 0; a < plugIn.shape.actions(); a++) {
        mass[plugIn.pair(x, a)] = plugIn.share(step).at(x) * plugIn.change(step, x, a);
      }
    }
    return mass;
  }

  /** π(a|x′) Σ μ_k P̂. */
  private double[] movedOn(int step, double[] moving) {
    double[] arriving = plugIn.arriving(step, moving);
    double[] mass = new double[plugIn.pairs];
    for (int x = 0; x < plugIn.shape.states(); x++) {
      for (int a = 0; arriving[x] != 0 && a < plugIn.shape.actions(); a++) {
        mass[plugIn.pair(x, a)] = arriving[x] * plugIn.evaluated.probability(step + 1, x, a);
      }
    }
    return mass;
  }

  private double effect(int step) {
    double sum = 0;
    for (int x = 0; x < plugIn.shape.states(); x++) {
      sum += plugIn.share(step).at(x) * stateEffect[step][x];
    }
    return sum;
  }

  /** Of V_π − V_πb. */
  public Influence total() {
    double[][] ahead = effectAhead();
    double[][] behind = underBehavior(ahead);
    return whole(
        total(plugIn.shape.horizon()),
        ahead[1],
        new Drift(0, (k, pair, next) -> ahead[k + 1][next] - behind[k][state(pair)]));
  }

  /** Of V_π. */
  public Influence value() {
    double[][] ahead = effectAhead();
    double[][] behind = underBehavior(ahead);
    double[][] logged = plugIn.valuesOf(plugIn.behavior);
    double[] start = ahead[1].clone();
    for (int x = 0; x < start.length; x++) {
      start[x] += logged[1][x];
    }
    return whole(
        total(plugIn.shape.horizon()) + returns(),
        start,
        new Drift(
            1,
            (k, pair, next) ->
                ahead[k + 1][next]
                    - behind[k][state(pair)]
                    + (k == plugIn.shape.horizon() ? 0 : logged[k + 1][next])
                    + plugIn.reward(k, pair)
                    - logged[k][state(pair)]));
  }

  /** The mean return, with what steps after an early end count as. */
  private double returns() {
    double ended = 0;
    for (int k = 1; k <= plugIn.shape.horizon(); k++) {
      ended += plugIn.share(k).at(plugIn.shape.end());
    }
    return plugIn.counts.meanReturn() + ended * plugIn.range.afterEnd();
  }

  private double total(int horizon) {
    double sum = 0;
    for (int k = 1; k <= horizon; k++) {
      sum += effect(k);
    }
    return sum;
  }

  private Influence whole(double estimate, double[] start, Drift drift) {
    int horizon = plugIn.shape.horizon();
    double[][] mass = new double[horizon + 1][];
    double[][] moving = new double[horizon + 1][];
    double[] carried = new double[plugIn.pairs];
    for (int k = 1; k <= horizon; k++) {
      double[] own = ownMass(k);
      mass[k] = sum(carried, own);
      moving[k] = plugIn.exogenous.test(k) ? carried : mass[k];
      carried = k == horizon ? carried : movedOn(k, moving[k]);
    }
    return new Influence(plugIn, 1, estimate, mass, moving, start, variance(1, start), drift);
  }

  private static double[] sum(double[] first, double[] second) {
    double[] sum = first.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += second[i];
    }
    return sum;
  }

  /** W_k(x): the effects of the steps from k on, expected under π_b; 0 after the last. */
  private double[][] effectAhead() {
    Shape shape = plugIn.shape;
    double[][] ahead = new double[shape.horizon() + 2][shape.states() + 1];
    for (int k = shape.horizon(); k >= 1; k--) {
      double[] later = averaged(k, ahead[k + 1]);
      for (int x = 0; x < shape.states(); x++) {
        ahead[k][x] = stateEffect[k][x] + later[x];
      }
    }
    return ahead;
  }

  /** P̂_bW_{k+1}. */
  private double[][] underBehavior(double[][] ahead) {
    double[][] behind = new double[plugIn.shape.horizon() + 1][];
    for (int k = 1; k <= plugIn.shape.horizon(); k++) {
      behind[k] = averaged(k, ahead[k + 1]);
    }
    return behind;
  }

  /** Σ_a π_b(a|x) Σ P̂v. */
  private double[] averaged(int step, double[] next) {
    double[] perPair = plugIn.ahead(step, next);
    double[] average = new double[plugIn.shape.states()];
    for (int x = 0; x < average.length; x++) {
      for (int a = 0; a < plugIn.shape.actions(); a++) {
        average[x] += plugIn.behavior.probability(step, x, a) * perPair[plugIn.pair(x, a)];
      }
    }
    return average;
  }

  private int state(int pair) {
    return pair / plugIn.shape.actions();
  }
}
