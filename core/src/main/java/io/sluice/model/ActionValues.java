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
  private final double[] weights;
  private final double[] points; // of all pairs of the step, if they were made before
  private double[] room = new double[0]; // for what is looked up, if that is far
  // Made when first needed: on small problems even clearing them shows.
  private double[] low; // R̂ + Σ p·V̂_p for each pair
  private double[] mid;
  private double[] high;
  private double[] shifted; // Σ (|p − p_b| − p_b)·Γ
  private double[] ahead; // Σ p·Γ, then Σ p·V̂ if a part of the shift is not believed
  private double[] uncertain; // Σ_x′ p_b Γ of each state
  private double[] logged; // Σ_x′ p_b V̂ of each state, like Σ p·V̂
  private int[] stateOf; // of each pair, counted from the first
  private double[] chosenBonus; // of the chosen action of each state
  private double[] behavior; // π_b(a|x)
  private double[] bonuses; // those of the block begin at bonusAt
  private int bonusAt;
  private final ShiftNoise noise; // if the shift is shrunk
  private boolean hasLow;
  private boolean hasMid;
  private boolean hasHigh;
  private boolean hasShift;
  private boolean hasLogged;
  private boolean hasBonus;
  private int state;
  private int first;
  private int size;
  private final int pairs; // room for so many
  private final double[] values = new double[3]; // of one pair, without the bonus

  /**
   * @param weights |p − p_b| − p_b of each stored transition, if there is a shift
   * @param points R̂ + Σ p·V̂ of all pairs of the step, or room for it, if next states are
   *     {@linkplain Reach#FAR far}
   * @param states how many states a block may have
   */
  ActionValues(
      Model model,
      StepBonus bonusOf,
      InducedShift shift,
      int step,
      NextValues next,
      double[] weights,
      double[] points,
      int states) {
    this.model = model;
    this.bonusOf = bonusOf;
    this.shift = shift;
    this.exogenous = shift != null && shift.isExogenous(step);
    this.step = step;
    this.next = next;
    this.weights = weights;
    this.points = points;
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
    hasLogged = false;
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
      if (bonusOf.hasTable()) {
        bonuses = bonusOf.table();
        bonusAt = first;
      } else {
        bonuses = bonuses == null ? new double[pairs] : bonuses;
        bonusOf.write(first, size, bonuses);
      }
    }
    return bonuses[bonusAt + action];
  }

  private double bonusAlone(int action) {
    return hasBonus ? bonuses[bonusAt + action] : bonusOf.of(first + action);
  }

  /** Q̂(x,a) = R̂ + Σ P̂V̂, {@code eq:empirical-Q-value}. */
  public double point(int action) {
    if (!hasMid && shift != null) {
      loadShift(); // those who gave a shift will ask for it, and one pass does for both
    } else if (!hasMid) {
      hasMid = true;
      mid = mid == null ? new double[pairs] : mid;
      lookAhead(next.mid, mid, 0);
    }
    return mid[action];
  }

  /** Makes the {@linkplain #point points} of the block, for whoever comes to it later. */
  void makePoints() {
    lookAhead(next.mid, points, state * actions);
  }

  /** R̂ + Σ p·v of every pair, written from {@code at} on. */
  private void lookAhead(double[] v, double[] into, int at) {
    if (next.reach == Reach.FAR) {
      room = Sweeps.lookUp(model.next, first, size, v, room);
      Sweeps.pointsOf(model, first, size, room, into, at);
    } else {
      Sweeps.points(model, first, size, v, into, at);
    }
  }

  /** R̂ + Σ P̂V̂_p − b, {@code eq:pessimistic-Q-value}. */
  public double pessimistic(int action) {
    return lowPoint(action) - bonus(action);
  }

  private double lowPoint(int action) {
    if (!hasLow) {
      hasLow = true;
      low = low == null ? new double[pairs] : low;
      lookAhead(next.low, low, 0);
    }
    return low[action];
  }

  /** R̂ + Σ P̂V̂_o + b. */
  public double optimistic(int action) {
    if (!hasHigh) {
      hasHigh = true;
      high = high == null ? new double[pairs] : high;
      lookAhead(next.high, high, 0);
    }
    return high[action] + bonus(action);
  }

  /** {@link #point} of one pair, without a look at the others. */
  private double pointAlone(int action) {
    return hasMid ? mid[action] : Sweeps.point(model, first + action, next.mid);
  }

  /** Adds the share p of a pair's three values to those of its state, without a look at others. */
  void add(double p, int action, int state, NextValues here) {
    if (p == 0) {
      return;
    }
    if (!here.hasBounds()) {
      here.mid[state] += p * pointAlone(action);
      return;
    }
    Sweeps.values(model, first + action, next, values);
    double bonus = bonusAlone(action);
    here.low[state] += p * (values[0] - bonus);
    here.mid[state] += p * values[1];
    here.high[state] += p * (values[2] + bonus);
  }

  /**
   * Σ_x′ |Δ̂(x′|x,a)| Γ(x′): the later steps' uncertainty that this action cannot avoid. 0 at a
   * step declared exogenous.
   *
   * <p>Where the shift is shrunk to the part k of it: k·Σ|Δ̂|Γ + (1−k)·(|Σ Δ̂V̂| + the most that a
   * shift too small to be told from noise can carry).
   */
  public double carried(int action) {
    loadLogged();
    if (exogenous) {
      return 0;
    }
    double all =
        Math.max(0, uncertain[stateOf[action]] + shifted[action]); // not below but by rounding
    if (noise == null) {
      return all;
    }
    double hidden = Math.abs(ahead[action] - logged[stateOf[action]]) + noise.undetected(action);
    return noise.kept(action) * all + (1 - noise.kept(action)) * Math.min(all, hidden);
  }

  /** The part of Σ Δ̂(x′|x,a)V̂(x′) that shrinking or a declaration has taken off. */
  public double takenOff(int action) {
    loadLogged();
    if (noise == null && !exogenous) {
      return 0;
    }
    double part = exogenous ? 1 : 1 - noise.kept(action);
    return part == 0 ? 0 : part * (ahead[action] - logged[stateOf[action]]);
  }

  private void loadShift() {
    if (hasShift) {
      return;
    }
    requireShift();
    hasShift = true;
    hasMid = true;
    if (shifted == null) {
      mid = new double[pairs];
      shifted = new double[pairs];
    }
    if (points != null) {
      System.arraycopy(points, state * actions, mid, 0, size);
      room = Sweeps.lookUp(model.next, first, size, next.gap, room);
      Sweeps.shiftOf(model.next, weights, first, size, room, shifted);
    } else if (next.pointAndGap != null) {
      Sweeps.pointsAndShift(model, weights, first, size, next.pointAndGap, mid, shifted);
    } else {
      Sweeps.pointsAndShift(model, weights, first, size, next.mid, next.gap, mid, shifted);
    }
  }

  /** What the logged policy carries, and what is not believed: a choice needs neither. */
  private void loadLogged() {
    loadShift();
    if (hasLogged) {
      return;
    }
    hasLogged = true;
    int states = size / actions;
    if (behavior == null) {
      behavior = new double[pairs];
      ahead = new double[pairs];
      uncertain = new double[pairs / actions];
      logged = new double[pairs / actions];
      stateOf = new int[pairs];
      Arrays.setAll(stateOf, i -> i / actions);
    }
    shift.behavior().write(step, state, state + states, behavior);
    Sweeps.ahead(model.next, first, size, next.gap, ahead, 0);
    Sweeps.logged(behavior, ahead, uncertain, actions, states);
    if (exogenous || noise != null) {
      Sweeps.ahead(model.next, first, size, next.mid, ahead, 0);
      Sweeps.logged(behavior, ahead, logged, actions, states);
    }
    if (noise != null) {
      double[] behaviorNext = shift.behaviorNext(step);
      for (int x = state, i = 0; i < size; x++, i += actions) {
        noise.load(x, i, behaviorNext, next.low, next.high);
      }
    }
  }

  /** {@link #point} of every pair; not to be written to. */
  public double[] points() {
    point(0);
    return mid;
  }

  /** Writes {@link #pessimistic} of every pair. */
  public void pessimistic(double[] into) {
    lowPoint(0);
    less(low, 0, into);
  }

  /** Writes R̂ − b of every pair: what a bandit would be sure of. */
  public void immediate(double[] into) {
    less(model.reward, first, into);
  }

  /** Writes these values, which begin at an index, less the bonus. */
  private void less(double[] values, int at, double[] into) {
    bonus(0);
    double[] off = bonuses;
    for (int i = 0, k = bonusAt, n = size; i < n; i++, k++) {
      into[i] = values[at + i] - off[k];
    }
  }

  /**
   * Writes Q̂ − b − Σ|Δ̂|Γ of every pair, less what {@linkplain #takenOff is not believed}, up to a
   * number that is the same for all actions of a state: of Σ_x′ |Δ̂|Γ = Σ_x′ p_b Γ + Σ_{x′ after
   * (x,a)} (|p − p_b| − p_b) Γ a choice needs the second sum only.
   */
  public void selective(double[] into) {
    loadShift();
    bonus(0);
    if (noise != null || exogenous) {
      for (int i = 0; i < size; i++) {
        into[i] = mid[i] - takenOff(i) - bonus(i) - carried(i);
      }
      return;
    }
    Sweeps.selective(mid, bonuses, bonusAt, shifted, into, size);
  }

  /**
   * Settles the three values of the chosen action of each state, without a look at other actions.
   *
   * @param scored what they were chosen by; if it is {@link #points}, then V̂ is there already
   * @param winners the actions; those of the block begin at {@code at}
   */
  void choose(
      double[] scored, int[] winners, int at, NextValues here, double top, boolean clipPoint) {
    int states = size / actions;
    if (hasMid && scored != mid) {
      Chosen.pick(mid, actions, winners, at, states, here.mid, state);
    } else if (!hasMid) {
      Chosen.points(model, first, winners, at, states, next.mid, here.mid, state);
    }
    if (!here.hasBounds()) {
      here.layOut(state, state + states);
      return;
    }
    chosenBonus = chosenBonus == null ? new double[pairs / actions] : chosenBonus;
    for (int x = 0, i = 0; x < states; x++, i += actions) {
      chosenBonus[x] = bonusAlone(i + winners[at + x]);
    }
    Chosen.settle(
        model, first, winners, at, states, next, chosenBonus, here, state, top, clipPoint);
  }

  /**
   * Σ Δ̂⁺(V̂_o − V̂) + Σ Δ̂⁻(V̂ − V̂_p): the carried uncertainty as the authors' released program
   * has it.
   */
  public double carriedBySign(int action) {
    requireShift();
    SparseRows rows = model.next;
    double[] behaviorNext = shift.behaviorNext(step);
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
