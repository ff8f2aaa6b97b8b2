package io.sluice.answers;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.Holdout;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.EfficientInterval;
import io.sluice.interval.Evaluation;
import io.sluice.interval.Failure;
import io.sluice.interval.FusedInterval;
import io.sluice.interval.Influences;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData.Halves;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All that intervals for effects are made from, whether the log was read or simulated. {@link
 * #profile} is the one place that knows how each kind is made.
 *
 * <p>What several kinds need is computed once.
 */
public final class Evidence {
  private final TransitionCounts counts;
  private final Optional<Halves> halves;
  private final ValueRange range;
  private final BehaviorPolicy behavior;
  private final Policy evaluated;
  private final Settings settings;
  private final Evaluation evaluation;

  /**
   * @param halves the same episodes in two parts, for those kinds that need a holdout
   * @param range what returns can be, in [0, 1] units
   */
  public Evidence(
      TransitionCounts counts,
      Optional<Halves> halves,
      ValueRange range,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings) {
    this.counts = counts;
    this.halves = halves;
    this.range = range;
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.settings = settings;
    Backups backups = settings.backups(counts, range);
    this.evaluation =
        Evaluation.of(
            counts, backups, settings.shift().on(backups.model(), behavior.policy()), evaluated);
  }

  /** The evaluated policy, looked at through the model. */
  Evaluation evaluation() {
    return evaluation;
  }

  /**
   * The intervals of all steps, in [0, 1] units, an estimated behavior policy charged for.
   *
   * @param kind one that is made from counts
   */
  public EffectProfile profile(IntervalKind kind) {
    return withBehaviorError(
        switch (kind) {
          case STANDARD -> ModelInterval.STANDARD.profile(evaluation);
          case SELECTIVE -> ModelInterval.SELECTIVE.profile(evaluation);
          case BANDIT -> ModelInterval.BANDIT.profile(evaluation);
          case SHARP ->
              SharpInterval.profile(evaluation, behavior.propensities(), settings.delta());
          case EFFICIENT ->
              EfficientInterval.profile(
                  influences(), settings.variance(), behavior.propensities(), settings.delta());
          case FUSED -> fused(parts(kind));
          case THEOREM, THEOREM_PER_STATE -> theorem(kind, parts(kind));
          case IPS, SNIPS, PDIS, WPDIS, DR, MIS, MODEL ->
              throw new IllegalArgumentException(kind + ": needs episodes, counts do not do");
        });
  }

  Influences influences() {
    return Influences.of(
        counts,
        evaluation.backups().model(),
        range,
        behavior.policy(),
        evaluated,
        settings.shift()::isExogenous);
  }

  /** {@code efficient} from episodes one by one: with its variance as written, or by clusters. */
  FromEpisodes efficient(boolean clustered) {
    Influences influences = influences();
    return new FromEpisodes(influences, new EpisodeSums(influences, influences::at, clustered));
  }

  /** All that {@code efficient} needs of the episodes, once it has been shown all of them. */
  final class FromEpisodes implements Consumer<Episode> {
    private final Influences influences;
    private final EpisodeSums sums;

    private FromEpisodes(Influences influences, EpisodeSums sums) {
      this.influences = influences;
      this.sums = sums;
    }

    @Override
    public void accept(Episode episode) {
      sums.accept(episode);
    }

    EffectProfile profile() {
      return withBehaviorError(
          EfficientInterval.profile(
              influences, sums.finished(), settings.variance(), settings.delta()));
    }
  }

  private Halves parts(IntervalKind kind) {
    Halves parts = halves.orElseThrow();
    if (parts.inputs().episodes() == 0 || parts.holdout().episodes() == 0) {
      throw new BadLogException(
          "interval %s: needs episodes in both halves of the log, got %d and %d"
              .formatted(kind, parts.inputs().episodes(), parts.holdout().episodes()));
    }
    return parts;
  }

  private EffectProfile fused(Halves parts) {
    return FusedInterval.profile(
        parts.inputs(),
        parts.holdout(),
        behavior.policy(),
        evaluated,
        range,
        settings.bonusShape(counts.shape()),
        settings.shift()::isExogenous,
        settings.delta());
  }

  private EffectProfile theorem(IntervalKind kind, Halves parts) {
    Shape bonusShape = settings.bonusShape(counts.shape());
    return TheoremInterval.profile(
        parts.inputs(),
        Holdout.of(parts.holdout()),
        behavior.policy(),
        evaluated,
        range,
        bonusShape,
        bonusShape.states() + 1,
        settings.shift()::isExogenous,
        behavior.propensities(),
        settings.delta(),
        kind.reading());
  }

  private EffectProfile withBehaviorError(EffectProfile profile) {
    List<Part> parts = behaviorErrors(behavior, range, profile.steps().size());
    return parts.isEmpty() ? profile : profile.widened(parts, new Failure(behavior.delta(), 0));
  }

  /**
   * An estimated π̂_b moves each α^(h) by at most ½‖π̂_b − π_b‖₁·V_max^(h); a known one by nothing.
   */
  static List<Part> behaviorErrors(BehaviorPolicy behavior, ValueRange range, int horizon) {
    List<Part> parts = new ArrayList<>();
    for (int h = 1; behavior.source() == BehaviorPolicy.Source.ESTIMATED && h <= horizon; h++) {
      double amount = behavior.errors().get(h - 1) * range.top(h);
      parts.add(Part.of("behavior policy estimated", "½‖π̂_b − π_b‖₁·V_max", amount));
    }
    return parts;
  }
}
