package io.sluice.features;

import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.LearningData.Kept;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What outcomes are expected to be at the rows that are learned from, by boosted trees from other
 * folds ({@link BoostedFit}), for the targets of a policy tree.
 *
 * <p>Folds are those of a hash of the cluster, not the log's: a part of a log to learn from need
 * not have episodes of every fold, and the number of trees is chosen on a fold of its own.
 */
final class BoostedOutcomes {
  /** E[y | x, a] at a row of a step. */
  @FunctionalInterface
  interface Expected {
    double at(int row, int action);
  }

  private final TreeBooster booster;
  private final TreeRows rows;
  private final boolean always;

  BoostedOutcomes(TreeBooster booster, TreeRows rows, boolean always) {
    this.booster = booster;
    this.rows = rows;
    this.always = always;
  }

  /**
   * None where only ridge regressions are to be used.
   *
   * @param learned which episodes are learned from
   */
  static Optional<BoostedOutcomes> of(
      LearningData data, Predicate<Kept> learned, FeatureSettings settings, Basis basis) {
    if (settings.nuisance() == NuisanceChoice.RIDGE) {
      return Optional.empty();
    }
    TreeRows rows = rows(data, learned, settings.seed(), basis);
    boolean always = settings.nuisance() == NuisanceChoice.BOOSTED;
    return Optional.of(new BoostedOutcomes(TreeBooster.found(), rows, always));
  }

  /** Rows at the same places as in {@link StepRows}, in folds of their own. */
  static TreeRows rows(LearningData data, Predicate<Kept> learned, long seed, Basis basis) {
    TreeRows rows = new TreeRows(data.source(), basis);
    data.view(learned, (step, row, into) -> {})
        .forEach(e -> rows.add(e, Draw.part(e.cluster(), seed, rows.folds())));
    return rows;
  }

  /**
   * Boosted trees in place of ridge regressions, if they are always to be used or predict better on
   * rows that neither has seen.
   *
   * @param step from 1
   * @param y the outcome of every row of the step
   * @param ridge from other folds too
   */
  Expected orBetter(int step, double[] y, Expected ridge) {
    List<BoostedTrees> others =
        IntStream.range(0, rows.folds())
            .parallel()
            .mapToObj(f -> new BoostedFit(booster, rows, f).values(step, y).trees())
            .toList();
    List<TreeRows.Row> all = rows.step(step);
    Expected boosted =
        (i, a) -> {
          TreeRows.Row row = all.get(i);
          return others.get(row.fold).predict(row.seen, a);
        };
    return always || loss(all, y, boosted) < loss(all, y, ridge) ? boosted : ridge;
  }

  private static double loss(List<TreeRows.Row> all, double[] y, Expected expected) {
    double loss = 0;
    for (int i = 0; i < y.length; i++) {
      double off = y[i] - expected.at(i, all.get(i).action);
      loss += off * off;
    }
    return loss;
  }
}
