package io.sluice.model;

import java.util.Arrays;

/**
 * One step of looking ahead: what each action of one state is worth, given the values of the next
 * step.
 *
 * <p>A cursor: {@link #at} moves it to a state, the other methods speak of that state. All learners
 * and intervals read their backups from here. Pessimistic and optimistic values include the bonus
 * and are not clipped. What is asked for is computed then, for all actions at once.
 *
 * <p>Those who work through all states move it to a block of them at a time: then {@link #size} is
 * the number of pairs in the block, numbered (state − first state)·|A| + action, and an "action" is
 * such a number.
 */
public final class ActionValues {
  private final Model model;
  private final StepBonus bonusOf;
  private final InducedShift shift;
  private final boolean exogenous;
  private final int step;
  private final int actions;
  private final NextValues next;
  private final double[] behaviorNext;
  // Made when first needed: on small problems even clearing them shows.
  private double[] low; // R̂ + Σ p·V̂_p for each pair
  private double[] mid;
  private double[] high;
  private double[] ahead; // Σ p·V̂, like the rest only if there is a shift
  private double[] gap; // Σ p·Γ
  private double[] carried; // Σ_x′ |Δ̂|Γ
  private double[] logged; // Σ_x′ p_b V̂ of the pair's state
  private double[] behavior; // π_b(a|x)
  private double[] bonuses;
  private final ShiftNoise noise; // if the shift is shrunk
  private boolean hasLow;
  private boolean hasMid;
  private boolean hasHigh;
  private boolean hasShift;
  private boolean hasBonus;
  private int state;
  private int first;
  private int size;
  private final int pairs; // room for so many
  private final double[] bounds = new double[2];

  /**
   * @param behaviorNext p_b of each stored transition, if there is a shift
   * @param states how many states a block may have
   */
  ActionValues(
      Model model,
      StepBonus bonusOf,
      InducedShift shift,
      int step,
      NextValues next,
      double[] behaviorNext,
      int states) {
    this.model = model;
    this.bonusOf = bonusOf;
    this.shift = shift;
    this.exogenous = shift != null && shift.isExogenous(step);
    this.step = step;
    this.next = next;
    this.behaviorNext = behaviorNext;
    actions = model.shape().actions();
    pairs = states * actions;
    noise =
        shift != null && shift.isShrunk()
            ? new ShiftNoise(model, shift.behavior(), step, pairs)
            : null;
  }

  /** Moves to a state and returns itself. */
  public ActionValues at(int state) {
    return at(state, state + 1);
  }

  /** Moves to states {@code from} … {@code to − 1} and returns itself. */
  ActionValues at(int from, int to) {
    state = from;
    first = model.pair(step, from, 0);
    size = (to - from) * actions;
    hasLow = false;
    hasMid = false;
    hasHigh = false;
    hasShift = false;
    hasBonus = false;
    return this;
  }

  /** How many actions there are. */
  public int actions() {
    return actions;
  }

  /** How many pairs there are to speak of: one for each action, unless this is at a block. */
  public int size() {
    return size;
  }

  public boolean isVisited(int action) {
    return model.isVisited(first + action);
  }

  /** R̂(x,a). */
  public double reward(int action) {
    return model.reward[first + action];
  }

  /** b_h(x,a). */
  public double bonus(int action) {
    if (!hasBonus) {
      hasBonus = true;
      bonuses = bonuses == null ? new double[pairs] : bonuses;
      bonusOf.write(first, size, bonuses);
    }
    return bonuses[action];
  }

  /** Q̂(x,a) = R̂ + Σ P̂V̂, {@code eq:empirical-Q-value}. */
  public double point(int action) {
    if (!hasMid && shift != null) {
      loadShift(); // those who gave a shift will ask for it, and one pass does for both
    } else if (!hasMid) {
      hasMid = true;
      mid = mid == null ? new double[pairs] : mid;
      Sweeps.points(model, first, size, next.mid, mid);
    }
    return mid[action];
  }

  /** R̂ + Σ P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  public double pessimistic(int action) {
    return lowPoint(action) - bonus(action);
  }

  private double lowPoint(int action) {
    if (!hasLow) {
      hasLow = true;
      low = low == null ? new double[pairs] : low;
      Sweeps.points(model, first, size, next.low, low);
    }
    return low[action];
  }

  /** R̂ + Σ P̂V̂_o + b. */
  public double optimistic(int action) {
    if (!hasHigh) {
      hasHigh = true;
      high = high == null ? new double[pairs] : high;
      Sweeps.points(model, first, size, next.high, high);
    }
    return high[action] + bonus(action);
  }

  /** Whether all points are there already. */
  boolean hasPoints() {
    return hasMid;
  }

  /** {@link #point} of one pair, without a look at the others. */
  double pointAlone(int action) {
    return hasMid ? mid[action] : Sweeps.point(model, first + action, next.mid);
  }

  /** Adds the share p of a pair's three values to those of its state, without a look at others. */
  void add(double p, int action, int state, double[] low, double[] mid, double[] high) {
    if (p == 0) {
      return;
    }
    mid[state] += p * pointAlone(action);
    if (low == mid) { // on a known model the three values are one
      return;
    }
    int pair = first + action;
    if (next.lowAndHigh != null) {
      Sweeps.bounds(model, pair, next.lowAndHigh, bounds);
    } else { // after the last step all three are 0
      bounds[0] = pointAlone(action);
      bounds[1] = bounds[0];
    }
    double bonus = hasBonus ? bonuses[action] : bonusOf.of(pair);
    low[state] += p * (bounds[0] - bonus);
    high[state] += p * (bounds[1] + bonus);
  }

  /**
   * Σ_x′ |Δ̂(x′|x,a)| Γ(x′): the later steps' uncertainty that this action cannot avoid. 0 at a
   * step declared exogenous.
   *
   * <p>Where the shift is shrunk to the part k of it: k·Σ|Δ̂|Γ + (1−k)·(|Σ Δ̂V̂| + the most that a
   * shift too small to be told from noise can carry).
   */
  public double carried(int action) {
    loadShift();
    if (noise == null) {
      return carried[action];
    }
    if (exogenous) {
      return 0;
    }
    double all = carried[action];
    double hidden = Math.abs(ahead[action] - logged[action]) + noise.undetected(action);
    return noise.kept(action) * all + (1 - noise.kept(action)) * Math.min(all, hidden);
  }

  /** The part of Σ Δ̂(x′|x,a)V̂(x′) that shrinking or a declaration has taken off. */
  public double takenOff(int action) {
    loadShift();
    if (noise == null && !exogenous) {
      return 0;
    }
    double part = exogenous ? 1 : 1 - noise.kept(action);
    return part == 0 ? 0 : part * (ahead[action] - logged[action]);
  }

  private void loadShift() {
    if (hasShift) {
      return;
    }
    requireShift();
    hasShift = true;
    hasMid = true;
    if (gap == null) {
      mid = new double[pairs];
      ahead = new double[pairs];
      gap = new double[pairs];
      carried = new double[pairs];
      logged = new double[pairs];
      behavior = new double[pairs];
    }
    Sweeps.aheadWithShift(
        model, behaviorNext, first, size, next.pointAndGap, mid, ahead, gap, carried);
    shift.behavior().write(step, state, state + size / actions, behavior);
    addLogged(behavior, gap, carried, actions, size);
    for (int i = 0; i < size; i++) {
      carried[i] = exogenous || carried[i] < 0 ? 0 : carried[i]; // below 0 only by rounding
    }
    if (exogenous || noise != null) {
      Arrays.fill(logged, 0);
      addLogged(behavior, ahead, logged, actions, size);
    }
    for (int x = state, i = 0; noise != null && i < size; x++, i += actions) {
      noise.load(x, i, behaviorNext, next.low, next.high);
    }
  }

  /** Adds Σ_a π_b(a|x)·(of a) to every pair of x. */
  private static void addLogged(
      double[] behavior, double[] of, double[] sums, int actions, int size) {
    for (int i = 0; i < size; i += actions) {
      double logged = 0;
      for (int a = i; a < i + actions; a++) {
        logged += behavior[a] * of[a];
      }
      for (int a = i; a < i + actions; a++) {
        sums[a] = logged + sums[a];
      }
    }
  }

  /** Writes all points; with the methods after it, a learner's scores pair by pair at once. */
  public void points(double[] into) {
    point(0);
    System.arraycopy(mid, 0, into, 0, size);
  }

  /**
   * Writes the point of the chosen action of each state; those of the block begin at {@code at}.
   */
  void pick(int[] winners, int at, double[] into) {
    point(0);
    double[] points = mid;
    for (int x = state, i = 0, n = size; i < n; x++, i += actions) {
      into[x] = points[i + winners[at + x - state]];
    }
  }

  /** Writes R̂ + Σ P̂V̂_p of all pairs: before the bonus. */
  public void lowPoints(double[] into) {
    lowPoint(0);
    System.arraycopy(low, 0, into, 0, size);
  }

  /** Writes all rewards. */
  public void rewards(double[] into) {
    System.arraycopy(model.reward, first, into, 0, size);
  }

  /** Takes the bonus off. */
  public void lessBonus(double[] scores) {
    bonus(0);
    double[] off = bonuses;
    for (int i = 0, n = size; i < n; i++) {
      scores[i] -= off[i];
    }
  }

  /** Takes off what shrinking or a declaration has taken off the shift. */
  public void lessTakenOff(double[] scores) {
    loadShift();
    for (int i = 0; (exogenous || noise != null) && i < size; i++) {
      scores[i] -= takenOff(i);
    }
  }

  /** Takes off what is carried from later steps. */
  public void lessCarried(double[] scores) {
    loadShift();
    double[] off = carried;
    for (int i = 0, n = size; noise == null && i < n; i++) {
      scores[i] -= off[i];
    }
    for (int i = 0; noise != null && i < size; i++) {
      scores[i] -= carried(i);
    }
  }

  /**
   * Σ Δ̂⁺(V̂_o − V̂) + Σ Δ̂⁻(V̂ − V̂_p): the carried uncertainty as the authors' released program
   * has it.
   */
  public double carriedBySign(int action) {
    requireShift();
    SparseRows rows = model.next;
    int own = action / actions; // the pair's state, within the block
    double sum = 0;
    for (int a = 0; a < actions; a++) {
      int i = own * actions + a;
      sum += shift.behavior().probability(step, state + own, a) * (point(i) - lowPoint(i));
    }
    for (int k = rows.start[first + action]; k < rows.start[first + action + 1]; k++) {
      int x = rows.column[k];
      double delta = rows.value[k] - behaviorNext[k];
      sum += Math.max(delta, 0) * (next.high[x] - next.mid[x]);
      sum += (Math.max(-delta, 0) - behaviorNext[k]) * (next.mid[x] - next.low[x]);
    }
    return sum;
  }

  private void requireShift() {
    if (shift == null) {
      throw new IllegalStateException("action values: no shift was given, so none is carried");
    }
  }
}
