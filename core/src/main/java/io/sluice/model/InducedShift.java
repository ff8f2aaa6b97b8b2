package io.sluice.model;

import io.sluice.mdp.Policy;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;

/**
 * How each action moves the next state compared with the logged policy: Δ̂(·|x,a) = P̂(·|x,a) −
 * P̂_b(·|x), {@code eq:shift-definition}, with P̂_b(·|x) = Σ_a π_b(a|x) P̂(·|x,a).
 *
 * <p>Never stored as a matrix, which would have |A| times the entries of P̂. With p_b = P̂_b(x′|x):
 * where (x,a) has no transition to x′, Δ̂ is −p_b, and the sum of those follows from a sum over all
 * of P̂_b: Σ_x′ |Δ̂(x′|x,a)| Γ(x′) = Σ_x′ p_b Γ + Σ_{x′ after (x,a)} (|p − p_b| − p_b) Γ. So one
 * weight beside each stored transition is enough; p_b itself is made for those who ask.
 *
 * <p>On noisy data Δ̂ is never 0. {@link #shrunk} takes off what sampling alone would give, and
 * {@link #exogenous} takes a user's word that at some steps actions do not move the next state.
 */
public final class InducedShift {
  private final Model model;
  private final Policy behavior;
  private final boolean shrunk;
  private final IntPredicate exogenous;
  private final Beside logged; // p_b of each stored transition
  private final Beside weights; // |p − p_b| − p_b

  private InducedShift(
      Model model,
      Policy behavior,
      boolean shrunk,
      IntPredicate exogenous,
      Beside logged,
      Beside weights) {
    this.model = model;
    this.behavior = behavior;
    this.shrunk = shrunk;
    this.exogenous = exogenous;
    this.logged = logged;
    this.weights = weights;
  }

  /** The plug-in estimate. */
  public static InducedShift of(Model model, Policy behavior) {
    behavior.shape().requireSame("induced shift: the behavior policy", model.shape());
    Beside logged = new Beside(model, behavior, (p, pb) -> pb);
    Beside weights = new Beside(model, behavior, (p, pb) -> Math.abs(p - pb) - pb);
    return new InducedShift(model, behavior, false, step -> false, logged, weights);
  }

  /**
   * Shrunk towards P̂_b, as far as what was seen of Δ̂ can be noise: Δ̂(·|x,a) counts with 1 −
   * N/‖Δ̂‖₂², at least 0 (James and Stein), where N is what sampling alone would give ‖Δ̂‖₂² on
   * average. What shrinking may hide is charged: see {@link ActionValues#carried}.
   */
  public InducedShift shrunk() {
    return new InducedShift(model, behavior, true, exogenous, logged, weights);
  }

  /** Steps declared exogenous: Δ := 0 there, and nobody doubts it. */
  public InducedShift exogenous(IntPredicate steps) {
    return new InducedShift(model, behavior, shrunk, steps, logged, weights);
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
    return logged.at(step);
  }

  /** |p − p_b| − p_b of each stored transition at a step; not to be written to. */
  double[] weights(int step) {
    return weights.at(step);
  }

  /** A number beside each stored transition, made when first asked for and kept. */
  private static final class Beside {
    private final Model model;
    private final Policy behavior;
    private final DoubleBinaryOperator of;
    private int step; // which the numbers are for; for all if nothing changes from step to step
    private double[] numbers;

    Beside(Model model, Policy behavior, DoubleBinaryOperator of) {
      this.model = model;
      this.behavior = behavior;
      this.of = of;
    }

    synchronized double[] at(int asked) {
      boolean perStep = model.pooling() == Model.Pooling.PER_STEP;
      boolean forAll = perStep || behavior.isStationary();
      if (numbers == null || !forAll && asked != step) {
        step = asked;
        numbers = new double[model.next.entries()];
        for (int h = 1; perStep && h <= model.shape().horizon(); h++) {
          fill(h);
        }
        if (!perStep) {
          fill(asked);
        }
      }
      return numbers;
    }

    private void fill(int step) {
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
          numbers[k] = of.applyAsDouble(next.value[k], row.at(next.column[k]));
        }
        row.clear();
      }
    }
  }
}
