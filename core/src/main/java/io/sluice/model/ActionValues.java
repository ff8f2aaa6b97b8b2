package io.sluice.model;

/**
 * One step of looking ahead: what each action of one state is worth, given the values of the next
 * step.
 *
 * <p>A cursor: {@link #at} moves it to a state, the other methods speak of that state. All learners
 * and intervals read their backups from here. Pessimistic and optimistic values include the bonus
 * and are not clipped.
 */
public final class ActionValues {
  /** How much a caller will ask for; asking for more costs time. */
  enum Depth {
    POINT,
    BOUNDS,
    SHIFT
  }

  private final Model model;
  private final Bonus.OfStep bonusOf;
  private final InducedShift shift;
  private final int step;
  private final Depth depth;
  private final double[] low;
  private final double[] mid;
  private final double[] high;
  private final double[] behaviorNext;
  private final double[] lowAhead; // Σ p·V̂_p for each action
  private final double[] midAhead;
  private final double[] highAhead;
  private final double[] shifted; // Σ (|p − p_b| − p_b)·Γ for each action
  private final double[] bonuses;
  private int state;
  private int first;
  private double behaviorGap; // Σ_x′ p_b Γ
  private double behaviorAhead; // Σ_x′ p_b V̂
  private final ShiftNoise noise; // if the shift is shrunk

  ActionValues(
      Model model, Bonus bonus, InducedShift shift, int step, StepValues next, Depth depth) {
    this.model = model;
    this.bonusOf = bonus.at(step, next);
    this.shift = shift;
    this.step = step;
    this.depth = depth;
    low = next.pessimistic().toArray();
    mid = next.point().toArray();
    high = next.optimistic().toArray();
    behaviorNext = depth == Depth.SHIFT ? shift.behaviorNext(step) : null;
    int actions = model.shape().actions();
    lowAhead = new double[actions];
    midAhead = new double[actions];
    highAhead = new double[actions];
    shifted = new double[actions];
    noise = depth == Depth.SHIFT && shift.isShrunk() ? new ShiftNoise(model, shift, step) : null;
    bonuses = new double[actions];
  }

  /** Moves to a state and returns itself. */
  public ActionValues at(int state) {
    this.state = state;
    first = model.pair(step, state, 0);
    behaviorGap = 0;
    behaviorAhead = 0;
    for (int a = 0; a < midAhead.length; a++) {
      bonuses[a] = bonusOf.of(first + a, model.visits(first + a));
      switch (depth) {
        case POINT -> midAhead[a] = ahead(a, mid);
        case BOUNDS -> loadBounds(a);
        case SHIFT -> loadShift(a);
      }
    }
    if (noise != null) {
      noise.load(state, behaviorNext, low, high);
    }
    return this;
  }

  private void loadBounds(int action) {
    SparseRows next = model.next;
    double l = 0;
    double m = 0;
    double u = 0;
    for (int k = next.start[first + action], end = next.start[first + action + 1]; k < end; k++) {
      int x = next.column[k];
      double p = next.value[k];
      l += p * low[x];
      m += p * mid[x];
      u += p * high[x];
    }
    lowAhead[action] = l;
    midAhead[action] = m;
    highAhead[action] = u;
  }

  private void loadShift(int action) {
    SparseRows next = model.next;
    double l = 0;
    double m = 0;
    double u = 0;
    double s = 0;
    for (int k = next.start[first + action], end = next.start[first + action + 1]; k < end; k++) {
      int x = next.column[k];
      double p = next.value[k];
      double pb = behaviorNext[k];
      l += p * low[x];
      m += p * mid[x];
      u += p * high[x];
      s += (Math.abs(p - pb) - pb) * (high[x] - low[x]);
    }
    lowAhead[action] = l;
    midAhead[action] = m;
    highAhead[action] = u;
    shifted[action] = s;
    double logged = shift.behavior().probability(step, state, action);
    behaviorGap += logged * (u - l);
    behaviorAhead += logged * m;
  }

  private double ahead(int action, double[] values) {
    SparseRows next = model.next;
    double sum = 0;
    for (int k = next.start[first + action], end = next.start[first + action + 1]; k < end; k++) {
      sum += next.value[k] * values[next.column[k]];
    }
    return sum;
  }

  /** How many actions there are. */
  public int actions() {
    return midAhead.length;
  }

  public boolean isVisited(int action) {
    return model.isVisited(first + action);
  }

  /** R̂(x,a). */
  public double reward(int action) {
    return model.reward(first + action);
  }

  /** b_h(x,a). */
  public double bonus(int action) {
    return bonuses[action];
  }

  /** Q̂(x,a) = R̂ + Σ P̂V̂, {@code eq:empirical-Q-value}. */
  public double point(int action) {
    return reward(action) + midAhead[action];
  }

  /** R̂ + Σ P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  public double pessimistic(int action) {
    double ahead = depth == Depth.POINT ? ahead(action, low) : lowAhead[action];
    return reward(action) + ahead - bonus(action);
  }

  /** R̂ + Σ P̂V̂_o + b. */
  public double optimistic(int action) {
    double ahead = depth == Depth.POINT ? ahead(action, high) : highAhead[action];
    return reward(action) + ahead + bonus(action);
  }

  /**
   * Σ_x′ |Δ̂(x′|x,a)| Γ(x′): the later steps' uncertainty that this action cannot avoid. 0 at a
   * step declared exogenous.
   *
   * <p>Where the shift is shrunk to the part k of it: k·Σ|Δ̂|Γ + (1−k)·(|Σ Δ̂V̂| + the most that a
   * shift too small to be told from noise can carry).
   */
  public double carried(int action) {
    requireShift();
    if (shift.isExogenous(step)) {
      return 0;
    }
    double all =
        Math.max(0, behaviorGap + shifted[action]); // no term is negative, but for rounding
    if (noise == null) {
      return all;
    }
    double hidden = Math.abs(midAhead[action] - behaviorAhead) + noise.undetected(action);
    return noise.kept(action) * all + (1 - noise.kept(action)) * Math.min(all, hidden);
  }

  /** The part of Σ Δ̂(x′|x,a)V̂(x′) that shrinking or a declaration has taken off. */
  public double takenOff(int action) {
    requireShift();
    double part = shift.isExogenous(step) ? 1 : noise == null ? 0 : 1 - noise.kept(action);
    return part == 0 ? 0 : part * (midAhead[action] - behaviorAhead);
  }

  /**
   * Σ Δ̂⁺(V̂_o − V̂) + Σ Δ̂⁻(V̂ − V̂_p): the carried uncertainty as the authors' released program
   * has it.
   */
  public double carriedBySign(int action) {
    requireShift();
    SparseRows next = model.next;
    double sum = 0;
    for (int b = 0; b < midAhead.length; b++) {
      sum += shift.behavior().probability(step, state, b) * (midAhead[b] - lowAhead[b]);
    }
    for (int k = next.start[first + action], end = next.start[first + action + 1]; k < end; k++) {
      int x = next.column[k];
      double delta = next.value[k] - behaviorNext[k];
      sum += Math.max(delta, 0) * (high[x] - mid[x]);
      sum += (Math.max(-delta, 0) - behaviorNext[k]) * (mid[x] - low[x]);
    }
    return sum;
  }

  private void requireShift() {
    if (depth != Depth.SHIFT) {
      throw new IllegalStateException("action values: no shift was given, so none is carried");
    }
  }
}
