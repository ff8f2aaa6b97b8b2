package io.sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * The bonuses of a step's pairs: computed by the {@link Bonus}, or read from a table where they are
 * the same at every step, so that each is computed once and not H times.
 */
final class StepBonus {
  private final Model model;
  private final Bonus.OfStep formula;
  private final double @Nullable [] table; // by pair

  private StepBonus(Model model, Bonus.OfStep formula, double @Nullable [] table) {
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

  /** Subtracts the bonus of each pair of a block from its score. */
  void subtract(Block block, double[] scores) {
    int first = block.firstRow();
    int size = block.pairs();
    if (table == null) {
      for (int i = 0; i < size; i++) {
        scores[i] -= formula.of(first + i, model.visits(first + i));
      }
      return;
    }
    double[] bonus = table;
    for (int i = 0; i < size; i++) {
      scores[i] -= bonus[first + i];
    }
  }
}
