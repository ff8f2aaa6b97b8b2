package io.sluice.model;

import io.sluice.mdp.Policy;
import org.jspecify.annotations.Nullable;

/**
 * How a policy moves the next state of one state at one step, compared with the logged policy:
 * Δ̂(·|x,π) = Σ_a (π−π_b)(a|x) P̂(·|x,a), the shift of {@code thm:treatment-effect-CI}. It is 0
 * where π is π_b. Shifts of actions that cancel leave nothing, so that Σ|Δ̂(·|x,π)|Γ is never more
 * than Σ_a π(a|x) Σ|Δ̂(·|x,a)|Γ.
 */
public final class PolicyShift {
  private final Model model;
  private final InducedShift shift;
  private final int step;
  private final ValueArrays next;
  private final @Nullable ShiftNoise noise; // if the shift is shrunk
  private final RowScratch row;
  private double inFull; // Σ |Δ̂(x′|x,π)| Γ(x′)
  private double moved; // Σ Δ̂(x′|x,π) V̂(x′)
  private double size; // ‖Δ̂(·|x,π)‖₂²
  private double perRow; // Σ (π−π_b)²/n
  private double kept;
  private double undetected;

  PolicyShift(
      Model model, InducedShift shift, int step, ValueArrays next, @Nullable ShiftNoise noise) {
    this.model = model;
    this.shift = shift;
    this.step = step;
    this.next = next;
    this.noise = noise;
    this.row = new RowScratch(next.gap.length);
  }

  /** Moves to a state and returns itself. */
  PolicyShift at(int state, Policy evaluated) {
    perRow = 0;
    int first = model.pair(step, state, 0);
    for (int a = 0; a < model.shape().actions(); a++) {
      double change =
          evaluated.probability(step, state, a) - shift.behavior().probability(step, state, a);
      if (change != 0 && model.isVisited(first + a)) {
        perRow += change * change / model.visits(first + a);
        add(first + a, change);
      }
    }
    addUp();
    kept = noise == null ? 1 : noise.at(state).kept(perRow, size);
    undetected = noise == null ? 0 : noise.at(state).undetected(perRow);
    return this;
  }

  private void add(int pair, double weight) {
    SparseRows rows = model.next;
    for (int k = rows.start[pair]; k < rows.start[pair + 1]; k++) {
      row.add(rows.column[k], weight * rows.value[k]);
    }
  }

  private void addUp() {
    inFull = 0;
    moved = 0;
    size = 0;
    int[] columns = row.columns();
    for (int i = 0; i < row.size(); i++) {
      double delta = row.at(columns[i]);
      inFull += Math.abs(delta) * next.gap[columns[i]];
      moved += delta * next.mid[columns[i]];
      size += delta * delta;
    }
    row.clear();
  }

  /**
   * Σ_x′ |Δ̂(x′|x,π)| Γ(x′): the uncertainty about later steps that the policy carries with it. 0
   * at a step declared exogenous.
   *
   * <p>Where the shift is shrunk to the part k of it: k·Σ|Δ̂|Γ + (1−k)·(|Σ Δ̂V̂| + the most that a
   * shift hidden by noise can carry), the second never more than Σ|Δ̂|Γ.
   */
  public double carried() {
    if (shift.isExogenous(step)) {
      return 0;
    }
    return noise == null
        ? inFull
        : kept * inFull + (1 - kept) * Math.min(inFull, Math.abs(moved) + undetected);
  }

  /**
   * The part of Σ Δ̂(x′|x,π)V̂(x′) that is removed, by shrinking the shift or because the step is
   * declared exogenous; 0 where neither is so.
   */
  public double removed() {
    return shift.isExogenous(step) ? moved : (1 - kept) * moved;
  }
}
