package io.sluice.model;

import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;

/**
 * How far an estimated backup R̂ + P̂V may be from the true one, given how often the pair was seen:
 * b_h(x,a).
 *
 * <p>A user may plug in another; it must be valid for the pairs it is asked about, with probability
 * 1−δ for all at once.
 */
public interface Bonus {
  /** For known models: no error. */
  Bonus NONE = of("none", 0, (step, visits) -> 0);

  /** A name for reports. */
  String name();

  /** δ: with what probability any of the bounds may fail, by this bonus's own account. */
  double delta();

  /** The bound at a step for a pair that was seen so often; never seen included. */
  double at(int step, long visits);

  /**
   * √(ln(|X||A|H/δ)/n): the bonus of the paper's simulations. A convention, not a proven bound.
   *
   * <p>A pair never seen has bonus H.
   */
  static Bonus paper(Shape shape, double delta) {
    double log = logPairs(shape, 1, delta);
    return of("paper", delta, (h, n) -> n == 0 ? shape.horizon() : Math.sqrt(log / n));
  }

  /**
   * V_max^(h)·√(ln(2|X||A|H/δ)/(2n)): Hoeffding's bound for the mean of r + V(x′), for all pairs
   * and steps at once.
   *
   * <p>What is random: the rewards and next states of the log, given which (state, action) each
   * episode met at step h. Given that, those of step h are independent, so with a model per step
   * the bound holds with probability 1−δ for a fixed V. Pooled over steps it is used as the paper
   * uses its own: n then counts rows that depend on each other through the states, and at the last
   * step have no next state, so δ is nominal.
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

  /** β times this bonus: the learners' dial. Below 1 its guarantee is gone. */
  default Bonus scaled(double scale) {
    if (!(scale >= 0)) {
      throw new IllegalArgumentException("bonus: the scale must be at least 0, got " + scale);
    }
    return scale == 1
        ? this
        : of(scale + "·" + name(), delta(), (step, visits) -> scale * at(step, visits));
  }

  /** A user's own bonus. */
  static Bonus of(String name, double delta, Formula formula) {
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
      public double at(int step, long visits) {
        return formula.at(step, visits);
      }
    };
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
