package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The true value of learned policies while the log grows, averaged over runs: the paper's {@code
 * fig:chainbandit-subopt} and {@code fig:gridworldenv-Opt}. Within a run, a longer log begins with
 * the shorter one.
 */
public record LearningStudy(
    Environment environment,
    List<Contender> contenders,
    List<Integer> episodes,
    int runs,
    long seed) {

  /** A learner under a name, with all its settings. */
  public record Contender(String name, Method method) {}

  /** Learns a policy from a log; the seed decides ties, if anything. */
  @FunctionalInterface
  public interface Method {
    Policy learn(Log log, long seed);
  }

  /** A log as a whole, and in two halves for those who judge what they have learned. */
  public record Log(
      TransitionCounts all, TransitionCounts firstHalf, TransitionCounts secondHalf) {}

  /**
   * One point of a learning curve.
   *
   * @param value the mean over runs of the exact value of the learned policy
   * @param standardError of that mean; 0 for a single run
   */
  public record Point(String learner, int episodes, double value, double standardError) {}

  /** Runs the study; one unit of progress per run. */
  public List<Point> run(Progress progress) {
    List<double[][]> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  double[][] values = oneRun(seed + run);
                  progress.advance(1);
                  return values;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (int c = 0; c < contenders.size(); c++) {
      for (int t = 0; t < episodes.size(); t++) {
        int contender = c;
        int length = t;
        double[] values = all.stream().mapToDouble(run -> run[contender][length]).toArray();
        points.add(point(contenders.get(c).name(), episodes.get(t), values));
      }
    }
    return points;
  }

  private static Point point(String learner, int episodes, double[] values) {
    double mean = 0;
    for (double v : values) {
      mean += v / values.length;
    }
    double squares = 0;
    for (double v : values) {
      squares += (v - mean) * (v - mean);
    }
    int n = values.length;
    double standardError = n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
    return new Point(learner, episodes, mean, standardError);
  }

  private double[][] oneRun(long runSeed) {
    Rollouts rollouts = new Rollouts(environment, runSeed);
    double[][] values = new double[contenders.size()][episodes.size()];
    TransitionCounts first = TransitionCounts.none(environment.shape());
    TransitionCounts second = first;
    for (int t = 0, done = 0; t < episodes.size(); done = episodes.get(t++)) {
      int middle = (done + episodes.get(t)) / 2;
      first = first.plus(rollouts.count(done, middle));
      second = second.plus(rollouts.count(middle, episodes.get(t)));
      Log log = new Log(first.plus(second), first, second);
      for (int c = 0; c < contenders.size(); c++) {
        Policy policy = contenders.get(c).method().learn(log, runSeed);
        values[c][t] = Truth.value(environment, policy);
      }
    }
    return values;
  }
}
