package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.baselines.Weights;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.features.Nuisances.Choice;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.EvaluationResult.Support;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What an evaluation answers with some kinds of intervals, of which each misses with δ. */
final class FeatureAnswers {
  private final FeatureEvaluation evaluation;
  private final FeatureSource source;
  private final ScorePass pass;
  private final List<IntervalKind> kinds;
  private final double delta;

  /**
   * @param kinds in the order in which they are to decide
   * @throws SettingException if one is not available
   */
  FeatureAnswers(FeatureEvaluation evaluation, List<IntervalKind> kinds, double delta) {
    for (IntervalKind kind : kinds) {
      IntervalKind.named(kind.toString(), FeatureSettings.INTERVALS);
    }
    if (kinds.contains(IntervalKind.SELECTIVE) && evaluation.booster().isPresent()) {
      throw new SettingException(
          "interval",
          "selective needs the bounds of a linear Q̂, and so `nuisance` ridge, got "
              + evaluation.settings().nuisance());
    }
    this.evaluation = evaluation;
    this.kinds = kinds;
    this.delta = delta;
    source = evaluation.source();
    pass = evaluation.pass();
  }

  FeatureResult result() {
    FeatureIntervals intervals = intervals();
    FeatureTests tests = evaluation.tests();
    FeatureSettings settings = evaluation.settings();
    return new FeatureResult(
        result(intervals, tests),
        source.columns(),
        settings.basis().toString(),
        settings.nuisance().toString(),
        evaluation.booster().map(TreeBooster::name),
        source.folds(),
        steps(tests),
        evaluation.shifts());
  }

  private FeatureIntervals intervals() {
    Optional<ValueGaps> gaps =
        kinds.contains(IntervalKind.SELECTIVE)
            ? Optional.of(
                new ValueGaps(source, evaluation.basis(), evaluation.nuisances(), delta / 2))
            : Optional.empty();
    return new FeatureIntervals(pass, source.horizon(), delta, gaps, normalized());
  }

  /** What the intervals need that divide by the sum of their weights, if there are such. */
  private Optional<SelfNormalized> normalized() {
    Optional<IntervalKind> asked =
        kinds.stream().filter(FeatureSettings.SELF_NORMALIZED::contains).findFirst();
    if (asked.isPresent() && source.estimatesBehavior()) {
      throw new SettingException(
          "interval",
          "%s needs propensities or the logged policy's probabilities, got an estimated policy; robust, ips and pdis account for its error"
              .formatted(asked.get()));
    }
    return asked.map(kind -> SelfNormalized.of(source, pass));
  }

  private EvaluationResult result(FeatureIntervals intervals, FeatureTests tests) {
    int horizon = source.horizon();
    FeatureSummary summary = evaluation.summary();
    PolicySupport support = evaluation.support();
    Assumptions assumptions = evaluation.assumptions(tests);
    FeatureDecisions decisions = evaluation.decisions(tests, assumptions, delta);
    Map<IntervalKind, Interval> total = byKind(kinds, intervals::total);
    return new EvaluationResult(
        horizon,
        summary.episodes(),
        0,
        source.actions().size(),
        steps(intervals, decisions),
        total,
        decisions.decide(horizon + 1, total),
        byKind(kinds, intervals::value),
        summary.meanReturn(),
        new Support(support.unsupported(), support.unseenActions()),
        byKind(
            kinds.stream().filter(FeatureSettings.ROW_WEIGHTED::contains).toList(),
            kind -> Weights.worst(pass.weights())),
        assumptions,
        byKind(kinds, kind -> decisions.objections(kind, horizon + 1)),
        tests.weights(),
        evaluation.warnings().of(tests, kinds),
        evaluation.provenance(delta));
  }

  private static <T> Map<IntervalKind, T> byKind(
      List<IntervalKind> kinds, Function<IntervalKind, T> of) {
    Map<IntervalKind, T> all = new LinkedHashMap<>();
    kinds.forEach(kind -> all.put(kind, of.apply(kind)));
    return all;
  }

  /** The intervals of every step, the deciding one first. */
  private List<StepAnswer> steps(FeatureIntervals intervals, FeatureDecisions decisions) {
    List<IntervalKind> forSteps = kinds.stream().filter(IntervalKind::isForSteps).toList();
    List<Map<IntervalKind, Interval>> ofSteps = new ArrayList<>();
    for (int h = 1; h <= source.horizon(); h++) {
      int step = h;
      ofSteps.add(byKind(forSteps, kind -> intervals.step(step, kind)));
    }
    List<Decision> decided = decisions.steps(ofSteps);
    List<StepAnswer> answers = new ArrayList<>();
    for (int i = 0; i < decided.size(); i++) {
      Map<IntervalKind, Interval> ordered = new LinkedHashMap<>();
      Map<IntervalKind, Interval> all = ofSteps.get(i);
      decided.get(i).decidedBy().ifPresent(kind -> ordered.put(kind, all.get(kind)));
      all.forEach(ordered::putIfAbsent);
      answers.add(new StepAnswer(i + 1, ordered, decided.get(i)));
    }
    return List.copyOf(answers);
  }

  /** What regressions were chosen, and how good they are. */
  private List<StepFit> steps(FeatureTests tests) {
    List<StepFit> steps = new ArrayList<>();
    for (int h = 1; h <= source.horizon(); h++) {
      List<Choice> chosen = choices(0, h);
      List<Choice> shifts = choices(h, h + 1);
      double running = evaluation.support().rows(h) / (double) evaluation.summary().episodes();
      boolean last = h == source.horizon();
      steps.add(
          new StepFit(
              h,
              chosen.stream().mapToInt(Choice::size).max().orElse(0),
              Math.exp(chosen.stream().mapToDouble(c -> Math.log(c.penalty())).average().orElse(0)),
              last ? 0 : pass.means.mean(pass.at.shift(h)),
              last ? 0 : tests.moved(h),
              pass.explained(h, running),
              last ? 0 : pass.explainedShift(h),
              source.knowsBehavior() ? pass.means.mean(pass.at.fitted(h)) : Double.NaN,
              (int) chosen.stream().filter(Choice::isBoosted).count(),
              chosen.stream().mapToInt(c -> Math.max(0, c.trees())).max().orElse(0),
              (int) shifts.stream().filter(Choice::isBoosted).count()));
    }
    return List.copyOf(steps);
  }

  /** What was chosen in every fold. */
  private List<Choice> choices(int from, int step) {
    return evaluation.nuisances().stream()
        .flatMap(n -> n.choices.stream())
        .filter(c -> c.from() == from && c.step() == step)
        .toList();
  }
}
