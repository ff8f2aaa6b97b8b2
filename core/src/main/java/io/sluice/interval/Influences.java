package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Influence.Drift;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.Threads;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import java.util.Arrays;
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
      double[] changes = plugIn.changes(k);
      for (int x = 0, pair = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++, pair++) {
          double q = plugIn.reward(k, pair) + (moves ? plugIn.ahead(k, pair) : 0);
          stateEffect[k][x] += changes[pair] * q;
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
    return of(counts, model, range, behavior, evaluated, exogenous, Threads.available());
  }

  /** The same, with other threads than one for each processor. */
  public static Influences of(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    return new Influences(
        new PlugIn(counts, model, range, behavior, evaluated, exogenous, threads));
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
    return ofStep(step, mass, moving, stateEffect[step]);
  }

  /**
   * @param start the first term, by state; what is estimated is its mean
   */
  private Influence ofStep(int step, double[][] mass, double[][] moving, double[] start) {
    double estimate = 0;
    for (int x = 0; x < plugIn.shape.states(); x++) {
      estimate += plugIn.share(step).at(x) * start[x];
    }
    if (!plugIn.pooled || step == 1) {
      return new Influence(
          plugIn, step, estimate, mass, moving, start, variance(step, start), Drift.NONE);
    }
    // Rows before the step, which a pooled model learns from too, also lead to its states.
    double[][] expected = expectedBefore(step, start);
    return new Influence(
        plugIn,
        step,
        estimate,
        mass,
        moving,
        start,
        variance(1, expected[1]),
        new Drift(
            0, (k, pair, next) -> k < step ? expected[k + 1][next] - expected[k][state(pair)] : 0));
  }

  /** The first term of a step's effect, expected under π_b from each state of the steps before. */
  private double[][] expectedBefore(int step, double[] start) {
    double[][] expected = new double[step + 1][];
    expected[step] = start;
    for (int k = step - 1; k >= 1; k--) {
      double[] here = averaged(k, expected[k + 1]);
      expected[k] = Arrays.copyOf(here, here.length + 1); // 0 at the end
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

  /**
   * Of the carried part of α^(h), ∫V_πΔ: what the step does to later rewards by moving the next
   * state. With the immediate effect, which is {@link #at} of a step declared exogenous, it makes
   * α^(h).
   */
  public Influence carried(int step) {
    Shape shape = plugIn.shape;
    double[][] mass = new double[shape.horizon() + 1][];
    double[][] moving = new double[shape.horizon() + 1][];
    mass[step] = new double[plugIn.pairs];
    moving[step] = plugIn.exogenous.test(step) ? mass[step] : ownMass(step);
    for (int k = step; k < shape.horizon(); k++) {
      mass[k + 1] = movedOn(k, moving[k]);
      moving[k + 1] = mass[k + 1];
    }
    double[] start = new double[shape.states() + 1];
    double[] changes = plugIn.changes(step);
    for (int x = 0; !plugIn.exogenous.test(step) && x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++) {
        start[x] += changes[plugIn.pair(x, a)] * plugIn.ahead(step, plugIn.pair(x, a));
      }
    }
    return ofStep(step, mass, moving, start);
  }

  /** d̂_h(x)(π−π_b)(a|x). */
  private double[] ownMass(int step) {
    double[] mass = plugIn.changes(step);
    for (int x = 0, pair = 0; x < plugIn.shape.states(); x++) {
      double share = plugIn.share(step).at(x);
      for (int a = 0; a < plugIn.shape.actions(); a++, pair++) {
        mass[pair] = share * mass[pair];
      }
    }
    return mass;
  }

  /** π(a|x′) Σ μ_k P̂. */
  private double[] movedOn(int step, double[] moving) {
    double[] arriving = plugIn.arriving(step, moving);
    double[] mass = plugIn.probabilities(plugIn.evaluated, step + 1);
    for (int x = 0, pair = 0; x < plugIn.shape.states(); x++) {
      for (int a = 0; a < plugIn.shape.actions(); a++, pair++) {
        mass[pair] = arriving[x] * mass[pair];
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
    Expected w = expected();
    return whole(
        total(plugIn.shape.horizon()),
        w.from[1],
        new Drift(0, (k, pair, next) -> w.from[k + 1][next] - w.after[k][state(pair)]));
  }

  /** Of V_π. */
  public Influence value() {
    Expected w = expected();
    double[][] logged = plugIn.valuesOf(plugIn.behavior);
    double[] start = w.from[1].clone();
    for (int x = 0; x < start.length; x++) {
      start[x] += logged[1][x];
    }
    return whole(
        total(plugIn.shape.horizon()) + returns(),
        start,
        new Drift(
            1,
            (k, pair, next) ->
                w.from[k + 1][next]
                    - w.after[k][state(pair)]
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

  /**
   * The effects of the steps from k on, expected under π_b.
   *
   * @param from W_k(x), by step and state; 0 after the last
   * @param after P̂_bW_{k+1}
   */
  private record Expected(double[][] from, double[][] after) {}

  private Expected expected() {
    Shape shape = plugIn.shape;
    double[][] from = new double[shape.horizon() + 2][shape.states() + 1];
    double[][] after = new double[shape.horizon() + 1][];
    for (int k = shape.horizon(); k >= 1; k--) {
      after[k] = averaged(k, from[k + 1]);
      for (int x = 0; x < shape.states(); x++) {
        from[k][x] = stateEffect[k][x] + after[k][x];
      }
    }
    return new Expected(from, after);
  }

  /** Σ_a π_b(a|x) Σ P̂v. */
  private double[] averaged(int step, double[] next) {
    double[] perPair = plugIn.ahead(step, next);
    double[] logged = plugIn.probabilities(plugIn.behavior, step);
    double[] average = new double[plugIn.shape.states()];
    for (int x = 0, pair = 0; x < average.length; x++) {
      for (int a = 0; a < plugIn.shape.actions(); a++, pair++) {
        average[x] += logged[pair] * perPair[pair];
      }
    }
    return average;
  }

  private int state(int pair) {
    return pair / plugIn.shape.actions();
  }
}
