package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.baselines.Overlap;
import io.sluice.baselines.Weights;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Hausman;
import io.sluice.influence.HausmanSums;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.influence.RobustScores;
import io.sluice.influence.RobustSums;
import io.sluice.influence.VarianceRatio;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.model.Threads;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A policy evaluated on a fitted log: is it better, at which step, and with what certainty?
 * Intervals are in the user's units, and each is computed on first use by {@link PolicyIntervals};
 * what they need of the log's episodes is collected here.
 */
public final class Judgment {
  /** Intervals of every step take a pass over all later ones. */
  private static final int MOST_STEPS = 5_000;

  private static final String HAUSMAN = "test of efficient against robust";

  private final Fit fit;
  private final Policy policy;
  private final List<String> notes;
  private final Optional<String> learnedFrom;
  private final PolicyIntervals intervals;
  private final Lazy<List<Overlap.Gap>> gaps;
  private final RobustInputs robust;
  private final BettingInputs betting;
  private final OpenEnds openEnds;
  private @Nullable Hausman hausman; // once its pass is done
  private @Nullable VarianceRatio varianceRatio; // likewise
  private @Nullable RobustSums robustSums; // likewise
  private AssumptionTests.@Nullable PolicyTests tests; // likewise
  private final Map<IntervalKind, PolicyIntervals.OfKind> kinds = new EnumMap<>(IntervalKind.class);

  /**
   * @throws BadLogException if episodes are so long that the work, which grows with the square of
   *     their length, would not end
   */
  Judgment(Fit fit, Policy policy, List<String> notes, Optional<String> learnedFrom) {
    int horizon = fit.data().shape().horizon();
    if (horizon > MOST_STEPS) {
      throw new BadLogException(
          "log: needs at most 5,000 steps to judge a policy step by step, got %s (cut episodes into shorter ones)"
              .formatted(horizon));
    }
    policy.shape().requireSame("judgment: the policy", fit.data().shape());
    this.fit = fit;
    this.policy = policy;
    this.notes = List.copyOf(notes);
    this.learnedFrom = learnedFrom;
    this.intervals = new PolicyIntervals(fit, policy);
    this.gaps = new Lazy<>(() -> OverlapCheck.gaps(fit, policy));
    this.robust = new RobustInputs(fit, policy);
    this.betting = new BettingInputs(fit, policy);
    this.openEnds = new OpenEnds(fit.data(), this::readAsCut);
  }

  public Fit fit() {
    return fit;
  }

  /** Returns the evaluated policy. */
  public Policy policy() {
    return policy;
  }

  /** Returns the assumptions of this policy's intervals, tested on the log. */
  public Assumptions assumptions() {
    Finding overlap = tests().overlap(); // first, so that one pass serves both
    Finding source =
        learnedFrom
            .map(from -> PolicyFindings.source(from.equals(fit.fingerprint())))
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

  /**
   * Returns the importance weights of whole episodes up to each step; none without row-level data.
   */
  public List<StepWeights> stepWeights() {
    return tests().weights();
  }

  /** The policy, looked at through the model. */
  ModelEvaluation evaluation() {
    return intervals.evaluation();
  }

  /** What the policy does and the logged one never does. */
  List<Overlap.Gap> gaps() {
    return gaps.get();
  }

  Influences influences() {
    return intervals.influences();
  }

  /** With other steps taken to be exogenous. */
  Influences influences(IntPredicate exogenous) {
    return intervals.influences(exogenous);
  }

  /**
   * Returns the interval of α^(h), the effect of leaving the logged policy at a step.
   *
   * @throws IllegalArgumentException if this kind of interval is for the value only
   */
  public Interval step(int step, IntervalKind kind) {
    fit.data().shape().requireStep(step);
    Interval ended = PossibleEffects.step(fit, step, intervals(kind).step(step));
    return openEnds.either(ended, cut -> cut.step(step, IntervalKind.EFFICIENT));
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

  /** Returns the interval of V_π − V_πb. */
  public Interval total(IntervalKind kind) {
    Interval ended = PossibleEffects.total(fit, intervals(kind).total());
    return openEnds.either(ended, cut -> cut.total(IntervalKind.EFFICIENT));
  }

  /** Returns the interval of V_π. */
  public Interval value(IntervalKind kind) {
    Interval ended = PossibleEffects.value(fit, intervals(kind).value());
    return openEnds.either(ended, cut -> cut.value(IntervalKind.EFFICIENT));
  }

  /** Returns the verdict of an interval of this kind about a step. */
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

  /** Returns the importance weights that an interval of this kind uses, if any. */
  public Optional<Weights> weights(IntervalKind kind) {
    return intervals(kind).weights();
  }

  /**
   * Tests whether {@code efficient} and {@code robust} estimate the same effects, by their
   * difference in every episode, in the user's units. Reads the episodes on first use.
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
    passes.add(new HausmanSums(robust.scores(HAUSMAN), influences()), this::test);
  }

  private void test(HausmanSums sums) {
    hausman = sums.hausman().scaled(fit.data().range().width());
  }

  /** Whether rows can be weighted: known propensities, for all that the policy does. */
  boolean canBeWeighted() {
    return fit.hasEpisodes()
        && fit.behavior().source() != Behavior.Source.ESTIMATED
        && fit.data().ends().readAsCut() == 0
        && gaps().isEmpty()
        && fit.independentParts() > 1;
  }

  /** What it would be if ambiguous episodes were cut off. */
  OpenEnds openEnds() {
    return openEnds;
  }

  private Optional<Judgment> readAsCut() {
    return fit.readAsCut().map(other -> other.judge(policy, notes, learnedFrom));
  }

  /** Whether the policy does what the logged policy does, wherever the log was. */
  boolean isSame() {
    return IntStream.rangeClosed(1, fit.data().shape().horizon()).allMatch(this::isSame);
  }

  /**
   * Whether the policies are the same at one step; never if the logged policy is only partly known.
   */
  boolean isSame(int step) {
    boolean known =
        fit.behavior().source() != Behavior.Source.LOGGED
            || fit.behavior().errors().get(step - 1) == 0;
    return known
        && ModelEvaluation.distance(fit.counts(), fit.behavior().policy(), policy, step) == 0;
  }

  /** Returns the default intervals that the log allows. */
  public List<IntervalKind> usualIntervals() {
    return IntervalKind.USUAL.stream()
        .filter(kind -> kind != IntervalKind.ROBUST || canBeWeighted())
        .filter(kind -> UnloggedActions.allows(fit, kind))
        .toList();
  }

  /**
   * Returns those of these intervals that the log allows: some need the logged policy's
   * probabilities of all actions.
   */
  public List<IntervalKind> possible(List<IntervalKind> kinds) {
    return kinds.stream().filter(kind -> UnloggedActions.allows(fit, kind)).toList();
  }

  /**
   * Makes ready all that results need of the log's episodes, in one pass: these intervals, the
   * tests of assumptions and the test of {@code efficient} against {@code robust}.
   */
  Judgment prepareResult(List<IntervalKind> wanted) {
    // The choice of the model comes first, because it may need a pass of its own. Values for robust
    // are of halves of the log, whatever is chosen.
    boolean weighted = wanted.contains(IntervalKind.ROBUST) && canBeWeighted();
    Threads.together(fit::pooling, weighted ? () -> robust.scores(HAUSMAN) : () -> {});
    Passes passes = new Passes();
    addAllTo(passes, wanted);
    if (tests == null) {
      fit.tests().prepare(this, passes, found -> tests = found);
    }
    passes.runOn(fit, "interval " + readers(wanted));
    openEnds.cut().ifPresent(cut -> cut.prepareResult(List.of(IntervalKind.EFFICIENT)));
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
      one.addAllTo(passes, wanted);
      fit.tests().prepareOverlap(one, passes, found -> one.tests = found);
    }
    passes.runOn(fit, "interval " + all.get(0).readers(wanted));
    List<Judgment> cut = ifCut(all);
    if (!cut.isEmpty()) {
      prepareResults(cut, List.of(IntervalKind.EFFICIENT), new Passes());
    }
  }

  private static List<Judgment> ifCut(List<Judgment> all) {
    return all.stream().map(one -> one.openEnds.cut()).flatMap(Optional::stream).toList();
  }

  /** These, and what it takes to decide by them: see {@link #carriedBy}. */
  static List<IntervalKind> deciding(List<IntervalKind> wanted) {
    return wanted.contains(IntervalKind.ROBUST)
        ? Stream.concat(wanted.stream(), Stream.of(IntervalKind.EFFICIENT)).distinct().toList()
        : wanted;
  }

  /** What weighting estimators need. */
  RobustInputs robust() {
    return robust;
  }

  /**
   * Returns the intervals of all steps, in [0, 1] units, for use in studies.
   *
   * @param kind one that is made from counts
   */
  public EffectProfile profile(IntervalKind kind) {
    CutCheck.require(fit.data(), List.of(kind));
    UnloggedActions.require(fit, List.of(kind));
    return intervals.profile(kind);
  }

  /**
   * Computes how many episodes the {@code efficient} interval needs for a given width.
   *
   * @param step whose effect is planned for; none for the whole, V_π − V_πb
   * @param wanted the width, in the user's units
   */
  public PlanResult plan(OptionalInt step, double wanted) {
    return plan(step, wanted, OptionalDouble.empty());
  }

  /**
   * Computes the number of episodes with a limit on the cost of exploring.
   *
   * @param mostCost how much less an episode may earn than those of the log, in the user's units
   */
  public PlanResult plan(OptionalInt step, double wanted, OptionalDouble mostCost) {
    return PlanResult.of(this, step, wanted, mostCost);
  }

  /** Returns notes about the log, the logged policy and the evaluated policy. */
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

  private PolicyIntervals.OfKind intervals(IntervalKind kind) {
    if (!kinds.containsKey(kind)) {
      prepare(List.of(this), List.of(kind));
    }
    return Objects.requireNonNull(kinds.get(kind));
  }

  /** Computes what these intervals need of the log's episodes, in one pass for all. */
  public Judgment with(Collection<IntervalKind> wanted) {
    prepare(List.of(this), wanted);
    return this;
  }

  /** Computes this for several policies on one fit. */
  static void prepare(List<Judgment> judgments, Collection<IntervalKind> wanted) {
    Passes passes = new Passes();
    judgments.forEach(judgment -> judgment.addTo(passes, wanted, false));
    passes.runOn(judgments.get(0).fit, "interval " + judgments.get(0).readers(wanted));
    List<Judgment> cut = ifCut(judgments);
    if (!cut.isEmpty()) {
      prepare(cut, List.of(IntervalKind.EFFICIENT));
    }
  }

  /** Adds what these intervals and decisions by them need, as far as it is missing. */
  private void addAllTo(Passes passes, List<IntervalKind> wanted) {
    boolean tested = hausman == null && canBeWeighted();
    boolean together =
        tested && wanted.contains(IntervalKind.ROBUST) && !kinds.containsKey(IntervalKind.ROBUST);
    addTo(passes, deciding(wanted), together);
    if (tested && !together) {
      prepareHausman(passes);
    }
  }

  /**
   * Adds what these intervals need of the episodes, as far as it is missing.
   *
   * @param tested whether {@code robust} is tested against {@code efficient} with it
   */
  private void addTo(Passes passes, Collection<IntervalKind> wanted, boolean tested) {
    List<IntervalKind> missing =
        wanted.stream().filter(kind -> !kinds.containsKey(kind)).distinct().toList();
    CutCheck.require(fit.data(), missing);
    UnloggedActions.require(fit, missing);
    OverlapCheck.requireWeights(this, missing);
    if (missing.contains(IntervalKind.EFFICIENT) && wanted.contains(IntervalKind.SHARP)) {
      Threads.together(this::influences, this::evaluation);
    }
    BaselineEstimates.prepare(this, missing, passes, kinds::put);
    for (IntervalKind kind : missing) {
      if (kind == IntervalKind.EFFICIENT && isEfficientByEpisode()) {
        prepareEfficient(passes);
      } else if (kind == IntervalKind.ROBUST) {
        prepareRobust(passes, tested);
      } else if (kind == IntervalKind.SHARP && isSharpByBetting()) {
        prepareSharp(passes);
      } else if (!kind.needsEpisodes()) {
        kinds.put(kind, intervals.fromCounts(kind));
      }
    }
  }

  /** Makes the intervals of these kinds at the same time, of those that cannot fail. */
  void make(List<IntervalKind> wanted) {
    List<PolicyIntervals.OfKind> all =
        wanted.stream().filter(IntervalKind.USUAL::contains).map(this::intervals).toList();
    all.parallelStream()
        .forEach(
            one -> {
              one.total();
              one.value();
              for (int h = 1; h <= fit.data().shape().horizon(); h++) {
                one.step(h);
              }
            });
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
   * The effective number of outcomes that the standard error of {@code efficient} rests on.
   *
   * @param step none for the total
   */
  OptionalDouble carriedBy(OptionalInt step) {
    Interval interval =
        step.isPresent()
            ? uncut(step.getAsInt(), IntervalKind.EFFICIENT)
            : uncutTotal(IntervalKind.EFFICIENT);
    return interval.error().map(StandardError::carriedBy).orElse(OptionalDouble.empty());
  }

  private void prepareEfficient(Passes passes) {
    passes.add(
        new InfluenceSums(influences(), fit.data().clustered()),
        sums -> {
          varianceRatio = fit.data().clustered() ? null : VarianceRatio.of(influences(), sums);
          kinds.put(IntervalKind.EFFICIENT, intervals.efficient(sums));
        });
  }

  private void prepareRobust(Passes passes, boolean tested) {
    RobustScores scores = robust.scores("interval robust");
    passes.add(
        tested ? RobustSums.against(scores, influences()) : new RobustSums(scores),
        sums -> {
          robustSums = sums;
          sums.against().ifPresent(this::test);
          kinds.put(IntervalKind.ROBUST, intervals.robust(sums));
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
        betting.sums(), sums -> kinds.put(IntervalKind.SHARP, intervals.sharp(betting, sums)));
  }
}
