package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How often intervals hold the truth, and how wide they are, over many independent logs. */
public record CoverageStudy(
    Environment environment,
    Policy evaluated,
    Intervals intervals,
    int episodes,
    int runs,
    long seed) {
  /** Effects and bounds are sums in different orders: they agree no better than this. */
  private static final double ROUNDING = 1e-12;

  /** A study of methods that know nothing of each other. */
  public CoverageStudy(
      Environment environment,
      Policy evaluated,
      List<Method> methods,
      int episodes,
      int runs,
      long seed) {
    this(environment, evaluated, Method.together(methods), episodes, runs, seed);
  }

  /** A named way to make intervals for all steps from a log. */
  public record Method(String name, Maker maker) {
    private static Intervals together(List<Method> methods) {
      return new Intervals(
          methods.stream().map(Method::name).toList(),
          (first, second) -> methods.stream().map(m -> m.maker().make(first, second)).toList());
    }
  }

  /** Makes intervals from a log that comes in two halves, for those who need a holdout. */
  @FunctionalInterface
  public interface Maker {
    EffectProfile make(TransitionCounts firstHalf, TransitionCounts secondHalf);
  }

  /** Several named ways at once, which may share what they all need. */
  public record Intervals(List<String> names, AllMaker maker) {
    public Intervals {
      names = List.copyOf(names);
    }
  }

  /** Makes the intervals of all methods, in the order of their names. */
  @FunctionalInterface
  public interface AllMaker {
    List<EffectProfile> make(TransitionCounts firstHalf, TransitionCounts secondHalf);
  }

  /**
   * What was seen of one method at one step.
   *
   * @param level how often it says that it holds the truth, at least: 1 − δ − δ_in
   * @param covered how many of the runs had the truth inside
   */
  public record Point(
      String method, int step, double level, int runs, int covered, double meanWidth) {
    public double coverage() {
      return covered / (double) runs;
    }

    Point scaled(double unit) {
      return new Point(method, step, level, runs, covered, unit * meanWidth);
    }
  }

  /** Runs the study; one unit of progress per run. */
  public List<Point> run(Progress progress) {
    List<Double> truth = Truth.of(environment, evaluated).effects();
    List<Seen> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  Seen seen = new Seen(profiles(seed + run), truth);
                  progress.advance(1);
                  return seen;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (int m = 0; m < intervals.names().size(); m++) {
      for (int h = 1; h <= truth.size(); h++) {
        int covered = 0;
        double width = 0;
        for (Seen run : all) { // in the order of runs, so that the sum is the same every time
          covered += run.covered[m][h - 1] ? 1 : 0;
          width += run.width[m][h - 1];
        }
        double level = all.get(0).level[m][h - 1];
        points.add(new Point(intervals.names().get(m), h, level, runs, covered, width / runs));
      }
    }
    return points;
  }

  private List<EffectProfile> profiles(long runSeed) {
    Rollouts rollouts = new Rollouts(environment, runSeed);
    TransitionCounts first = rollouts.count(0, episodes / 2);
    TransitionCounts second = rollouts.count(episodes / 2, episodes);
    return intervals.maker().make(first, second);
  }

  /** What is kept of one run: intervals themselves are large, and there are many. */
  private static final class Seen {
    private final boolean[][] covered;
    private final double[][] width;
    private final double[][] level;

    Seen(List<EffectProfile> profiles, List<Double> truth) {
      covered = new boolean[profiles.size()][truth.size()];
      width = new double[profiles.size()][truth.size()];
      level = new double[profiles.size()][truth.size()];
      for (int m = 0; m < profiles.size(); m++) {
        for (int i = 0; i < truth.size(); i++) {
          Interval interval = profiles.get(m).at(i + 1);
          covered[m][i] =
              interval.lower() - ROUNDING <= truth.get(i)
                  && truth.get(i) <= interval.upper() + ROUNDING;
          width[m][i] = interval.width();
          level[m][i] = Math.max(0, 1 - interval.failure().total());
        }
      }
    }
  }
}
