package io.sluice.benchmarks;

import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.simulation.CliffWalking;
import io.sluice.simulation.Environment;
import io.sluice.simulation.SimulatedLog;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * V_π on Cliff Walking, as Kallus and Uehara (2020) set it up: mean squared error, coverage and
 * width of each interval (nominal 95%) over 100 logs of 1,000 episodes, unless told otherwise on
 * the command line. They report a mean squared error of 0.67 for DR and 0.57 for their DRL.
 *
 * <p>Coverage is counted twice. A log's horizon is its longest episode, and an interval is for
 * episodes that are cut there; π has longer ones than the log, and cut at 200 steps it is worth
 * −42.00. So the published value is one truth, and the value at the log's own horizon another.
 *
 * <p>Ends with whether mean squared errors are at most 1 and no estimate is impossible, and with
 * exit code 1 if not.
 */
public final class CliffStudy {
  private static final CliffWalking CLIFF = new CliffWalking(1_000);
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.ROBUST, IntervalKind.DR, IntervalKind.EFFICIENT);
  private static final double MOST = 1;

  private CliffStudy() {}

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    int episodes = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
    long seed = args.length > 2 ? Long.parseLong(args[2]) : 42_000_000_000L;
    Environment environment = CLIFF.environment();
    Policy evaluated = CliffWalking.evaluated(environment);
    double truth = CLIFF.published(Truth.value(environment, evaluated));
    System.out.printf(Locale.ROOT, "V_π = %.5f, %,d logs of %,d episodes%n", truth, runs, episodes);
    List<OneLog> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> ofOneLog(environment, evaluated, episodes, seed + run))
            .toList();
    boolean holds = true;
    for (int k = 0; k < KINDS.size(); k++) {
      holds &= report(KINDS.get(k), all, k, truth);
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  /**
   * @param truth the value of episodes that are cut at the log's horizon
   * @param least what such an episode can return at least, by the range of rewards
   */
  private record OneLog(double truth, double least, List<Interval> values) {}

  private static OneLog ofOneLog(
      Environment environment, Policy evaluated, int episodes, long seed) {
    SimulatedLog simulated = new SimulatedLog(environment);
    Log log = simulated.draw(CliffWalking.RANGE, episodes, seed);
    Fit fit = Fit.of(log);
    Judgment judgment = fit.judge(simulated.policy(log.data(), evaluated)).with(KINDS);
    List<Interval> values = new ArrayList<>();
    for (IntervalKind kind : KINDS) {
      values.add(judgment.value(kind));
    }
    int horizon = log.data().shape().horizon();
    CliffWalking cut = new CliffWalking(horizon);
    Environment own = cut.environment();
    return new OneLog(
        cut.published(Truth.value(own, CliffWalking.evaluated(own))),
        horizon * CliffWalking.RANGE.low(),
        List.copyOf(values));
  }

  /** Whether a method is as it should be. */
  private static boolean report(IntervalKind kind, List<OneLog> all, int index, double truth) {
    double squares = 0;
    double mean = 0;
    double width = 0;
    int covered = 0;
    int coveredCut = 0;
    int impossible = 0;
    for (OneLog run : all) {
      Interval value = run.values().get(index);
      double error = value.estimate() - truth;
      squares += error * error / all.size();
      mean += value.estimate() / all.size();
      width += value.width() / all.size();
      covered += value.contains(truth) ? 1 : 0;
      coveredCut += value.contains(run.truth()) ? 1 : 0;
      impossible += value.estimate() > 0 || value.estimate() < run.least() ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%-10s mean squared error %9.3f, mean %9.3f, covers %3d of %d and %3d cut, mean width %9.3f, impossible %d%n",
        kind,
        squares,
        mean,
        covered,
        all.size(),
        coveredCut,
        width,
        impossible);
    return squares <= MOST && impossible == 0;
  }
}
