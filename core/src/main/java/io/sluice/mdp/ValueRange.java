package io.sluice.mdp;

/**
 * How much reward can still be collected, as declared and never as seen: V_max^(h).
 *
 * <p>Rewards of one step lie in [0, 1], so V_max^(h) = H−h+1, lowered to {@code cap} where a whole
 * episode's return is known not to exceed it.
 *
 * @param horizon H
 * @param cap the largest possible return of an episode; {@code horizon} when nothing better is
 *     known
 * @param afterEnd what each step that an ended episode does not have counts as: 0, unless 0 in the
 *     user's units is something else in [0, 1] units
 */
public record ValueRange(int horizon, double cap, double afterEnd) {
  public ValueRange {
    if (!(cap > 0 && cap <= horizon)) {
      throw new IllegalArgumentException(
          "value range: the return cap must lie in (0, %d], got %s".formatted(horizon, cap));
    }
    if (!(afterEnd >= 0 && afterEnd <= 1)) {
      throw new IllegalArgumentException(
          "value range: what a step after the end counts as must lie in [0, 1], got " + afterEnd);
    }
  }

  public ValueRange(int horizon, double cap) {
    this(horizon, cap, 0);
  }

  /** The range that follows from rewards in [0, 1] alone. */
  public static ValueRange of(Shape shape) {
    return new ValueRange(shape.horizon(), shape.horizon());
  }

  /** V_max^(h); 0 after the last step. */
  public double top(int step) {
    return Math.min(horizon - step + 1, cap);
  }

  /** The value, at a step, of an episode that ended before it. */
  public double ended(int step) {
    return Math.min(top(step), afterEnd * (horizon - step + 1));
  }
}
