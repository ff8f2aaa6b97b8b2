package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.baselines.Weights;
import io.sluice.influence.VarianceRatio;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StepWords;
import io.sluice.model.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Would the new policy be better, and at which step? All amounts are in the user's units.
 *
 * @param total V_π − V_πb
 * @param totalDecision what is concluded about it
 * @param value V_π
 * @param behaviorValue the mean return of the log
 * @param weights importance weights, by the interval that has them
 * @param assumptions what the log says about what intervals rest on
 * @param objections for each interval that is about steps, what of it the log contradicts
 * @param stepWeights importance weights of whole episodes up to each step; none without row-level
 *     data
 */
public record EvaluationResult(
    int horizon,
    long episodes,
    int states,
    int actions,
    List<StepAnswer> steps,
    Map<IntervalKind, Interval> total,
    Decision totalDecision,
    Map<IntervalKind, Interval> value,
    double behaviorValue,
    Support support,
    Map<IntervalKind, Weights> weights,
    Assumptions assumptions,
    Map<IntervalKind, List<String>> objections,
    List<StepWeights> stepWeights,
    List<String> warnings,
    Provenance provenance) {
  /** Returns this result with one more warning. */
  public EvaluationResult withWarning(String warning) {
    List<String> more = new ArrayList<>(warnings);
    more.add(warning);
    return new EvaluationResult(
        horizon,
        episodes,
        states,
        actions,
        steps,
        total,
        totalDecision,
        value,
        behaviorValue,
        support,
        weights,
        assumptions,
        objections,
        stepWeights,
        List.copyOf(more),
        provenance);
  }

  /** How many actions a note names. */
  private static final int NAMED = 5;

  /**
   * The result for one step, α^(h).
   *
   * @param intervals all intervals: first the deciding one, then the others in the order requested
   * @param decision the verdict
   */
  public record StepAnswer(int step, Map<IntervalKind, Interval> intervals, Decision decision) {
    public Verdict verdict() {
      return decision.verdict();
    }

    /** Returns the interval of a kind, if it was requested and is defined for steps. */
    public Optional<Interval> interval(IntervalKind kind) {
      return Optional.ofNullable(intervals.get(kind));
    }
  }

  /**
   * The share of the policy's decisions that the log supports.
   *
   * @param unsupported for each step, the share of decisions that go to pairs never seen
   * @param unseenActions actions of the policy that the log never has, with the share of decisions
   *     they concern
   */
  public record Support(List<Double> unsupported, Map<String, Double> unseenActions) {}

  /**
   * Evaluates a policy.
   *
   * @param kinds the intervals, in the order in which they may decide
   */
  public static EvaluationResult of(Judgment judgment, List<IntervalKind> kinds) {
    return of(judgment, kinds, ProgressListener.NOBODY);
  }

  /** Returns how many pieces of work {@link #of} reports. */
  public static int pieces(List<IntervalKind> kinds) {
    long fromEpisodes = kinds.stream().filter(IntervalKind::needsEpisodes).count();
    return (int) (kinds.size() - fromEpisodes + Math.min(1, fromEpisodes));
  }

  /** Evaluates a policy and reports progress. */
  public static EvaluationResult of(
      Judgment judgment, List<IntervalKind> kinds, ProgressListener progress) {
    Fit fit = judgment.fit();
    fit.beginFingerprint();
    LogData log = fit.data();
    Shape shape = log.shape();
    if (kinds.stream().anyMatch(IntervalKind::needsEpisodes)) {
      progress.next("all episodes");
    }
    judgment.prepareResult(kinds);
    Threads.together(() -> judgment.make(kinds), fit::provenance);
    List<Map<IntervalKind, Interval>> intervals = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      intervals.add(new LinkedHashMap<>());
    }
    Map<IntervalKind, Interval> total = new LinkedHashMap<>();
    Map<IntervalKind, Interval> value = new LinkedHashMap<>();
    Map<IntervalKind, Weights> weights = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      if (!kind.needsEpisodes()) {
        progress.next(kind.toString());
      }
      if (kind.isForSteps()) {
        for (int h = 1; h <= shape.horizon(); h++) {
          intervals.get(h - 1).put(kind, judgment.step(h, kind));
        }
      }
      total.put(kind, judgment.total(kind));
      value.put(kind, judgment.value(kind));
      judgment.weights(kind).ifPresent(w -> weights.put(kind, w));
    }
    Decisions decisions = new Decisions(judgment, kinds);
    List<Decision> decided = decisions.steps();
    List<StepAnswer> steps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      Decision decision = decided.get(h - 1);
      steps.add(new StepAnswer(h, firstOf(intervals.get(h - 1), decision.decidedBy()), decision));
    }
    ModelEvaluation evaluation = judgment.evaluation();
    Support support = support(log, evaluation, judgment.policy());
    List<String> warnings = judgment.allNotes();
    warnings.addAll(fit.calibrationWarnings());
    warnings.addAll(fit.contradictions());
    warnings.addAll(withoutVariation(steps, evaluation));
    if (kinds.contains(IntervalKind.EFFICIENT)) {
      warnings.addAll(variance(judgment));
    }
    OverlapCheck.warning(judgment, kinds).ifPresent(warnings::add);
    judgment.sharpNote(kinds).ifPresent(warnings::add);
    warnings.addAll(warnings(support, log));
    return new EvaluationResult(
        shape.horizon(),
        log.episodes(),
        shape.states(),
        shape.actions(),
        List.copyOf(steps),
        total,
        decisions.total(),
        value,
        log.meanReturn(),
        support,
        weights,
        judgment.assumptions(),
        decisions.objections(),
        judgment.stepWeights(),
        List.copyOf(warnings),
        fit.provenance());
  }

  /** Reorders intervals: the deciding one first. */
  private static Map<IntervalKind, Interval> firstOf(
      Map<IntervalKind, Interval> intervals, Optional<IntervalKind> decidedBy) {
    Map<IntervalKind, Interval> ordered = new LinkedHashMap<>();
    decidedBy.ifPresent(kind -> ordered.put(kind, Objects.requireNonNull(intervals.get(kind))));
    intervals.forEach(ordered::putIfAbsent);
    return ordered;
  }

  private static Support support(LogData log, ModelEvaluation evaluation, Policy evaluated) {
    List<Double> unsupported = new ArrayList<>();
    double[] perAction = new double[log.shape().actions()];
    boolean[] seen = new boolean[log.shape().actions()];
    double decisions = 0;
    for (int h = 1; h <= log.shape().horizon(); h++) {
      unsupported.add(evaluation.unsupported(h));
      log.counts().forEachPair(h, (x, a, n, r, rr) -> seen[a] = true);
      var share = log.counts().distribution(h);
      for (int x = 0; x < log.shape().states(); x++) {
        decisions += share.at(x);
        for (int a = 0; share.at(x) > 0 && a < perAction.length; a++) {
          perAction[a] += share.at(x) * evaluated.probability(h, x, a);
        }
      }
    }
    Map<String, Double> unseen = new LinkedHashMap<>();
    for (int a = 0; a < perAction.length; a++) {
      if (!seen[a] && perAction[a] > 0) {
        unseen.put(log.action(a), perAction[a] / decisions);
      }
    }
    return new Support(List.copyOf(unsupported), unseen);
  }

  /** What is to be known about the variance of {@code efficient}. */
  private static List<String> variance(Judgment judgment) {
    if (!judgment.isEfficientByEpisode()) {
      return List.of(
          "efficient has its variance from counts, which holds if the state is all that matters of the past; by episode it would hold in any case, but needs row-level data of a log that is not too large");
    }
    return judgment.varianceRatio().flatMap(VarianceRatio::warning).stream().toList();
  }

  /** Steps where {@code efficient} has no width although the policies differ. */
  private static List<String> withoutVariation(List<StepAnswer> steps, ModelEvaluation evaluation) {
    List<Integer> flat =
        steps.stream()
            .filter(s -> s.interval(IntervalKind.EFFICIENT).filter(i -> i.width() == 0).isPresent())
            .map(StepAnswer::step)
            .filter(step -> evaluation.distance(step) > 0)
            .toList();
    return flat.isEmpty()
        ? List.of()
        : List.of(
            StepWords.of(flat)
                + ": efficient saw no variation in what its estimate rests on, so it has no width; that is not certainty (see sharp)");
  }

  private static List<String> warnings(Support support, LogData log) {
    Map<String, Double> unseen = support.unseenActions();
    if (!unseen.isEmpty()) {
      return List.of(
          String.format(
              Locale.ROOT,
              unseen.size() == 1
                  ? "action %s is never in the log, but the policy takes it in %.1f%% of decisions: nothing is known about those"
                  : "actions %s are never in the log, but the policy takes them in %.1f%% of decisions: nothing is known about those",
              listed(unseen.keySet().stream().map(name -> withTwin(name, log)).toList()),
              100 * unseen.values().stream().mapToDouble(share -> share).sum()));
    }
    List<Integer> steps =
        IntStream.rangeClosed(1, support.unsupported().size())
            .filter(h -> support.unsupported().get(h - 1) > 0)
            .boxed()
            .toList();
    return steps.isEmpty()
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%s: %s%.1f%% of the policy's decisions are (state, action) pairs that the log never shows; intervals from the model are widened for them",
                StepWords.of(steps),
                steps.size() == 1 ? "" : "up to ",
                100 * Collections.max(support.unsupported())));
  }

  /** An action, and the one of the log that differs only in upper and lower case, if any. */
  private static String withTwin(String name, LogData log) {
    return IntStream.range(0, log.shape().actions())
        .mapToObj(log::action)
        .filter(other -> other.equalsIgnoreCase(name) && !other.equals(name))
        .findFirst()
        .map(other -> "\"%s\" (did you mean \"%s\"?)".formatted(name, other))
        .orElse('"' + name + '"');
  }

  private static String listed(List<String> names) {
    List<String> shown = names.subList(0, Math.min(NAMED, names.size()));
    return String.join(", ", shown)
        + (names.size() > NAMED ? " and %s more".formatted(names.size() - NAMED) : "");
  }
}
