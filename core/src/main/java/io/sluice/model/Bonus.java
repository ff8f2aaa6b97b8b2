package io.sluice.model;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;

/**
 * A bound on the error of an estimated backup: |R̂ + P̂V − (R + PV)| ≤ b_h(x,a).
 *
 * <p>Computed step by step, from the last to the first, because a bound may depend on the value
 * bounds of the next step; most depend only on how often the pair was seen. A user may plug in
 * another; it must be valid for all pairs at once with probability 1−δ.
 */
public interface Bonus {
  /** For known models: no error. */
  Bonus NONE = of("none", 0, true, (step, visits) -> 0);

  /** A name for reports. */
  String name();

  /** δ: the probability with which any of the bounds may fail, as this bonus claims. */
  double delta();

  /**
   * The bounds of one step.
   *
   * @param next the values of the step after it, with their bounds; all 0 after the last
   */
  OfStep at(int step, StepValues next);

  /**
   * True only if the bounds are the same at every step, so that they need be computed only once.
   */
  default boolean isStationary() {
    return false;
  }

  /**
   * √(ln(|X||A|H/δ)/n): the bonus of the paper's simulations. A convention, not a proven bound.
   *
   * <p>A pair never seen has bonus H.
   */
  static Bonus paper(Shape shape, double delta) {
    double log = logPairs(shape, 1, delta);
    return of("paper", delta, true, (h, n) -> n == 0 ? shape.horizon() : Math.sqrt(log / n));
  }

  /**
   * V_max^(h)·√(ln(2|X||A|H/δ)/(2n)): Hoeffding's bound for the mean of r + V(x′), for all pairs
   * and steps at once.
   *
   * <p>What is random: the rewards and next states of the log, given which (state, action) each
   * episode met at step h. Given that, those of step h are independent, so with a model per step
   * the bound holds with probability 1−δ for a fixed V. Pooled over steps it is used as the paper
   * uses its own: n then counts rows that depend on each other through the states, and at the last
   * step have no next state, so it is not proven to hold at δ.
   *
   * <p>A pair never seen has bonus H.
   */
  static Bonus hoeffding(Shape shape, ValueRange range, double delta) {
    double log = logPairs(shape, 2, delta);
    return of(
        "hoeffding",
        delta,
        (h, n) -> n == 0 ? shape.horizon() : range.top(h) * Math.sqrt(log / (2.0 * n)));
  }

  /**
   * min{ √(2 v̂ L/n) + 7 V_max^(h) L/(3(n−1)), V_max^(h)·√(ln(8|X||A|H/δ)/(2n)) } with L =
   * ln(4|X||A|H/δ): adapts to how much r + V(x′) varies, see {@link Bernstein} for v̂ and for why
   * it holds.
   *
   * <p>With a model per step the bound holds with probability 1−δ, as {@link #hoeffding} does;
   * pooled over steps it is not proven to hold at δ. It is never more than
   * √(ln(8|X||A|H/δ)/ln(2|X||A|H/δ)) times {@code hoeffding}, a few percent: the price of taking
   * the smaller of two bounds is a quarter of δ.
   *
   * <p>A pair never seen has bonus H.
   *
   * @param counts the log
   * @param model the estimate from it, and the only model that this bonus may be used with
   * @param shape gives the number of pairs: more states may exist than the log has
   */
  static Bonus bernstein(
      TransitionCounts counts, Model model, Shape shape, ValueRange range, double delta) {
    return new Bernstein(
        model,
        RewardSpread.of(counts, model),
        shape,
        range,
        delta,
        logPairs(shape, 4, delta),
        logPairs(shape, 8, delta));
  }

  /** β times this bonus, as tuned by learners. Below 1 it has no guarantee. */
  default Bonus scaled(double scale) {
    if (!(scale >= 0)) {
      throw new IllegalArgumentException("bonus: the scale must be at least 0, got " + scale);
    }
    return scale == 1 ? this : new ScaledBonus(this, scale);
  }

  /** A user's own bonus that depends on nothing but step and n. */
  static Bonus of(String name, double delta, Formula formula) {
    return of(name, delta, false, formula);
  }

  private static Bonus of(String name, double delta, boolean stationary, Formula formula) {
    return new Bonus() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double delta() {
        return delta;
      }

      @Override
      public OfStep at(int step, StepValues next) {
        return (pair, visits) -> formula.at(step, visits);
      }

      @Override
      public boolean isStationary() {
        return stationary;
      }
    };
  }

  /** The bounds of one step, pair by pair. */
  @FunctionalInterface
  interface OfStep {
    /**
     * The bound for a pair.
     *
     * @param pair its row in the model, {@link Model#pair}
     * @param visits n, how often it was seen; 0 included
     */
    double of(int pair, long visits);
  }

  /** b as a function of step and n. */
  @FunctionalInterface
  interface Formula {
    double at(int step, long visits);
  }

  private static double logPairs(Shape shape, double sides, double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("bonus: δ must lie in (0, 1), got " + delta);
    }
    return Math.log(sides * shape.states() * shape.actions() * shape.horizon() / delta);
  }
}
