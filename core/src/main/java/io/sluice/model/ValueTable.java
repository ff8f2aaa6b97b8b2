package io.sluice.model;

/** V̂_p, V̂ and V̂_o at steps 1 … H+1, as computed by {@link Backups}. */
public final class ValueTable {
  private final StepValues[] steps;

  ValueTable(StepValues[] steps) {
    this.steps = steps;
  }

  public int horizon() {
    return steps.length - 1;
  }

  /** The values at a step; all 0 at H+1. */
  public StepValues at(int step) {
    if (step < 1 || step > steps.length) {
      throw new IllegalArgumentException(
          "value table: step must be one of 1 … %s, got %s".formatted(steps.length, step));
    }
    return steps[step - 1];
  }
}
