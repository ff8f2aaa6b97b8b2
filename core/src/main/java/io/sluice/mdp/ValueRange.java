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
 */
public record ValueRange(int horizon, double cap) {
  public ValueRange {
    if (!(cap > 0 && cap <= horizon)) {
      throw new IllegalArgumentException(
          "value range: the return cap must lie in (0, %d], got %s".formatted(horizon, cap));
    }
  }

  /** The range that follows from rewards in [0, 1] alone. */
  public static ValueRange of(Shape shape) {
    return new ValueRange(shape.horizon(), shape.horizon());
  }

  /** V_max^(h); 0 after the last step. */
  public double top(int step) {
    return Math.min(horizon - step + 1, cap);
  }
}
