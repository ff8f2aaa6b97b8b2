package io.sluice.model;

/**
 * The bonuses of a step's pairs: as the {@link Bonus} says, or read from a table where they are the
 * same at every step, so that a plan takes each root once and not H times.
 */
final class StepBonus {
  private final Model model;
  private final Bonus.OfStep formula;
  private final double[] table; // by pair; null if there is none

  private StepBonus(Model model, Bonus.OfStep formula, double[] table) {
    this.model = model;
    this.formula = formula;
    this.table = table;
  }

  static StepBonus of(Model model, Bonus.OfStep formula) {
    return new StepBonus(model, formula, null);
  }

  /** With a table, for a pooled model and a bonus that is the same at every step. */
  static StepBonus stationary(Model model, Bonus.OfStep formula, Threads.Team team) {
    double[] table = new double[model.reward.length];
    StepBonus asked = of(model, formula);
    team.each(
        table.length,
        () ->
            (from, to) -> {
              for (int pair = from; pair < to; pair++) {
                table[pair] = asked.of(pair);
              }
            });
    return new StepBonus(model, formula, table);
  }

  double of(int pair) {
    return table != null ? table[pair] : formula.of(pair, model.visits(pair));
  }

  boolean hasTable() {
    return table != null;
  }

  /** By pair; not to be written to. */
  double[] table() {
    return table;
  }

  void write(int first, int size, double[] into) {
    for (int i = 0; i < size; i++) {
      into[i] = formula.of(first + i, model.visits(first + i));
    }
  }
}
