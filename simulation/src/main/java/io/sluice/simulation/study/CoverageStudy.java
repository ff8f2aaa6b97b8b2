package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How often intervals hold the truth, and how wide they are, over many independent logs. */
public record CoverageStudy(
    Environment environment,
    Policy evaluated,
    List<Method> methods,
    int episodes,
    int runs,
    long seed) {

  /** A named way to make intervals for all steps from a log. */
  public record Method(String name, Maker maker) {}

  /** Makes intervals from a log that comes in two halves, for those who need a holdout. */
  @FunctionalInterface
  public interface Maker {
    EffectProfile make(TransitionCounts firstHalf, TransitionCounts secondHalf);
  }

  /**
   * What was seen of one method at one step.
   *
   * @param covered how many of the runs had the truth inside
   */
  public record Point(String method, int step, int runs, int covered, double meanWidth) {
    public double coverage() {
      return covered / (double) runs;
    }
  }

  /** Runs the study; one unit of progress per run. */
  public List<Point> run(Progress progress) {
    Truth truth = Truth.of(environment, evaluated);
    int horizon = environment.shape().horizon();
    List<EffectProfile[]> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  EffectProfile[] profiles = oneRun(seed + run);
                  progress.advance(1);
                  return profiles;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (int m = 0; m < methods.size(); m++) {
      for (int h = 1; h <= horizon; h++) {
        int covered = 0;
        double width = 0;
        for (EffectProfile[] run : all) {
          Interval interval = run[m].at(h);
          covered += interval.contains(truth.effect(h)) ? 1 : 0;
          width += interval.width();
        }
        points.add(new Point(methods.get(m).name(), h, runs, covered, width / runs));
      }
    }
    return points;
  }

  private EffectProfile[] oneRun(long runSeed) {
    Rollouts rollouts = new Rollouts(environment, runSeed);
    TransitionCounts first = rollouts.count(0, episodes / 2);
    TransitionCounts second = rollouts.count(episodes / 2, episodes);
    EffectProfile[] profiles = new EffectProfile[methods.size()];
    Arrays.setAll(profiles, m -> methods.get(m).maker().make(first, second));
    return profiles;
  }
}
