package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.inputs.ShiftEstimate;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Evaluation;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;

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
          return method.profile(Evaluation.of(all, backups, behavior, evaluated));
        });
  }

  /**
   * The theorem with inputs from the first half, a model per step and {@code hoeffding} bounds
   * throughout, the second half being the holdout. δ is divided evenly among the three inputs and
   * the sampling of states.
   *
   * @param successors the declared number of possible next states of a pair
   */
  public static CoverageStudy.Method theorem(
      TheoremInterval.Reading reading,
      Policy behavior,
      Policy evaluated,
      int successors,
      double delta) {
    double each = delta / 4;
    return new CoverageStudy.Method(
        reading == TheoremInterval.Reading.MEAN ? "theorem" : "theorem-per-state",
        (first, second) -> {
          Shape shape = first.shape();
          ValueRange range = ValueRange.of(shape);
          Holdout holdout = Holdout.of(second);
          Model model = Model.estimate(first, Pooling.PER_STEP);
          Backups backups = Backups.of(model, Bonus.hoeffding(shape, range, each), range);
          Evaluation evaluation = Evaluation.of(first, backups, behavior, evaluated);
          List<Interval> steps = new ArrayList<>();
          for (int h = 1; h <= shape.horizon(); h++) {
            ImmediateEffect immediate =
                new BanditEstimator(first, h, behavior, evaluated, each).direct(Radius.HOEFFDING);
            ShiftEstimate shift =
                ShiftEstimate.of(first, h, behavior, evaluated, holdout, successors, each);
            steps.add(
                TheoremInterval.of(
                    immediate, evaluation.valueBounds(h + 1), shift, holdout, each, reading));
          }
          return new EffectProfile(steps, false);
        });
  }
}
