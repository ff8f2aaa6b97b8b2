package io.sluice.fit;

import io.sluice.baselines.Weights;
import io.sluice.influence.BehaviorFrequencies;
import io.sluice.influence.BettingSums;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influence;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.RobustSums;
import io.sluice.inputs.Holdout;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.FusedInterval;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Threads;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * How each kind of interval is made for one policy: from counts alone, or from sums over the log's
 * episodes that {@link Judgment} has collected. Every {@linkplain IntervalKind kind} but the
 * baselines is computed here, on first use.
 */
final class PolicyIntervals {
  /** The share of δ that {@code sharp} spends on bets, where it can bet. */
  private static final double BETTING_SHARE = 0.8;

  private final Fit fit;
  private final Policy policy;
  private final Lazy<ModelEvaluation> evaluation;
  private final Lazy<Influences> influences;

  PolicyIntervals(Fit fit, Policy policy) {
    this.fit = fit;
    this.policy = policy;
    this.evaluation =
        new Lazy<>(() -> ModelEvaluation.of(fit.counts(), fit.backups(), fit.shift(), policy));
    this.influences = new Lazy<>(() -> influences(fit.settings().shift()::isExogenous));
  }

  /** All intervals of one kind, in the user's units. */
  interface OfKind {
    Interval step(int step);

    Interval total();

    Interval value();

    default Optional<Weights> weights() {
      return Optional.empty();
    }
  }

  /** The policy, looked at through the model. */
  ModelEvaluation evaluation() {
    return evaluation.get();
  }

  Influences influences() {
    return influences.get();
  }

  /** With other steps taken to be exogenous. */
  Influences influences(IntPredicate exogenous) {
    // Against itself an estimate is no estimate: whatever the logged policy is, nothing changes.
    Optional<BehaviorFrequencies> frequencies =
        fit.behavior().frequencies().filter(f -> policy != fit.behavior().policy());
    Threads threads = Threads.available();
    return frequencies.isPresent()
        ? Influences.of(fit.sums(), fit.range(), frequencies.get(), policy, exogenous, threads)
        : Influences.of(
            fit.sums(), fit.range(), fit.behavior().policy(), policy, exogenous, threads);
  }

  /** {@code efficient} with its variance by episode. */
  OfKind efficient(InfluenceSums sums) {
    return ofProfile(
        IntervalKind.EFFICIENT,
        () ->
            EfficientInterval.profile(
                influences(),
                sums,
                fit.settings().variance(),
                fit.behavior().propensities(),
                delta()));
  }

  OfKind robust(RobustSums sums) {
    return ofProfile(
        IntervalKind.ROBUST,
        () -> RobustInterval.profile(sums, delta()),
        Optional.of(BaselineEstimates.possible(Weights.worst(sums.weights()))));
  }

  /** {@code sharp} with bets on episodes. */
  OfKind sharp(BettingInputs betting, BettingSums sums) {
    return ofProfile(IntervalKind.SHARP, () -> sharpProfile(betting, sums));
  }

  /**
   * The intervals of all steps together, in [0, 1] units.
   *
   * @param kind one that is made from counts
   */
  EffectProfile profile(IntervalKind kind) {
    return widened(kind, countsProfile(kind));
  }

  /** An effect, from [0, 1] units to the user's. */
  private Interval effect(Interval inUnits) {
    return inUnits.scaled(fit.data().range().width());
  }

  /** A value, from [0, 1] units to the user's. */
  private Interval value(Interval inUnits) {
    return effect(inUnits).moved(fit.data().range().value(0, fit.data().shape().horizon()));
  }

  /**
   * Both forms of {@code sharp} hold together, each at its share of δ, and so does what they share.
   */
  private EffectProfile sharpProfile(BettingInputs betting, BettingSums sums) {
    double rest = (1 - BETTING_SHARE) * delta();
    int horizon = fit.data().shape().horizon();
    EffectProfile steps = sharpFromCounts(rest * horizon);
    EffectProfile whole = horizon == 1 ? steps : sharpFromCounts(rest);
    EffectProfile.Whole ofCounts =
        new EffectProfile.Whole(whole.total(), whole.value(fit.counts(), fit.range(), rest));
    return betting
        .profile(sums, BETTING_SHARE * delta())
        .intersected(new EffectProfile(steps.steps(), steps.together(), Optional.of(ofCounts)));
  }

  private EffectProfile sharpFromCounts(double delta) {
    return SharpInterval.profile(evaluation(), fit.behavior().propensities(), delta);
  }

  OfKind fromCounts(IntervalKind kind) {
    return kind == IntervalKind.EFFICIENT
        ? new EfficientFromCounts()
        : ofProfile(kind, () -> countsProfile(kind));
  }

  private EffectProfile countsProfile(IntervalKind kind) {
    return switch (kind) {
      case STANDARD -> ModelInterval.STANDARD.profile(evaluation(), delta());
      case SELECTIVE -> ModelInterval.SELECTIVE.profile(evaluation(), delta());
      case SELECTIVE_PRINTED -> ModelInterval.SELECTIVE_PRINTED.profile(evaluation(), delta());
      case BANDIT -> ModelInterval.BANDIT.profile(evaluation(), delta());
      case SHARP -> sharpFromCounts(delta());
      case EFFICIENT ->
          EfficientInterval.profile(
              influences(), fit.settings().variance(), fit.behavior().propensities(), delta());
      case FUSED -> fused(kind);
      case THEOREM, THEOREM_PER_STATE -> theorem(kind);
      case ROBUST, IPS, SNIPS, PDIS, WPDIS, DR, MIS, MODEL ->
          throw new IllegalArgumentException(kind + ": needs rows, counts do not do");
    };
  }

  /**
   * What an estimated behavior policy may have moved, where the interval does not know of it;
   * nothing where it is judged against itself.
   */
  private List<Part> behaviorErrors(IntervalKind kind) {
    boolean paid = kind == IntervalKind.EFFICIENT && fit.behavior().frequencies().isPresent();
    return paid || kind == IntervalKind.ROBUST || policy == fit.behavior().policy()
        ? List.of()
        : fit.behaviorErrors();
  }

  /** An estimated behavior policy charged for. */
  private EffectProfile widened(IntervalKind kind, EffectProfile profile) {
    List<Part> errors = behaviorErrors(kind);
    return errors.isEmpty()
        ? profile
        : profile.widened(errors, new Failure(fit.behavior().delta(), 0));
  }

  private double delta() {
    return fit.settings().delta();
  }

  private EffectProfile fused(IntervalKind kind) {
    fit.requireHalves("interval " + kind, 1);
    return FusedInterval.profile(
        fit.inputs(),
        fit.holdout(),
        fit.behavior().policy(),
        policy,
        fit.range(),
        fit.settings().bonusShape(fit.data().shape()),
        fit.settings().shift()::isExogenous,
        delta());
  }

  private EffectProfile theorem(IntervalKind kind) {
    fit.requireHalves("interval " + kind, 1);
    Shape bonusShape = fit.settings().bonusShape(fit.data().shape());
    return TheoremInterval.profile(
        fit.inputs(),
        Holdout.of(fit.holdout().counts()),
        fit.behavior().policy(),
        policy,
        fit.range(),
        bonusShape,
        bonusShape.states() + 1,
        fit.settings().shift()::isExogenous,
        fit.behavior().propensities(),
        delta(),
        kind.reading());
  }

  /** Steps that are made together, widened for an estimated behavior policy. */
  private OfKind ofProfile(IntervalKind kind, Supplier<EffectProfile> maker) {
    return ofProfile(kind, maker, Optional.empty());
  }

  private OfKind ofProfile(
      IntervalKind kind, Supplier<EffectProfile> maker, Optional<Weights> weights) {
    Lazy<EffectProfile> profile = new Lazy<>(() -> widened(kind, maker.get()));
    ValueRange range = fit.range();
    return new OfKind() {
      @Override
      public Interval step(int step) {
        return effect(profile.get().at(step));
      }

      @Override
      public Interval total() {
        return effect(profile.get().total());
      }

      @Override
      public Interval value() {
        return PolicyIntervals.this.value(profile.get().value(fit.counts(), range, delta()));
      }

      @Override
      public Optional<Weights> weights() {
        return weights;
      }
    };
  }

  /** Each made by itself, because each takes as long as a plan or two. */
  private final class EfficientFromCounts implements OfKind {
    private final Interval[] steps = new Interval[fit.data().shape().horizon()];
    private final Lazy<Interval> total = new Lazy<>(() -> whole(Influences::total));
    private final Lazy<Interval> value = new Lazy<>(() -> whole(Influences::value));

    @Override
    public Interval step(int step) {
      if (steps[step - 1] == null) {
        Interval interval =
            EfficientInterval.at(
                influences(),
                step,
                fit.settings().variance(),
                fit.behavior().propensities(),
                delta());
        List<Part> errors = behaviorErrors(IntervalKind.EFFICIENT);
        steps[step - 1] =
            errors.isEmpty()
                ? interval
                : interval.widened(errors.get(step - 1), new Failure(fit.behavior().delta(), 0));
      }
      return effect(steps[step - 1]);
    }

    private Interval whole(Function<Influences, Influence> of) {
      Interval interval =
          EfficientInterval.ofCounts(of.apply(influences()), fit.settings().variance(), delta());
      return Part.sum(behaviorErrors(IntervalKind.EFFICIENT))
          .map(error -> interval.widened(error, new Failure(fit.behavior().delta(), 0)))
          .orElse(interval);
    }

    @Override
    public Interval total() {
      return effect(total.get());
    }

    @Override
    public Interval value() {
      return PolicyIntervals.this.value(value.get());
    }
  }
}
