package io.sluice.model;

import io.sluice.mdp.Policy;

/**
 * The part of a state's estimated shift Δ̂ that sampling noise can explain, action by action.
 *
 * <p>If actions did not matter, Δ̂(·|x,a) = P̂(·|x,a) − P̂_b(·|x) would have covariance c·(diag p −
 * pp′) with c = (1−π_b(a))²/n_a + Σ_{b≠a} π_b(b)²/n_b and p the common distribution, for which P̂_b
 * stands in. So ‖Δ̂‖₂² would be c(1 − ‖p‖₂²) on average, with a standard deviation of at most
 * c·√2·‖p‖₂. A true shift hidden in that has ‖Δ‖₂² of about z times it, and carries at most ‖Δ‖₂
 * times ‖Γ‖₂ over the next states of the state (Cauchy and Schwarz). Asymptotically valid, for one
 * state at a time; no finite-sample guarantee.
 */
final class ShiftNoise {
  /** Two standard deviations. */
  private static final double Z = 2;

  private final Model model;
  private final Policy behavior;
  private final int step;
  private final double[] behaviorNext; // p_b of each stored transition
  private final ValueArrays values;
  private final double[] kept;
  private final double[] undetected;
  private double norm; // ‖p_b‖₂² = Σ_a π_b Σ_x′ P̂(x′|x,a) p_b
  private double gaps; // Σ Γ² over the state's next states, each counted once
  private int state = -1;

  /**
   * @param values of the next step
   */
  ShiftNoise(InducedShift shift, int step, ValueArrays values) {
    this.model = shift.model();
    this.behavior = shift.behavior();
    this.step = step;
    this.behaviorNext = shift.behaviorNext(step);
    this.values = values;
    kept = new double[model.shape().actions()];
    undetected = new double[kept.length];
  }

  /** Moves to a state and returns itself. */
  ShiftNoise at(int state) {
    if (this.state != state) {
      this.state = state;
      compute();
    }
    return this;
  }

  private void compute() {
    SparseRows next = model.next;
    double[] low = values.low;
    double[] high = values.high;
    int actions = model.shape().actions();
    int first = model.pair(step, state, 0);
    norm = 0;
    gaps = 0;
    double perRow = 0; // Σ_b π_b²/n_b
    for (int a = 0; a < actions; a++) {
      double logged = behavior.probability(step, state, a);
      if (logged == 0 || !model.isVisited(first + a)) {
        continue;
      }
      perRow += logged * logged / model.visits(first + a);
      for (int k = next.start[first + a]; k < next.start[first + a + 1]; k++) {
        double gap = high[next.column[k]] - low[next.column[k]];
        norm += logged * next.value[k] * behaviorNext[k];
        gaps += logged * next.value[k] / behaviorNext[k] * gap * gap;
      }
    }
    for (int a = 0; a < actions; a++) {
      long n = model.visits(first + a);
      if (n == 0) {
        kept[a] = 1; // no rows, so no noise in them
        undetected[a] = 0;
        continue;
      }
      double size = norm; // ‖Δ̂‖₂²
      for (int k = next.start[first + a]; k < next.start[first + a + 1]; k++) {
        double p = next.value[k];
        size += p * (p - 2 * behaviorNext[k]); // (p − p_b)² − p_b²
      }
      double c = perRow + (1 - 2 * behavior.probability(step, state, a)) / n;
      kept[a] = kept(c, size);
      undetected[a] = undetected(c);
    }
  }

  /**
   * The part that is kept of a shift Σ w_a P̂(·|x,a) whose weights sum to 0, from 0 to 1.
   *
   * @param c Σ w_a²/n_a
   * @param size ‖·‖₂² of the shift
   */
  double kept(double c, double size) {
    double expected = c * (1 - norm);
    return expected >= size ? 0 : 1 - expected / size;
  }

  /** The most that such a shift can carry if it is too small to be detected. */
  double undetected(double c) {
    return Math.sqrt(Z * c * Math.sqrt(2 * norm) * gaps);
  }

  /** The part of Δ̂ that is kept, from 0 to 1. */
  double kept(int action) {
    return kept[action];
  }

  /** The most that a shift too small to be detected can carry. */
  double undetected(int action) {
    return undetected[action];
  }
}
