package io.sluice.model;

import io.sluice.mdp.Policy;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The induced shift: how an action changes the distribution of the next state, compared with the
 * logged policy. Δ̂(·|x,a) = P̂(·|x,a) − P̂_b(·|x), {@code eq:shift-definition}, with P̂_b(·|x) =
 * Σ_a π_b(a|x) P̂(·|x,a).
 *
 * <p>Never stored as a matrix, which would have |A| times the entries of P̂. With p_b = P̂_b(x′|x):
 * where (x,a) has no transition to x′, Δ̂ is −p_b, and the sum of those follows from a sum over all
 * of P̂_b: Σ_x′ |Δ̂(x′|x,a)| Γ(x′) = Σ_x′ p_b Γ + Σ_{x′ after (x,a)} (|p − p_b| − p_b) Γ. So one
 * weight for each stored transition is enough; p_b itself is computed only where it is needed.
 *
 * <p>On noisy data Δ̂ is never 0. {@link #shrunk} removes the part that sampling noise can explain;
 * {@link #exogenous} sets it to 0 at steps where the user declares that actions do not move the
 * next state.
 */
public final class InducedShift {
  private final Model model;
  private final Policy behavior;
  private final boolean shrunk;
  private final IntPredicate exogenous;
  private final PerTransition logged; // p_b of each stored transition
  private final PerTransition weights; // |p − p_b| − p_b

  private InducedShift(
      Model model,
      Policy behavior,
      boolean shrunk,
      IntPredicate exogenous,
      PerTransition logged,
      PerTransition weights) {
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
    PerTransition logged = new PerTransition(model, behavior, (p, pb) -> pb);
    PerTransition weights = new PerTransition(model, behavior, (p, pb) -> Math.abs(p - pb) - pb);
    return new InducedShift(model, behavior, false, step -> false, logged, weights);
  }

  /**
   * Shrunk towards 0, as far as sampling noise can explain it: Δ̂(·|x,a) is multiplied by 1 −
   * N/‖Δ̂‖₂², at least 0 (James and Stein), where N is the mean of ‖Δ̂‖₂² under sampling noise
   * alone. What shrinking may hide is charged: see {@link ActionValues#carried}.
   */
  public InducedShift shrunk() {
    return new InducedShift(model, behavior, true, exogenous, logged, weights);
  }

  /** With Δ := 0 at steps that are declared exogenous; this is not tested here. */
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

  /** A number for each stored transition, computed when first needed and kept. */
  private static final class PerTransition {
    private final Model model;
    private final Policy behavior;
    private final DoubleBinaryOperator of;
    private volatile @Nullable Made made;

    PerTransition(Model model, Policy behavior, DoubleBinaryOperator of) {
      this.model = model;
      this.behavior = behavior;
      this.of = of;
    }

    double[] at(int step) {
      Made last = made;
      return last != null && last.serves(step) ? last.numbers : make(step);
    }

    private synchronized double[] make(int step) {
      Made last = made;
      if (last == null || !last.serves(step)) { // another thread may have made it by now
        double[] numbers = new double[model.next.entries()];
        boolean perStep = model.pooling() == Model.Pooling.PER_STEP;
        for (int h = perStep ? 1 : step; h <= (perStep ? model.shape().horizon() : step); h++) {
          fill(h, numbers);
        }
        last = new Made(step, perStep || behavior.isStationary(), numbers);
        made = last;
      }
      return last.numbers;
    }

    private void fill(int step, double[] numbers) {
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

    /**
     * @param step which the numbers are for
     * @param all whether they are for every other step as well
     */
    private record Made(int step, boolean all, double[] numbers) {
      boolean serves(int asked) {
        return all || asked == step;
      }
    }
  }
}
