package io.sluice.fit;

import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where another policy differs from the logged one, and in how many decisions.
 *
 * @param all those that change most decisions first
 * @param places in how many (step, state) that the log visits
 * @param bySteps the share of a step's decisions that change, step h at index h−1: Σ_x
 *     d(x)·½‖π−π_b‖₁
 * @param heat the same by state and step, in the states with most changes
 */
public record Differences(List<Difference> all, long places, List<Double> bySteps, Heat heat) {
  private static final double ROUNDING = 1e-12;
  private static final int HEAT_ROWS = 20;
  private static final int HEAT_COLUMNS = 60;

  public Differences {
    all = List.copyOf(all);
    bySteps = List.copyOf(bySteps);
  }

  /** Returns the share of all decisions that change. */
  public double moved() {
    return all.stream().mapToDouble(Difference::moved).sum();
  }

  /** Returns the largest differences. */
  public List<Difference> largest(int most) {
    return all.subList(0, Math.min(most, all.size()));
  }

  public static Differences between(LogData log, Policy behavior, Policy other) {
    int horizon = log.shape().horizon();
    int states = log.shape().states();
    List<Difference> all = new ArrayList<>();
    List<Double> bySteps = new ArrayList<>();
    double[] ofState = new double[states];
    double[] ofStep = new double[horizon];
    double decisions = decisions(log);
    long places = 0;
    for (int h = 1; h <= horizon; h++) {
      StateVector share = log.counts().distribution(h);
      long[] visits = visits(log, h);
      for (int x = 0; x < states; x++) {
        double distance = share.at(x) > 0 ? distance(behavior, other, h, x) : 0;
        if (distance > ROUNDING) {
          places++;
          ofState[x] += share.at(x) * distance;
          ofStep[h - 1] += share.at(x) * distance;
          add(all, log, h, x, share.at(x) / decisions, visits, behavior, other);
        }
      }
      double here = 1 - share.at(log.shape().end());
      bySteps.add(here > 0 ? ofStep[h - 1] / here : 0);
    }
    all.sort(
        Comparator.comparingDouble((Difference d) -> -d.moved())
            .thenComparing(Difference::step)
            .thenComparing(Difference::state));
    Heat heat =
        Heat.of(
            ofState,
            ofStep,
            HEAT_ROWS,
            HEAT_COLUMNS,
            log::state,
            i -> Integer.toString(i + 1),
            (x, i) -> isVisited(log, i + 1, x) ? distance(behavior, other, i + 1, x) : Double.NaN);
    return new Differences(all, places, bySteps, heat);
  }

  private static boolean isVisited(LogData log, int step, int state) {
    int actions = log.shape().actions();
    return log.counts().firstCell(step, state, 0) < log.counts().firstCell(step, state, actions);
  }

  /** How many decisions an episode has on average. */
  private static double decisions(LogData log) {
    double decisions = 0;
    for (int h = 1; h <= log.shape().horizon(); h++) {
      decisions += 1 - log.counts().distribution(h).at(log.shape().end());
    }
    return decisions;
  }

  private static long[] visits(LogData log, int step) {
    int actions = log.shape().actions();
    long[] visits = new long[log.shape().states() * actions];
    log.counts().forEachPair(step, (x, a, n, r, rr) -> visits[x * actions + a] = n);
    return visits;
  }

  /** ½‖π(·|x) − π_b(·|x)‖₁. */
  private static double distance(Policy behavior, Policy other, int step, int state) {
    double distance = 0;
    for (int a = 0; a < behavior.shape().actions(); a++) {
      double more = other.probability(step, state, a) - behavior.probability(step, state, a);
      distance += Math.max(0, more);
    }
    return distance;
  }

  private static void add(
      List<Difference> all,
      LogData log,
      int step,
      int state,
      double share,
      long[] visits,
      Policy behavior,
      Policy other) {
    int actions = log.shape().actions();
    for (int a = 0; a < actions; a++) {
      double logged = behavior.probability(step, state, a);
      double wanted = other.probability(step, state, a);
      if (wanted > logged + ROUNDING) {
        all.add(
            new Difference(
                step,
                log.state(state),
                log.action(a),
                share,
                wanted,
                logged,
                visits[state * actions + a]));
      }
    }
  }
}
