package io.sluice.mdp;

import java.io.Serializable;
import java.util.Optional;

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
 * @param floor the smallest possible return of an episode; 0 when nothing better is known
 */
public record ValueRange(int horizon, double cap, double afterEnd, double floor)
    implements Serializable {
  public ValueRange {
    if (!(cap > 0 && cap <= horizon)) {
      throw new IllegalArgumentException(
          "value range: the return cap must lie in (0, %s], got %s".formatted(horizon, cap));
    }
    if (!(afterEnd >= 0 && afterEnd <= 1)) {
      throw new IllegalArgumentException(
          "value range: what a step after the end counts as must lie in [0, 1], got " + afterEnd);
    }
    if (!(floor >= 0 && floor < cap)) {
      throw new IllegalArgumentException(
          "value range: the smallest return must lie in [0, %s), got %s".formatted(cap, floor));
    }
  }

  public ValueRange(int horizon, double cap, double afterEnd) {
    this(horizon, cap, afterEnd, 0);
  }

  public ValueRange(int horizon, double cap) {
    this(horizon, cap, 0);
  }

  /** The range that follows from rewards in [0, 1] alone. */
  public static ValueRange of(Shape shape) {
    return new ValueRange(shape.horizon(), shape.horizon());
  }

  /**
   * What returns can be, in [0, 1] units.
   *
   * @param rewards what one reward can be, in the user's units
   * @param returns what an episode's return was declared to be, in the user's units
   */
  public static ValueRange of(RewardRange rewards, int horizon, Optional<RewardRange> returns) {
    double cap = horizon;
    double floor = 0;
    if (returns.isPresent()) {
      double least = rewards.low() * horizon;
      cap = Math.min(cap, (returns.get().high() - least) / rewards.width());
      if (cap <= 0) {
        throw new SettingException(
            "return-range",
            "its upper end must be more than the least possible return %s, got %s"
                .formatted(least, returns.get().high()));
      }
      floor = Math.max(0, (returns.get().low() - least) / rewards.width());
      if (floor >= horizon) {
        throw new SettingException(
            "return-range",
            "its lower end must be less than the largest possible return %s, got %s"
                .formatted(rewards.high() * horizon, returns.get().low()));
      }
    }
    // Matters only where episodes end early, and then the range holds 0.
    return new ValueRange(horizon, cap, rewards.contains(0) ? rewards.zero() : 0, floor);
  }

  /** V_max^(h); 0 after the last step. */
  public double top(int step) {
    return Math.min(horizon - step + 1, cap);
  }

  /**
   * The least that can still be collected from a step on: what is missing to the smallest return
   * after as much as possible came before.
   */
  public double bottom(int step) {
    return Math.max(0, Math.min(top(step), floor - (step - 1)));
  }

  /** The value, at a step, of an episode that ended before it. */
  public double ended(int step) {
    return Math.min(top(step), afterEnd * (horizon - step + 1));
  }
}
