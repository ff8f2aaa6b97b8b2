package io.sluice.fit;

import io.sluice.interval.Interval;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.ValueRange;

/**
 * What effects and values can be at all, in the user's units: no estimate and no bound leaves it.
 *
 * <p>Values from step h on lie in [V_min, V_max], as the declared ranges of rewards and returns
 * have it, so |α^(h)| ≤ V_max − V_min whatever the log says. Nothing is taken from the sample.
 */
final class PossibleEffects {
  private PossibleEffects() {}

  /** The interval of α^(h), as far as it is possible. */
  static Interval step(Fit fit, int step, Interval interval) {
    ValueRange range = fit.range();
    double most = (range.top(step) - range.bottom(step)) * fit.data().range().width();
    return interval.within(-most, most);
  }

  /** The interval of V_π − V_πb, as far as it is possible. */
  static Interval total(Fit fit, Interval interval) {
    return step(fit, 1, interval);
  }

  /** The interval of V_π, as far as it is possible. */
  static Interval value(Fit fit, Interval interval) {
    ValueRange range = fit.range();
    RewardRange rewards = fit.data().range();
    int horizon = range.horizon();
    return interval.within(
        rewards.value(range.bottom(1), horizon), rewards.value(range.top(1), horizon));
  }
}
