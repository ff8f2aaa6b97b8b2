package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Intervals for one step's effect while the evaluated policy varies, averaged over runs: the
 * paper's {@code fig:chainbanditenv-CI} and {@code fig:gridworldenv-CI}.
 *
 * @param policies the evaluated policy for each λ
 */
public record EffectStudy(
    Environment environment,
    int step,
    List<Double> lambdas,
    DoubleFunction<Policy> policies,
    Bonus bonus,
    int episodes,
    int runs,
    long seed) {

  /**
   * One interval of the figure, averaged over runs.
   *
   * @param truth the exact effect
   * @param coverage the share of runs whose interval holds the truth
   */
  public record Point(
      double lambda,
      ModelInterval method,
      double estimate,
      double lower,
      double upper,
      double truth,
      double coverage) {
    public double width() {
      return upper - lower;
    }
  }

  /** Runs the study; one unit of progress per run. */
  public List<Point> run(Progress progress) {
    List<Interval[][]> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  Interval[][] intervals = oneRun(seed + run);
                  progress.advance(1);
                  return intervals;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < lambdas.size(); i++) {
      double truth = Truth.of(environment, policies.apply(lambdas.get(i))).effect(step);
      for (ModelInterval method : ModelInterval.values()) {
        int at = i;
        List<Interval> intervals = all.stream().map(run -> run[at][method.ordinal()]).toList();
        points.add(
            new Point(
                lambdas.get(i),
                method,
                intervals.stream().mapToDouble(Interval::estimate).average().orElseThrow(),
                intervals.stream().mapToDouble(Interval::lower).average().orElseThrow(),
                intervals.stream().mapToDouble(Interval::upper).average().orElseThrow(),
                truth,
                intervals.stream().filter(x -> x.contains(truth)).count() / (double) runs));
      }
    }
    return points;
  }

  private Interval[][] oneRun(long runSeed) {
    TransitionCounts counts = new Rollouts(environment, runSeed).count(episodes);
    Model model = Model.estimate(counts, Model.Pooling.POOLED);
    Backups backups = Backups.of(model, bonus, ValueRange.of(environment.shape()));
    InducedShift shift = InducedShift.of(model, environment.behavior());
    Interval[][] intervals = new Interval[lambdas.size()][];
    for (int i = 0; i < intervals.length; i++) {
      ModelEvaluation evaluation =
          ModelEvaluation.of(counts, backups, shift, policies.apply(lambdas.get(i)));
      ModelInterval[] methods = ModelInterval.values();
      intervals[i] = new Interval[methods.length];
      for (int m = 0; m < methods.length; m++) {
        intervals[i][m] = methods[m].at(evaluation, step);
      }
    }
    return intervals;
  }
}
