package io.sluice.answers;

import io.sluice.interval.EffectProfile;
import io.sluice.interval.EfficientInterval.Variance;
import io.sluice.interval.Evaluation;
import io.sluice.interval.Interval;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.rivals.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Would the new policy be better, and at which step? All amounts are in the user's units.
 *
 * @param total V_π − V_πb
 * @param value V_π
 * @param behaviorValue the mean return of the log
 * @param weights importance weights, by the interval that has them
 */
public record EvaluationAnswer(
    int horizon,
    long episodes,
    int states,
    int actions,
    List<StepAnswer> steps,
    Map<String, Interval> total,
    Map<String, Interval> value,
    double behaviorValue,
    Support support,
    Map<String, Weights> weights,
    List<String> warnings,
    Provenance provenance) {

  /** All intervals for α^(h), and what the first of them says. */
  public record StepAnswer(int step, Map<String, Interval> intervals, Verdict verdict) {}

  /**
   * How much of what the policy does the log says anything about.
   *
   * @param unsupported for each step, the share of decisions that go to pairs never seen
   * @param unseenActions actions of the policy that the log never has, with the share of decisions
   *     they concern
   */
  public record Support(List<Double> unsupported, Map<String, Double> unseenActions) {}

  /**
   * @param evaluated the policy to judge
   * @param kinds which intervals; the first is the one that verdicts are read from
   */
  public static EvaluationAnswer of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds,
      List<String> notes) {
    return of(open, behavior, evaluated, settings, kinds, notes, Watch.NOBODY);
  }

  /** How many pieces of work {@link #of} tells a watch of. */
  public static int pieces(List<IntervalKind> kinds) {
    long fromEpisodes = kinds.stream().filter(IntervalKind::needsEpisodes).count();
    return (int) (kinds.size() - fromEpisodes + Math.min(1, fromEpisodes));
  }

  /** The same while someone watches. */
  public static EvaluationAnswer of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds,
      List<String> notes,
      Watch watch) {
    LoggedData log = open.data();
    Shape shape = log.shape();
    Optional<String> overlap = OverlapCheck.warning(log, behavior, evaluated, kinds);
    Evidence evidence =
        new Evidence(log.counts(), log.halves(), log.valueRange(), behavior, evaluated, settings);
    Map<String, EffectProfile> profiles = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      if (!kind.needsEpisodes()) {
        watch.next(kind.toString());
        profiles.put(
            kind.toString(),
            kind == IntervalKind.EFFICIENT && needsEpisodes(open, settings)
                ? fromEpisodes(open, behavior, evidence)
                : evidence.profile(kind));
      }
    }
    double width = log.range().width();
    List<StepAnswer> steps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      Map<String, Interval> intervals = new LinkedHashMap<>();
      for (Map.Entry<String, EffectProfile> profile : profiles.entrySet()) {
        intervals.put(profile.getKey(), profile.getValue().at(h).scaled(width));
      }
      steps.add(
          new StepAnswer(
              h,
              intervals,
              intervals.isEmpty()
                  ? Verdict.NONE
                  : Verdict.of(intervals.values().iterator().next(), log.episodes())));
    }
    if (kinds.stream().anyMatch(IntervalKind::needsEpisodes)) {
      watch.next("all episodes");
    }
    Map<IntervalKind, RivalAnswers.Answer> rivals =
        RivalAnswers.of(open, behavior, evaluated, settings, kinds);
    Map<String, Interval> total = new LinkedHashMap<>();
    Map<String, Interval> value = new LinkedHashMap<>();
    Map<String, Weights> weights = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      String name = kind.toString();
      if (kind.needsEpisodes()) {
        RivalAnswers.Answer rival = rivals.get(kind);
        total.put(name, rival.estimate().gain());
        value.put(name, rival.estimate().value());
        rival.weights().ifPresent(w -> weights.put(name, w));
      } else {
        EffectProfile profile = profiles.get(name);
        total.put(name, profile.total().scaled(width));
        Interval inUnits = profile.value(log.counts(), log.valueRange(), settings.delta());
        value.put(name, inUnits.scaled(width).moved(log.range().value(0, shape.horizon())));
      }
    }
    Evaluation evaluation = evidence.evaluation();
    Support support = support(log, evaluation, evaluated);
    List<String> warnings = new ArrayList<>(log.notes());
    warnings.addAll(behavior.notes());
    warnings.addAll(notes);
    Calibration.judged(log, behavior).ifPresent(c -> warnings.addAll(c.warnings()));
    warnings.addAll(contradictions(log, settings.shift()));
    warnings.addAll(withoutVariation(steps, evaluation));
    overlap.ifPresent(warnings::add);
    warnings.addAll(warnings(support));
    return new EvaluationAnswer(
        shape.horizon(),
        log.episodes(),
        shape.states(),
        shape.actions(),
        List.copyOf(steps),
        total,
        value,
        behaviorValue(log),
        support,
        weights,
        List.copyOf(warnings),
        Provenance.of(log, settings, behavior.source().toString()));
  }

  /** Whether {@code efficient} cannot be made from counts. */
  static boolean needsEpisodes(OpenLog open, Settings settings) {
    return open.hasClusters() || settings.variance() == Variance.PLAIN;
  }

  private static EffectProfile fromEpisodes(
      OpenLog open, BehaviorPolicy behavior, Evidence evidence) {
    Evidence.FromEpisodes efficient = evidence.efficient(open.hasClusters());
    open.forEachEpisode(behavior, efficient);
    return efficient.profile();
  }

  /** The mean return of the log, in the user's units. */
  static double behaviorValue(LoggedData log) {
    double rows = 0; // decisions per episode
    for (int h = 1; h <= log.shape().horizon(); h++) {
      rows += 1 - log.counts().distribution(h).at(log.shape().end());
    }
    return log.counts().meanReturn() * log.range().width() + log.range().low() * rows;
  }

  private static Support support(LoggedData log, Evaluation evaluation, Policy evaluated) {
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

  /** Steps where {@code efficient} has no width although the policies differ. */
  private static List<String> withoutVariation(List<StepAnswer> steps, Evaluation evaluation) {
    return steps.stream()
        .filter(s -> s.intervals().containsKey(IntervalKind.EFFICIENT.toString()))
        .filter(s -> s.intervals().get(IntervalKind.EFFICIENT.toString()).width() == 0)
        .filter(s -> evaluation.distance(s.step()) > 0)
        .map(
            s ->
                "step %d: efficient saw no variation in what its estimate rests on, so it has no width; that is not certainty (see sharp)"
                    .formatted(s.step()))
        .toList();
  }

  /** Declarations that the log speaks against, at a level of 1% for each step. */
  static List<String> contradictions(LoggedData log, ShiftChoice shift) {
    if (!shift.declares(log.shape().horizon())) {
      return List.of();
    }
    return ShiftAnswer.of(log.counts()).stream()
        .filter(step -> shift.isExogenous(step.step()) && step.isPlanning())
        .map(
            step ->
                String.format(
                    java.util.Locale.ROOT,
                    "step %d was declared exogenous, but the log contradicts it: actions move the next state (p = %.2g); what was left out is missing from estimate and interval",
                    step.step(),
                    step.pValue()))
        .toList();
  }

  private static List<String> warnings(Support support) {
    List<String> warnings = new ArrayList<>();
    support
        .unseenActions()
        .forEach(
            (action, share) ->
                warnings.add(
                    String.format(
                        java.util.Locale.ROOT,
                        "action \"%s\" is never in the log, but the policy takes it in %.1f%% of decisions: nothing is known about those",
                        action,
                        100 * share)));
    for (int h = 1; h <= support.unsupported().size(); h++) {
      double share = support.unsupported().get(h - 1);
      if (share > 0 && support.unseenActions().isEmpty()) {
        warnings.add(
            String.format(
                java.util.Locale.ROOT,
                "step %d: %.1f%% of the policy's decisions are (state, action) pairs that the log never shows; intervals from the model are widened for them",
                h,
                100 * share));
      }
    }
    return warnings;
  }
}
