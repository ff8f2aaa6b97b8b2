package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.inputs.Holdout;
import io.sluice.interval.FusedInterval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;

/**
 * The intervals of the library as methods of a coverage study, with the settings each is meant to
 * be used with.
 */
public final class Makers {
  private Makers() {}

  /** A model interval on the whole log. */
  public static CoverageStudy.Method model(
      ModelInterval method, Pooling pooling, Bonus bonus, Policy behavior, Policy evaluated) {
    return new CoverageStudy.Method(
        method.methodName(),
        (first, second) -> {
          TransitionCounts all = first.plus(second);
          Backups backups =
              Backups.of(Model.estimate(all, pooling), bonus, ValueRange.of(all.shape()));
          return method.profile(ModelEvaluation.of(all, backups, behavior, evaluated));
        });
  }

  /** The efficient interval on the whole log, from counts. */
  public static CoverageStudy.Method efficient(
      Pooling pooling, Policy behavior, Policy evaluated, double delta) {
    return new CoverageStudy.Method(
        "efficient",
        (first, second) -> {
          TransitionCounts all = first.plus(second);
          Model model = Model.estimate(all, pooling);
          ValueRange range = ValueRange.of(all.shape());
          return EfficientInterval.profile(
              Influences.of(all, model, range, behavior, evaluated), delta);
        });
  }

  /**
   * The theorem with inputs from the first half, the second half being the holdout.
   *
   * @param successors the declared number of possible next states of a pair
   */
  public static CoverageStudy.Method theorem(
      TheoremInterval.Reading reading,
      Policy behavior,
      Policy evaluated,
      int successors,
      double delta) {
    return new CoverageStudy.Method(
        reading == TheoremInterval.Reading.MEAN ? "theorem" : "theorem-per-state",
        (first, second) ->
            TheoremInterval.profile(
                Estimates.of(first),
                Holdout.of(second),
                behavior,
                evaluated,
                ValueRange.of(first.shape()),
                first.shape(),
                successors,
                step -> false,
                delta,
                reading));
  }

  /** The theorem with fused inputs, cross-fitted over the two halves. */
  public static CoverageStudy.Method fused(Policy behavior, Policy evaluated, double delta) {
    return new CoverageStudy.Method(
        "fused",
        (first, second) ->
            FusedInterval.profile(
                Estimates.of(first),
                Estimates.of(second),
                behavior,
                evaluated,
                ValueRange.of(first.shape()),
                first.shape(),
                step -> false,
                delta));
  }
}
