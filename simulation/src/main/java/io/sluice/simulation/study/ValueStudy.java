package io.sluice.simulation.study;

import io.sluice.baselines.MarginalizedWeights;
import io.sluice.baselines.ModelValue;
import io.sluice.baselines.PerDecision;
import io.sluice.baselines.SequentialDoublyRobust;
import io.sluice.baselines.TrajectoryWeights;
import io.sluice.baselines.ValueEstimate;
import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.ShrunkValues;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** How often other people's intervals for V_π hold it, and how wide they are, over many logs. */
public record ValueStudy(
    Environment environment,
    Policy evaluated,
    Pooling pooling,
    double delta,
    int episodes,
    int runs,
    long seed) {

  /**
   * What was seen of one method.
   *
   * @param covered how many of the runs had the truth inside
   * @param below how many had it below the interval
   * @param meanEstimate to hold against the truth
   */
  public record Point(
      String method, int runs, int covered, int below, double meanWidth, double meanEstimate) {
    public double coverage() {
      return covered / (double) runs;
    }
  }

  /** Runs the study for V_π; one unit of progress per run. */
  public List<Point> run(Progress progress) {
    return run(progress, ValueEstimate::value, Truth.value(environment, evaluated));
  }

  /** Runs the study for V_π − V_πb, from the same logs. */
  public List<Point> runGains(Progress progress) {
    double logged = Truth.value(environment, environment.behavior());
    double truth = Truth.value(environment, evaluated) - logged;
    return run(progress, ValueEstimate::gain, truth);
  }

  private List<Point> run(
      Progress progress, Function<ValueEstimate, Interval> estimates, double truth) {
    List<List<Interval>> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  List<Interval> intervals = oneRun(seed + run, estimates);
                  progress.advance(1);
                  return intervals;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (int m = 0; m < all.get(0).size(); m++) {
      int covered = 0;
      int below = 0;
      double width = 0;
      double estimate = 0;
      for (List<Interval> run : all) {
        Interval interval = run.get(m);
        covered += interval.contains(truth) ? 1 : 0;
        below += truth < interval.lower() ? 1 : 0;
        width += interval.width() / runs;
        estimate += interval.estimate() / runs;
      }
      points.add(new Point(all.get(0).get(m).method(), runs, covered, below, width, estimate));
    }
    return points;
  }

  /** ips, snips, pdis, wpdis, dr, mis, model of one log. */
  private List<Interval> oneRun(long runSeed, Function<ValueEstimate, Interval> estimates) {
    Rollouts rollouts = new Rollouts(environment, runSeed);
    Shape shape = environment.shape();
    CountsAccumulator[] folds = {new CountsAccumulator(shape), new CountsAccumulator(shape)};
    rollouts.forEachEpisode(
        episodes,
        e -> {
          for (int h = 1; h <= e.length(); h++) {
            folds[e.fold()].add(h, e.state(h), e.action(h), e.next(h), e.unitReward(h));
          }
        });
    TransitionCounts first = folds[0].toCounts();
    TransitionCounts second = folds[1].toCounts();
    TransitionCounts counts = first.plus(second);
    ValueRange range = ValueRange.of(shape);
    TrajectoryWeights whole = new TrajectoryWeights(evaluated);
    PerDecision decisions = new PerDecision(evaluated);
    SequentialDoublyRobust robust =
        new SequentialDoublyRobust(evaluated, RewardRange.UNIT, values(first, second));
    MarginalizedWeights marginal = new MarginalizedWeights(counts, evaluated);
    ModelValue model =
        new ModelValue(counts, Model.estimate(counts, pooling), range, RewardRange.UNIT, evaluated);
    rollouts.forEachEpisode(
        episodes,
        e -> {
          whole.add(e);
          decisions.add(e);
          robust.add(e);
          marginal.add(e);
          model.add(e);
        });
    PerDecision.Weighted weighted = decisions.weighted();
    MarginalizedWeights.Estimate mis = marginal.estimate();
    rollouts.forEachEpisode(
        episodes,
        e -> {
          weighted.add(e);
          mis.add(e);
        });
    return List.of(
            whole.ips(delta),
            whole.snips(delta),
            decisions.pdis(delta),
            weighted.wpdis(delta),
            robust.dr(delta),
            mis.mis(delta),
            model.model(delta))
        .stream()
        .map(estimates)
        .toList();
  }

  private CrossFitValues values(TransitionCounts first, TransitionCounts second) {
    return CrossFitValues.shrunk(
        Estimates.of(first),
        Estimates.of(second),
        ValueRange.of(first.shape()),
        evaluated,
        ShrunkValues.USUAL);
  }
}
