package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.baselines.Weights;
import io.sluice.influence.BehaviorFrequencies;
import io.sluice.influence.BettingSums;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Hausman;
import io.sluice.influence.HausmanSums;
import io.sluice.influence.Influence;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.RobustSums;
import io.sluice.influence.VarianceRatio;
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
import io.sluice.interval.StandardError;
import io.sluice.interval.TheoremInterval;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Threads;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A policy judged against a fitted log: is it better, at which step, how sure? Intervals are in the
 * user's units, and each is made when it is first asked for. This is the one place that knows how
 * every {@linkplain IntervalKind kind} is made.
 */
public final class Judgment {
  /** Intervals of every step take a pass over all later ones. */
  private static final int MOST_STEPS = 5_000;

  private static final String HAUSMAN = "test of efficient against robust";

  /** The share of δ that {@code sharp} spends on bets, where it can bet. */
  private static final double BETTING_SHARE = 0.8;

  private final Fit fit;
  private final Policy policy;
  private final List<String> notes;
  private final Optional<String> learnedFrom;
  private final Lazy<ModelEvaluation> evaluation;
  private final Lazy<Influences> influences;
  private final RobustInputs robust;
  private final BettingInputs betting;
  private @Nullable Hausman hausman; // once its pass is done
  private @Nullable VarianceRatio varianceRatio; // likewise
  private @Nullable RobustSums robustSums; // likewise
  private AssumptionTests.@Nullable PolicyTests tests; // likewise
  private final Map<IntervalKind, Intervals> kinds = new EnumMap<>(IntervalKind.class);

  /**
   * @throws BadLogException if episodes are so long that the work, which grows with the square of
   *     their length, would not end
   */
  Judgment(Fit fit, Policy policy, List<String> notes, Optional<String> learnedFrom) {
    int horizon = fit.data().shape().horizon();
    if (horizon > MOST_STEPS) {
      throw new BadLogException(
          "log: needs at most 5,000 steps to judge a policy step by step, got %d (cut episodes into shorter ones)"
              .formatted(horizon));
    }
    policy.shape().requireSame("judgment: the policy", fit.data().shape());
    this.fit = fit;
    this.policy = policy;
    this.notes = List.copyOf(notes);
    this.learnedFrom = learnedFrom;
    this.evaluation =
        new Lazy<>(() -> ModelEvaluation.of(fit.counts(), fit.backups(), fit.shift(), policy));
    this.influences = new Lazy<>(() -> influences(fit.settings().shift()::isExogenous));
    this.robust = new RobustInputs(fit, policy);
    this.betting = new BettingInputs(fit, policy);
  }

  public Fit fit() {
    return fit;
  }

  /** The policy that is judged. */
  public Policy policy() {
    return policy;
  }

  /** What the log says about everything that intervals of this policy rest on. */
  public Assumptions assumptions() {
    Finding overlap = tests().overlap(); // first, so that one pass serves both
    Finding source =
        learnedFrom
            .map(from -> PolicyFindings.source(from.equals(fit.data().fingerprint())))
            .orElseGet(PolicyFindings::unknownSource);
    return fit.assumptions().with(overlap).with(source);
  }

  private AssumptionTests.PolicyTests tests() {
    if (tests == null) {
      Passes passes = new Passes();
      fit.tests().prepare(this, passes, found -> tests = found);
      passes.runOn(fit, "tests of assumptions");
    }
    return Objects.requireNonNull(tests);
  }

  /** The importance weights of whole episodes up to each step; none without row-level data. */
  public List<StepWeights> stepWeights() {
    return tests().weights();
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

  /**
   * The interval of α^(h), the effect of leaving the logged policy at a step.
   *
   * @throws IllegalArgumentException if this kind of interval is for the value only
   */
  public Interval step(int step, IntervalKind kind) {
    fit.data().shape().requireStep(step);
    return PossibleEffects.step(fit, step, intervals(kind).step(step));
  }

  /**
   * The same before it is cut at what is possible: parts have their full lengths, as verdicts need
   * them.
   */
  Interval uncut(int step, IntervalKind kind) {
    return intervals(kind).step(step);
  }

  /** The interval of V_π − V_πb, likewise. */
  Interval uncutTotal(IntervalKind kind) {
    return intervals(kind).total();
  }

  /** The interval of V_π − V_πb. */
  public Interval total(IntervalKind kind) {
    return PossibleEffects.total(fit, intervals(kind).total());
  }

  /** The interval of V_π. */
  public Interval value(IntervalKind kind) {
    return PossibleEffects.value(fit, intervals(kind).value());
  }

  /** An effect, from [0, 1] units to the user's. */
  private Interval effect(Interval inUnits) {
    return inUnits.scaled(fit.data().range().width());
  }

  /** A value, from [0, 1] units to the user's. */
  private Interval value(Interval inUnits) {
    return effect(inUnits).moved(fit.data().range().value(0, fit.data().shape().horizon()));
  }

  /** What an interval of this kind says about a step, in words. */
  public Verdict verdict(int step, IntervalKind kind) {
    Verdict verdict = CutCheck.verdict(fit.data(), kind, uncut(step, kind));
    return SettledCheck.against(this, kind, OptionalInt.of(step), verdict).isPresent()
        ? verdict.unsettled()
        : verdict;
  }

  /** The sums that {@code robust} was made from. */
  RobustSums robustSums() {
    intervals(IntervalKind.ROBUST);
    return Objects.requireNonNull(robustSums);
  }

  /** The importance weights that an interval of this kind uses, if it does. */
  public Optional<Weights> weights(IntervalKind kind) {
    return intervals(kind).weights();
  }

  /**
   * Whether {@code efficient} and {@code robust} estimate the same effects, by their difference in
   * every episode, in the user's units. Reads the episodes when it is first asked for.
   *
   * @throws BadLogException if there are only counts, propensities are not known, or episodes were
   *     cut off
   */
  public Hausman hausman() {
    if (hausman == null) {
      Passes passes = new Passes();
      prepareHausman(passes);
      passes.runOn(fit, HAUSMAN);
    }
    return Objects.requireNonNull(hausman);
  }

  private void prepareHausman(Passes passes) {
    CutCheck.requireWhole(fit.data(), HAUSMAN);
    OverlapCheck.requireWeights(this, List.of(IntervalKind.ROBUST));
    passes.add(
        new HausmanSums(robust.scores(HAUSMAN), influences()),
        sums -> hausman = sums.hausman().scaled(fit.data().range().width()));
  }

  /** Whether rows can be weighted: known propensities, for all that the policy does. */
  boolean canBeWeighted() {
    return fit.hasEpisodes()
        && fit.behavior().source() != Behavior.Source.ESTIMATED
        && fit.data().ends().readAsCut() == 0
        && OverlapCheck.gaps(this).isEmpty()
        && fit.independentParts() > 1;
  }

  /** The same policy on the same log, its ambiguous episodes read as cut off. */
  Optional<Judgment> readAsCut() {
    return fit.readAsCut().map(other -> other.judge(policy, notes, learnedFrom));
  }

  /** Whether the policy does what the logged policy does, wherever the log was. */
  boolean isSame() {
    return IntStream.rangeClosed(1, fit.data().shape().horizon()).allMatch(this::isSame);
  }

  /** The same at one step. Nothing is the same as what is not known. */
  boolean isSame(int step) {
    boolean known =
        fit.behavior().source() != Behavior.Source.LOGGED
            || fit.behavior().errors().get(step - 1) == 0;
    return known
        && ModelEvaluation.distance(fit.counts(), fit.behavior().policy(), policy, step) == 0;
  }

  /** What is shown unless a user asks otherwise: those of these that the log allows. */
  public List<IntervalKind> usualIntervals() {
    return IntervalKind.USUAL.stream()
        .filter(kind -> kind != IntervalKind.ROBUST || canBeWeighted())
        .filter(kind -> UnloggedActions.allows(fit, kind))
        .toList();
  }

  /** Of these, what the log allows: some need the logged policy's probabilities of all actions. */
  public List<IntervalKind> possible(List<IntervalKind> kinds) {
    return kinds.stream().filter(kind -> UnloggedActions.allows(fit, kind)).toList();
  }

  /**
   * Makes ready all that results need of the log's episodes, in one pass: these intervals, the
   * tests of assumptions and the test of {@code efficient} against {@code robust}.
   */
  Judgment prepareResult(List<IntervalKind> wanted) {
    fit.pooling(); // first, because the choice of the model may need a pass of its own
    Passes passes = new Passes();
    addTo(passes, wanted);
    if (tests == null) {
      fit.tests().prepare(this, passes, found -> tests = found);
    }
    if (hausman == null && canBeWeighted()) {
      prepareHausman(passes);
    }
    passes.runOn(fit, "interval " + readers(wanted));
    return this;
  }

  /**
   * The same for several policies on one fit, together with other work on the same episodes.
   *
   * @param passes to which all of it is added, and which is then run
   */
  static void prepareResults(List<Judgment> all, List<IntervalKind> wanted, Passes passes) {
    Fit fit = all.get(0).fit;
    fit.pooling();
    fit.tests().prepare(passes);
    for (Judgment one : all) {
      one.addTo(passes, wanted);
      fit.tests().prepareOverlap(one, passes, found -> one.tests = found);
      if (one.hausman == null && one.canBeWeighted()) {
        one.prepareHausman(passes);
      }
    }
    passes.runOn(fit, "interval " + all.get(0).readers(wanted));
  }

  /** What weighting estimators need. */
  RobustInputs robust() {
    return robust;
  }

  /**
   * The intervals of all steps together, in [0, 1] units, as studies compare them.
   *
   * @param kind one that is made from counts
   */
  public EffectProfile profile(IntervalKind kind) {
    CutCheck.require(fit.data(), List.of(kind));
    UnloggedActions.require(fit, List.of(kind));
    return widened(kind, countsProfile(kind));
  }

  /**
   * How many episodes would make the {@code efficient} interval as narrow as wanted.
   *
   * @param step whose effect is planned for; none for the whole, V_π − V_πb
   * @param wanted the width, in the user's units
   */
  public PlanResult plan(OptionalInt step, double wanted) {
    return plan(step, wanted, OptionalDouble.empty());
  }

  /**
   * The same where exploring may not cost more than this.
   *
   * @param mostCost how much less an episode may earn than those of the log, in the user's units
   */
  public PlanResult plan(OptionalInt step, double wanted, OptionalDouble mostCost) {
    return PlanResult.of(this, step, wanted, mostCost);
  }

  /** Notes about the log, the policy that made it, and the one that is judged. */
  public List<String> allNotes() {
    List<String> all = fit.notes();
    all.addAll(notes);
    if (isSame()) {
      all.add("the policy does what the logged policy does: there is nothing to judge");
    }
    return all;
  }

  /** Notes about the policy alone. */
  List<String> ownNotes() {
    return notes;
  }

  private Intervals intervals(IntervalKind kind) {
    if (!kinds.containsKey(kind)) {
      prepare(List.of(this), List.of(kind));
    }
    return Objects.requireNonNull(kinds.get(kind));
  }

  /** Makes ready what these intervals need of the log's episodes, in one pass for all of them. */
  public Judgment with(Collection<IntervalKind> wanted) {
    prepare(List.of(this), wanted);
    return this;
  }

  /** The same for several policies on one fit. */
  static void prepare(List<Judgment> judgments, Collection<IntervalKind> wanted) {
    Passes passes = new Passes();
    judgments.forEach(judgment -> judgment.addTo(passes, wanted));
    passes.runOn(judgments.get(0).fit, "interval " + judgments.get(0).readers(wanted));
  }

  /** Adds what these intervals need of the episodes, as far as it is missing. */
  private void addTo(Passes passes, Collection<IntervalKind> wanted) {
    List<IntervalKind> missing =
        wanted.stream().filter(kind -> !kinds.containsKey(kind)).distinct().toList();
    CutCheck.require(fit.data(), missing);
    UnloggedActions.require(fit, missing);
    OverlapCheck.requireWeights(this, missing);
    BaselineEstimates.prepare(this, missing, passes, kinds::put);
    for (IntervalKind kind : missing) {
      if (kind == IntervalKind.EFFICIENT && isEfficientByEpisode()) {
        prepareEfficient(passes);
      } else if (kind == IntervalKind.ROBUST) {
        prepareRobust(passes);
      } else if (kind == IntervalKind.SHARP && isSharpByBetting()) {
        prepareSharp(passes);
      } else if (!kind.needsEpisodes()) {
        kinds.put(kind, fromCounts(kind));
      }
    }
  }

  /** The names of those that read episodes. */
  private String readers(Collection<IntervalKind> wanted) {
    return String.join(
        ", ", wanted.stream().filter(this::readsEpisodes).map(IntervalKind::toString).toList());
  }

  private boolean readsEpisodes(IntervalKind kind) {
    return kind.needsEpisodes()
        || kind == IntervalKind.EFFICIENT && isEfficientByEpisode()
        || kind == IntervalKind.SHARP && isSharpByBetting();
  }

  /**
   * Whether {@code efficient} has its variance from episodes one by one: wherever they can be read,
   * unless there are too many pairs and steps for that. With clusters it has to.
   */
  boolean isEfficientByEpisode() {
    return fit.data().clustered()
        || fit.settings().variance() == Variance.PLAIN
        || fit.hasEpisodes() && fit.sums().fitsEpisodes();
  }

  /** How the two variances of {@code efficient} compare, once it was made by episode. */
  Optional<VarianceRatio> varianceRatio() {
    return Optional.ofNullable(varianceRatio);
  }

  /**
   * The effective number of outcomes that the standard error of {@code efficient} rests on, if it
   * was made.
   *
   * @param step none for the total
   */
  OptionalDouble carriedBy(OptionalInt step) {
    if (!kinds.containsKey(IntervalKind.EFFICIENT)) {
      return OptionalDouble.empty();
    }
    Interval interval =
        step.isPresent()
            ? step(step.getAsInt(), IntervalKind.EFFICIENT)
            : total(IntervalKind.EFFICIENT);
    return interval.error().map(StandardError::carriedBy).orElse(OptionalDouble.empty());
  }

  private void prepareEfficient(Passes passes) {
    passes.add(
        new InfluenceSums(influences(), fit.data().clustered()),
        sums -> {
          varianceRatio = fit.data().clustered() ? null : VarianceRatio.of(influences(), sums);
          kinds.put(
              IntervalKind.EFFICIENT,
              ofProfile(
                  IntervalKind.EFFICIENT,
                  () ->
                      EfficientInterval.profile(
                          influences(),
                          sums,
                          fit.settings().variance(),
                          fit.behavior().propensities(),
                          delta())));
        });
  }

  private void prepareRobust(Passes passes) {
    passes.add(
        new RobustSums(robust.scores("interval robust")),
        sums -> {
          robustSums = sums;
          Weights weights = BaselineEstimates.possible(Weights.worst(sums.weights()));
          kinds.put(
              IntervalKind.ROBUST,
              ofProfile(
                  IntervalKind.ROBUST,
                  () -> RobustInterval.profile(sums, delta()),
                  Optional.of(weights)));
        });
  }

  /** Whether {@code sharp} may bet on episodes. Where nothing is changed it is {0} as it is. */
  private boolean isSharpByBetting() {
    return betting.reason().isEmpty() && !isSame();
  }

  /** Why {@code sharp} does not bet although propensities are known; empty if it does. */
  Optional<String> sharpNote(Collection<IntervalKind> kinds) {
    return kinds.contains(IntervalKind.SHARP)
            && fit.behavior().source() != Behavior.Source.ESTIMATED
            && !isSame()
        ? betting.reason().map(why -> "sharp is from counts, not by betting: " + why)
        : Optional.empty();
  }

  private void prepareSharp(Passes passes) {
    passes.add(
        betting.sums(),
        sums -> kinds.put(IntervalKind.SHARP, ofProfile(IntervalKind.SHARP, () -> sharp(sums))));
  }

  /**
   * Both forms of {@code sharp} hold together, each at its share of δ, and so does what they share.
   */
  private EffectProfile sharp(BettingSums sums) {
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

  private Intervals fromCounts(IntervalKind kind) {
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

  /** All intervals of one kind, in the user's units. */
  interface Intervals {
    Interval step(int step);

    Interval total();

    Interval value();

    default Optional<Weights> weights() {
      return Optional.empty();
    }
  }

  /** Steps that are made together, widened for an estimated behavior policy. */
  private Intervals ofProfile(IntervalKind kind, Supplier<EffectProfile> maker) {
    return ofProfile(kind, maker, Optional.empty());
  }

  private Intervals ofProfile(
      IntervalKind kind, Supplier<EffectProfile> maker, Optional<Weights> weights) {
    Lazy<EffectProfile> profile = new Lazy<>(() -> widened(kind, maker.get()));
    ValueRange range = fit.range();
    return new Intervals() {
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
        return Judgment.this.value(profile.get().value(fit.counts(), range, delta()));
      }

      @Override
      public Optional<Weights> weights() {
        return weights;
      }
    };
  }

  /** Each made by itself, because each takes as long as a plan or two. */
  private final class EfficientFromCounts implements Intervals {
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
      return Judgment.this.value(value.get());
    }
  }
}
