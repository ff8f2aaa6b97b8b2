package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influences;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.inputs.RewardPrediction;
import io.sluice.interval.Failure;
import io.sluice.interval.FusedInterval;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Propensities;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** All intervals for α^(1) from one log of the problem, each at 95% in all. */
final class SizeIntervals {
  private static final double DELTA = 0.05;
  private static final IntPredicate NOTHING = step -> false;
  private static final IntPredicate FIRST_STEP = step -> step == 1;

  private final TransitionCounts first;
  private final TransitionCounts second;
  private final TransitionCounts all;
  private final Shape shape;
  private final Policy behavior;
  private final Policy evaluated;
  private final ValueRange range;
  private final Map<SizeLine, Interval> lines = new EnumMap<>(SizeLine.class);

  private SizeIntervals(SizeProblem problem, TransitionCounts first, TransitionCounts second) {
    this.first = first;
    this.second = second;
    this.all = first.plus(second);
    this.shape = problem.shape();
    this.behavior = problem.behavior();
    this.evaluated = problem.evaluated();
    this.range = ValueRange.of(shape);
  }

  /** From a log in two halves, for those that need them. */
  static Map<SizeLine, Interval> of(
      SizeProblem problem, TransitionCounts first, TransitionCounts second) {
    SizeIntervals intervals = new SizeIntervals(problem, first, second);
    Model model = Model.estimate(intervals.all, Pooling.PER_STEP);
    intervals.fromModel(model);
    intervals.sharp(model);
    intervals.fromHalves();
    intervals.efficient(model);
    return intervals.lines;
  }

  private ModelEvaluation evaluation(Model model, double delta, InducedShift shift) {
    Bonus bonus = Bonus.hoeffding(shape, range, delta);
    return ModelEvaluation.of(all, Backups.of(model, bonus, range), shift, evaluated);
  }

  private void fromModel(Model model) {
    InducedShift shift = InducedShift.of(model, behavior);
    ModelEvaluation plugIn = evaluation(model, DELTA, shift);
    lines.put(SizeLine.STANDARD, ModelInterval.STANDARD.at(plugIn, 1));
    lines.put(SizeLine.SELECTIVE, ModelInterval.SELECTIVE_PRINTED.at(plugIn, 1));
    lines.put(SizeLine.BANDIT, ModelInterval.BANDIT.at(plugIn, 1));
    lines.put(
        SizeLine.SELECTIVE_SHRUNK,
        ModelInterval.SELECTIVE_PRINTED.at(evaluation(model, DELTA, shift.shrunk()), 1));
    lines.put(
        SizeLine.SELECTIVE_DECLARED,
        ModelInterval.SELECTIVE_PRINTED.at(
            evaluation(model, DELTA, shift.exogenous(FIRST_STEP)), 1));
  }

  private void sharp(Model model) {
    InducedShift shift = InducedShift.of(model, behavior);
    ModelEvaluation plugIn = evaluation(model, DELTA / 2, shift);
    ModelEvaluation declared = evaluation(model, DELTA / 2, shift.exogenous(FIRST_STEP));
    lines.put(SizeLine.SHARP_UNWEIGHTED, sharp(plugIn, Propensities.ESTIMATED));
    lines.put(SizeLine.SHARP, sharp(plugIn, Propensities.KNOWN));
    lines.put(SizeLine.SHARP_DECLARED_UNWEIGHTED, sharp(declared, Propensities.ESTIMATED));
    lines.put(SizeLine.SHARP_DECLARED, sharp(declared, Propensities.KNOWN));
  }

  private static Interval sharp(ModelEvaluation evaluation, Propensities propensities) {
    return SharpInterval.at(evaluation, 1, propensities, DELTA / 2);
  }

  private void fromHalves() {
    lines.put(SizeLine.THEOREM, theorem(NOTHING, Propensities.KNOWN));
    lines.put(SizeLine.THEOREM_UNWEIGHTED, theorem(FIRST_STEP, Propensities.ESTIMATED));
    lines.put(SizeLine.THEOREM_DECLARED, theorem(FIRST_STEP, Propensities.KNOWN));
    lines.put(SizeLine.FUSED, fused(NOTHING));
    lines.put(SizeLine.FUSED_DECLARED, fused(FIRST_STEP));
    RewardPrediction prediction =
        RewardPrediction.shrunk(Model.estimate(second, Pooling.PER_STEP), 1);
    ImmediateEffect effect =
        new BanditEstimator(first, 1, behavior, evaluated, DELTA)
            .doublyRobust(Radius.NORMAL, prediction);
    Part radius = Part.of(Part.Source.IMMEDIATE, effect.method(), effect.radius());
    lines.put(
        SizeLine.DOUBLY_ROBUST,
        Interval.of("dr", effect.estimate(), new Failure(0, DELTA), List.of(radius)));
  }

  private Interval theorem(IntPredicate exogenous, Propensities propensities) {
    return TheoremInterval.profile(
            Estimates.of(first),
            Holdout.of(second),
            behavior,
            evaluated,
            range,
            shape,
            shape.states() + 1,
            exogenous,
            propensities,
            DELTA,
            Reading.MEAN)
        .at(1);
  }

  private Interval fused(IntPredicate exogenous) {
    return FusedInterval.profile(
            Estimates.of(first),
            Estimates.of(second),
            behavior,
            evaluated,
            range,
            shape,
            exogenous,
            DELTA)
        .at(1);
  }

  private void efficient(Model model) {
    lines.put(SizeLine.EFFICIENT, efficient(model, NOTHING, Propensities.KNOWN));
    lines.put(SizeLine.EFFICIENT_UNWEIGHTED, efficient(model, FIRST_STEP, Propensities.ESTIMATED));
    lines.put(SizeLine.EFFICIENT_DECLARED, efficient(model, FIRST_STEP, Propensities.KNOWN));
    Model pooled = Model.estimate(all, Pooling.POOLED);
    lines.put(SizeLine.POOLED, efficient(pooled, NOTHING, Propensities.KNOWN));
    lines.put(SizeLine.POOLED_UNWEIGHTED, efficient(pooled, FIRST_STEP, Propensities.ESTIMATED));
    lines.put(SizeLine.POOLED_DECLARED, efficient(pooled, FIRST_STEP, Propensities.KNOWN));
  }

  private Interval efficient(Model model, IntPredicate exogenous, Propensities propensities) {
    Influences influences = Influences.of(all, model, range, behavior, evaluated, exogenous);
    return EfficientInterval.profile(influences, Variance.SHRUNK, propensities, DELTA).at(1);
  }
}
