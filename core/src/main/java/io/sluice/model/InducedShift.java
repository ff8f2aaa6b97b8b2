package io.sluice.model;

import io.sluice.mdp.Policy;
import java.util.function.IntPredicate;

/**
 * How each action moves the next state compared with the logged policy: Δ̂(·|x,a) = P̂(·|x,a) −
 * P̂_b(·|x), {@code eq:shift-definition}, with P̂_b(·|x) = Σ_a π_b(a|x) P̂(·|x,a).
 *
 * <p>Never stored as a matrix, which would have |A| times the entries of P̂. Beside each stored
 * transition lies p_b = P̂_b(x′|x); where (x,a) has no transition to x′, Δ̂ is −p_b, and the sum of
 * those follows from a sum over all of P̂_b: Σ_x′ |Δ̂(x′|x,a)| Γ(x′) = Σ_x′ p_b Γ + Σ_{x′ after
 * (x,a)} (|p − p_b| − p_b) Γ.
 *
 * <p>On noisy data Δ̂ is never 0. {@link #shrunk} takes off what sampling alone would give, and
 * {@link #exogenous} takes a user's word that at some steps actions do not move the next state.
 */
public final class InducedShift {
  private final Model model;
  private final Policy behavior;
  private final boolean shrunk;
  private final IntPredicate exogenous;
  private final double[] forAllSteps; // p_b of each stored transition, if the same at every step

  private InducedShift(
      Model model, Policy behavior, boolean shrunk, IntPredicate exogenous, double[] behaviorNext) {
    this.model = model;
    this.behavior = behavior;
    this.shrunk = shrunk;
    this.exogenous = exogenous;
    this.forAllSteps = behaviorNext;
  }

  /** The plug-in estimate. */
  public static InducedShift of(Model model, Policy behavior) {
    behavior.shape().requireSame("induced shift: the behavior policy", model.shape());
    double[] behaviorNext = null;
    if (model.pooling() == Model.Pooling.PER_STEP) {
      behaviorNext = new double[model.next.entries()];
      for (int h = 1; h <= model.shape().horizon(); h++) {
        fill(model, behavior, h, behaviorNext);
      }
    } else if (behavior.isStationary()) {
      behaviorNext = new double[model.next.entries()];
      fill(model, behavior, 1, behaviorNext);
    }
    return new InducedShift(model, behavior, false, step -> false, behaviorNext);
  }

  /**
   * Shrunk towards P̂_b, as far as what was seen of Δ̂ can be noise: Δ̂(·|x,a) counts with 1 −
   * N/‖Δ̂‖₂², at least 0 (James and Stein), where N is what sampling alone would give ‖Δ̂‖₂² on
   * average. What shrinking may hide is charged: see {@link ActionValues#carried}.
   */
  public InducedShift shrunk() {
    return new InducedShift(model, behavior, true, exogenous, forAllSteps);
  }

  /** Steps declared exogenous: Δ := 0 there, and nobody doubts it. */
  public InducedShift exogenous(IntPredicate steps) {
    return new InducedShift(model, behavior, shrunk, steps, forAllSteps);
  }

  boolean isShrunk() {
    return shrunk;
  }

  /** Whether actions are declared not to move the next state at a step. */
  public boolean isExogenous(int step) {
    return exogenous.test(step);
  }

  public Model model() {
    return model;
  }

  public Policy behavior() {
    return behavior;
  }

  /** p_b of each stored transition at a step; not to be written to. */
  double[] behaviorNext(int step) {
    if (forAllSteps != null) {
      return forAllSteps;
    }
    double[] once = new double[model.next.entries()];
    fill(model, behavior, step, once);
    return once;
  }

  private static void fill(Model model, Policy behavior, int step, double[] behaviorNext) {
    SparseRows next = model.next;
    RowScratch row = new RowScratch(model.shape().states() + 1);
    for (int x = 0; x < model.shape().states(); x++) {
      int first = model.pair(step, x, 0);
      int last = first + model.shape().actions();
      for (int pair = first; pair < last; pair++) {
        double weight = behavior.probability(step, x, pair - first);
        for (int k = next.start[pair]; k < next.start[pair + 1]; k++) {
          row.add(next.column[k], weight * next.value[k]);
        }
      }
      for (int k = next.start[first]; k < next.start[last]; k++) {
        behaviorNext[k] = row.at(next.column[k]);
      }
      row.clear();
    }
  }
}
