package io.sluice.interval;

import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.StepValues;

/**
 * Value bounds from a model per step with the {@code hoeffding} bonus, in which a pair never seen
 * has all of its range [0, V_max^(h)], and the middle of it as its estimate.
 *
 * <p>With R̂ = 0 and a bonus of H in the place of that, the bounds hold as well, but are not those
 * of r → 1 − r turned around: nothing that is true of a log says that what was never seen is worth
 * little.
 */
final class CenteredBackups {
  private CenteredBackups() {}

  /**
   * @param bonusShape the shape that the bonus counts pairs of
   * @param delta the probability with which any of the bounds may fail
   */
  static Backups of(Estimates part, Shape bonusShape, ValueRange range, double delta) {
    Model model = part.model(Model.Pooling.PER_STEP).withUnseen(step -> range.top(step) / 2);
    return Backups.of(model, centered(Bonus.hoeffding(bonusShape, range, delta), range), range);
  }

  private static Bonus centered(Bonus bonus, ValueRange range) {
    return new Bonus() {
      @Override
      public String name() {
        return bonus.name();
      }

      @Override
      public double delta() {
        return bonus.delta();
      }

      @Override
      public OfStep at(int step, StepValues next) {
        OfStep seen = bonus.at(step, next);
        return (pair, visits) -> visits == 0 ? range.top(step) / 2 : seen.of(pair, visits);
      }
    };
  }
}
