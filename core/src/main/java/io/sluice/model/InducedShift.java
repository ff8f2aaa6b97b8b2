package io.sluice.model;

import io.sluice.mdp.Policy;

/**
 * How each action moves the next state compared with the logged policy: Δ̂(·|x,a) = P̂(·|x,a) −
 * P̂_b(·|x), {@code eq:shift-definition}, with P̂_b(·|x) = Σ_a π_b(a|x) P̂(·|x,a).
 *
 * <p>Never stored as a matrix, which would have |A| times the entries of P̂. Beside each stored
 * transition lies p_b = P̂_b(x′|x); where (x,a) has no transition to x′, Δ̂ is −p_b, and the sum of
 * those follows from a sum over all of P̂_b: Σ_x′ |Δ̂(x′|x,a)| Γ(x′) = Σ_x′ p_b Γ + Σ_{x′ after
 * (x,a)} (|p − p_b| − p_b) Γ.
 */
public final class InducedShift {
  private final Model model;
  private final Policy behavior;
  private final double[]
      forAllSteps; // p_b of each stored transition, if it is the same at every step

  private InducedShift(Model model, Policy behavior) {
    behavior.shape().requireSame("induced shift: the behavior policy", model.shape());
    this.model = model;
    this.behavior = behavior;
    if (model.pooling() == Model.Pooling.PER_STEP) {
      forAllSteps = new double[model.next.entries()];
      for (int h = 1; h <= model.shape().horizon(); h++) {
        fill(h, forAllSteps);
      }
    } else if (behavior.isStationary()) {
      forAllSteps = new double[model.next.entries()];
      fill(1, forAllSteps);
    } else {
      forAllSteps = null;
    }
  }

  public static InducedShift of(Model model, Policy behavior) {
    return new InducedShift(model, behavior);
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
    fill(step, once);
    return once;
  }

  private void fill(int step, double[] behaviorNext) {
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
