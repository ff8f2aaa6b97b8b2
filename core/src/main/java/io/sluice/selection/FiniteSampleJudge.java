package io.sluice.selection;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.WholeInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Estimates;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.List;

/**
 * Judges by the higher of two bounds, with half of δ each: {@link SharpInterval} added up over the
 * steps, and {@link WholeInterval}, which the learning part tunes. Models are one per step.
 */
final class FiniteSampleJudge implements ModelJudge {
  private final TransitionCounts learning;
  private final Model expected; // the learning part's
  private final TransitionCounts holdout;
  private final Model model;
  private final InducedShift shift;
  private final ValueRange range;
  private final Guarantee.FiniteSample guarantee;
  private final List<Part> errors;

  FiniteSampleJudge(
      Estimates learning,
      Estimates holdout,
      Policy behavior,
      ValueRange range,
      Guarantee.FiniteSample guarantee,
      List<Part> errors) {
    this.learning = learning.counts();
    this.expected = learning.model(Pooling.PER_STEP);
    this.holdout = holdout.counts();
    this.model = holdout.model(Pooling.PER_STEP);
    this.shift = InducedShift.of(model, behavior);
    this.range = range;
    this.guarantee = guarantee;
    this.errors = List.copyOf(errors);
  }

  @Override
  public Policy behavior() {
    return shift.behavior();
  }

  @Override
  public Gain total(Policy policy, double delta) {
    Gain sharp = Gain.below(sharp(policy, delta / 2).total(), delta);
    Gain whole = Gain.below(whole(policy, delta / 2), delta);
    return sharp.lower() > whole.lower() ? sharp : whole;
  }

  @Override
  public List<Gain> steps(Policy policy, double delta) {
    return sharp(policy, delta).steps().stream().map(step -> Gain.below(step, delta)).toList();
  }

  /**
   * Half of δ for the model, whose errors matter on both sides, and half for the sampling of
   * states, where only one does: bounds on both sides at δ fail below with δ/2.
   */
  private EffectProfile sharp(Policy policy, double delta) {
    Backups backups = Backups.of(model, guarantee.bonus().of(holdout, model, delta / 2), range);
    EffectProfile profile =
        SharpInterval.profile(ModelEvaluation.of(holdout, backups, shift, policy), delta);
    return errors.isEmpty() ? profile : profile.widened(errors, new Failure(0, 0));
  }

  /** Asks nothing about π_b, so that no error of it need be charged. */
  private Interval whole(Policy policy, double delta) {
    double spread = WholeInterval.of(learning, expected, range, policy).spreadPerEpisode();
    return WholeInterval.of(holdout, model, range, policy).at(spread, Gain.bothSides(delta));
  }
}
