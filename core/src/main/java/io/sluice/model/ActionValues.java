package io.sluice.model;

import io.sluice.mdp.Policy;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The values of the actions of one state at one step, given the values of the next step: the
 * paper's formulas.
 *
 * <p>{@link #at} moves to a state, and the other methods are about that state. Pessimistic and
 * optimistic values include the bonus and are not clipped.
 */
public final class ActionValues {
  private final Model model;
  private final StepBonus bonus;
  private final @Nullable InducedShift shift;
  private final int step;
  private final ValueArrays next;
  private final @Nullable ShiftNoise noise; // if the shift is shrunk
  private final LoggedAverage loggedGap; // Σ p_b Γ
  private final LoggedAverage loggedValue; // Σ p_b V̂
  private final LoggedAverage loggedGapBelow; // Σ p_b (V̂ − V̂_p)
  private @Nullable PolicyShift policyShift; // once it is needed
  private int state;
  private int first; // the row of the state's first action

  ActionValues(OneStep of) {
    this.model = of.model();
    this.bonus = of.bonus();
    this.shift = of.shift();
    this.step = of.step();
    this.next = of.next();
    this.noise = shift != null && shift.isShrunk() ? new ShiftNoise(shift, step, next) : null;
    this.loggedGap = new LoggedAverage(a -> expected(a, next.gap));
    this.loggedValue = new LoggedAverage(a -> expected(a, next.mid));
    this.loggedGapBelow = new LoggedAverage(a -> point(a) - lowPoint(a));
  }

  /** Moves to a state and returns itself. */
  public ActionValues at(int state) {
    this.state = state;
    first = model.pair(step, state, 0);
    return this;
  }

  /** How many actions there are. */
  public int actions() {
    return model.shape().actions();
  }

  /** Whether the log has the action in this state. */
  public boolean isVisited(int action) {
    return model.isVisited(first + action);
  }

  /** R̂(x,a). */
  public double reward(int action) {
    return model.reward[first + action];
  }

  /** b_h(x,a). */
  public double bonus(int action) {
    return bonus.of(first + action);
  }

  /** Q̂(x,a) = R̂ + Σ P̂V̂, {@code eq:empirical-Q-value}. */
  public double point(int action) {
    return reward(action) + expected(action, next.mid);
  }

  /** R̂ + Σ P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  public double pessimistic(int action) {
    return lowPoint(action) - bonus(action);
  }

  private double lowPoint(int action) {
    return reward(action) + expected(action, next.low);
  }

  /** R̂ + Σ P̂V̂_o + b. */
  public double optimistic(int action) {
    return reward(action) + expected(action, next.high) + bonus(action);
  }

  /** Σ_x′ P̂(x′|x,a) v(x′). */
  private double expected(int action, double[] v) {
    return RowSums.of(model.next, first + action, v);
  }

  /**
   * Σ_x′ |Δ̂(x′|x,a)| Γ(x′): the uncertainty about later steps that the action carries with it
   * because it moves the next state. 0 at a step declared exogenous.
   *
   * <p>Where the shift is shrunk to the part k of it: k·Σ|Δ̂|Γ + (1−k)·(|Σ Δ̂V̂| + the most that a
   * shift hidden by noise can carry), the second never more than Σ|Δ̂|Γ.
   */
  public double carried(int action) {
    if (requireShift().isExogenous(step)) {
      return 0;
    }
    double all = carriedInFull(action);
    if (noise == null) {
      return all;
    }
    double kept = noise.at(state).kept(action);
    double hidden = Math.abs(shiftedValue(action)) + noise.undetected(action);
    return kept * all + (1 - kept) * Math.min(all, hidden);
  }

  /** How a policy moves the next state, for this state until the next call. */
  public PolicyShift shiftOf(Policy evaluated) {
    if (policyShift == null) {
      policyShift = new PolicyShift(model, requireShift(), step, next, noise);
    }
    return policyShift.at(state, evaluated);
  }

  /** Whether it was seen, but never where a next state could follow. */
  public boolean hasNoNext(int action) {
    return isVisited(action) && model.next.isEmpty(first + action);
  }

  /** Σ|Δ̂|Γ = Σ p_b Γ + Σ_{x′ after (x,a)} (|p − p_b| − p_b) Γ, see {@link InducedShift}. */
  private double carriedInFull(int action) {
    int row = first + action;
    SparseRows rows = model.next;
    double[] weights = requireShift().weights(step);
    double ofRow = RowSums.of(weights, rows.column, next.gap, rows.start[row], rows.start[row + 1]);
    return Math.max(0, loggedGap.average() + ofRow); // below 0 only by rounding
  }

  /** Σ Δ̂(x′|x,a)V̂(x′). */
  private double shiftedValue(int action) {
    return loggedValue.deviation(action);
  }

  /**
   * The part of Σ Δ̂(x′|x,a)V̂(x′) that is removed, by shrinking the shift or because the step is
   * declared exogenous; 0 where neither is so.
   */
  public double removedShift(int action) {
    if (requireShift().isExogenous(step)) {
      return shiftedValue(action);
    }
    double removed = noise == null ? 0 : 1 - noise.at(state).kept(action);
    return removed == 0 ? 0 : removed * shiftedValue(action);
  }

  /**
   * Σ Δ̂⁺(V̂_o − V̂) + Σ Δ̂⁻(V̂ − V̂_p): the carried uncertainty as the authors' released program
   * has it.
   */
  public double carriedBySign(int action) {
    SparseRows rows = model.next;
    double[] behaviorNext = requireShift().behaviorNext(step);
    double sum = loggedGapBelow.average();
    for (int k = rows.start[first + action]; k < rows.start[first + action + 1]; k++) {
      int x = rows.column[k];
      double delta = rows.value[k] - behaviorNext[k];
      sum += Math.max(delta, 0) * (next.high[x] - next.mid[x]);
      sum += (Math.max(-delta, 0) - behaviorNext[k]) * (next.mid[x] - next.low[x]);
    }
    return sum;
  }

  private InducedShift requireShift() {
    if (shift == null) {
      throw new IllegalStateException("action values: no shift was given, so none is carried");
    }
    return shift;
  }

  /** f(a) of every action and Σ_a π_b(a|x) f(a): computed once for a state. */
  private final class LoggedAverage {
    private final IntToDoubleFunction f;
    private final double[] ofActions = new double[actions()];
    private int computedFor = -1;
    private double average;

    LoggedAverage(IntToDoubleFunction f) {
      this.f = f;
    }

    double average() {
      if (computedFor != state) {
        computedFor = state;
        average = 0;
        Policy logged = requireShift().behavior();
        for (int a = 0; a < ofActions.length; a++) {
          ofActions[a] = f.applyAsDouble(a);
          average += logged.probability(step, state, a) * ofActions[a];
        }
      }
      return average;
    }

    /** f(a) − Σ_a π_b(a|x) f(a). */
    double deviation(int action) {
      double average = average();
      return ofActions[action] - average;
    }
  }
}
