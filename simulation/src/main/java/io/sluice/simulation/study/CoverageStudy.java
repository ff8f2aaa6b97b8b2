package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.simulation.ClusterEffects;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * How often intervals hold the truth, and how wide they are, over many independent logs.
 *
 * @param clusters what episodes of a cluster have in common, if they come in clusters
 */
public record CoverageStudy(
    Environment environment,
    Policy evaluated,
    Optional<ClusterEffects> clusters,
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
    this(environment, evaluated, Optional.empty(), Method.together(methods), episodes, runs, seed);
  }

  /** A named way to make intervals for all steps from a log. */
  public record Method(String name, Maker maker) {
    private static Intervals together(List<Method> methods) {
      return new Intervals(
          methods.stream().map(Method::name).toList(),
          (log, episodes) -> {
            TransitionCounts first = log.count(0, episodes / 2);
            TransitionCounts second = log.count(episodes / 2, episodes);
            return methods.stream()
                .<IntFunction<Interval>>map(m -> m.maker().make(first, second)::at)
                .toList();
          });
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

  /**
   * Makes the intervals of all methods from the first episodes, in the order of their names: for
   * each, the interval of a step.
   */
  @FunctionalInterface
  public interface AllMaker {
    List<IntFunction<Interval>> make(Rollouts log, int episodes);
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

  private List<IntFunction<Interval>> profiles(long runSeed) {
    return intervals.maker().make(new Rollouts(environment, clusters, runSeed), episodes);
  }

  /** What is kept of one run: intervals themselves are large, and there are many. */
  private static final class Seen {
    private final boolean[][] covered;
    private final double[][] width;
    private final double[][] level;

    Seen(List<IntFunction<Interval>> profiles, List<Double> truth) {
      covered = new boolean[profiles.size()][truth.size()];
      width = new double[profiles.size()][truth.size()];
      level = new double[profiles.size()][truth.size()];
      for (int m = 0; m < profiles.size(); m++) {
        for (int i = 0; i < truth.size(); i++) {
          Interval interval = profiles.get(m).apply(i + 1);
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
