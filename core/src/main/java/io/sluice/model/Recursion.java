package io.sluice.model;

import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import org.jspecify.annotations.Nullable;

/**
 * The recursion over the steps, from the last to the first, that every learner, bound and exact
 * value is computed by. Uses differ in how the values of a block of states are computed from those
 * of the next step.
 */
final class Recursion {
  private final Backups backups;
  private final Model model;
  private final ValueLayout layout;
  private final boolean bounded;
  private final boolean withShift;

  Recursion(Backups backups, ValueLayout layout) {
    this.backups = backups;
    this.model = backups.model();
    this.layout = layout;
    this.bounded = backups.bonus() != Bonus.NONE;
    this.withShift = backups.hasShift();
  }

  /** The values of every step. */
  ValueTable run(Threads threads, StepBackup backup) {
    Shape shape = model.shape();
    ValueRange range = backups.range();
    ValueArrays next = ValueArrays.zero(model, layout, bounded, withShift);
    ValueArrays spare = ValueArrays.zero(model, layout, bounded, withShift);
    StepValues[] values = new StepValues[shape.horizon() + 1];
    values[shape.horizon()] = next.asStepValues();
    try (Threads.Team team = threads.team(model.transitions())) {
      StepBonus stationary = stationaryBonus(values[shape.horizon()], team);
      for (int h = shape.horizon(); h >= 1; h--) {
        ValueArrays here =
            spare.replacedBy(bounded, range.ended(h), range.top(h), backups.clipsPoint());
        StepBonus bonus =
            stationary != null ? stationary : StepBonus.of(model, backups.bonus().at(h, values[h]));
        OneStep step = new OneStep(model, backups.shift(), h, bonus, next);
        backUp(team, step, here, backup);
        spare = next;
        next = here;
        values[h - 1] = here.asStepValues();
      }
    }
    return new ValueTable(values);
  }

  /** The bonus of every pair, if it is the same at all steps; else {@code null}. */
  private @Nullable StepBonus stationaryBonus(StepValues afterTheLast, Threads.Team team) {
    if (!bounded || !model.tables().areShared() || !backups.bonus().isStationary()) {
      return null;
    }
    Bonus.OfStep formula = backups.bonus().at(model.shape().horizon(), afterTheLast);
    return StepBonus.stationary(model, formula, team);
  }

  private void backUp(Threads.Team team, OneStep step, ValueArrays here, StepBackup backup) {
    TwoValues next = step.next().pointAndGap;
    if (next != null) {
      next.prepare(team, step.step());
    }
    team.each(
        model.shape().states(),
        () -> {
          Block.Work block = backup.start(step, here);
          return (from, to) -> Block.each(model, step.step(), from, to, block);
        });
  }

  /** Starts the backup of one step in one thread. */
  @FunctionalInterface
  interface StepBackup {
    /**
     * @return what computes the values of a block of states
     */
    Block.Work start(OneStep step, ValueArrays here);
  }
}
