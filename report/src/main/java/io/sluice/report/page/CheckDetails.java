package io.sluice.report.page;

import io.sluice.assumptions.ActionUse;
import io.sluice.assumptions.StepShift;
import io.sluice.counts.RewardHistogram;
import io.sluice.fit.CheckResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Heat;
import io.sluice.fit.LogData;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a report shows besides a {@link CheckResult}. Of what can be many, only the largest.
 *
 * @param shift by state and action
 * @param pairs the same as a list, those first that move most decisions beyond what chance would
 * @param allPairs how many there are
 * @param states those visited most first
 * @param allStates how many there are
 * @param steps how much of the log is left at each step
 * @param actions what the logged policy does
 * @param rewards how rewards are spread
 */
public record CheckDetails(
    Heat shift,
    List<Pair> pairs,
    long allPairs,
    List<Visited> states,
    long allStates,
    List<StepVisits> steps,
    ActionUse actions,
    List<RewardHistogram.Bin> rewards) {
  private static final int SHOWN = 400;
  private static final int HEAT_ROWS = 20;
  private static final int HEAT_COLUMNS = 12;
  private static final int REWARD_BINS = 20;

  /**
   * How far an action moves the next state, averaged over the steps' rows.
   *
   * @param shift ½‖P̂(·|x,a) − P̂(·|x)‖₁
   * @param noise what of it chance would make on average
   */
  public record Pair(String state, String action, long rows, double shift, double noise) {
    /** By how many rows it moves more than chance would. */
    double excess() {
      return rows * (shift - noise);
    }
  }

  /** How often a state was met. */
  public record Visited(String state, long rows) {}

  /**
   * A step of the log.
   *
   * @param rows how many episodes had not ended
   * @param states how many different states they were in
   */
  public record StepVisits(int step, long rows, long states) {}

  public static CheckDetails of(Fit fit) {
    LogData log = fit.data();
    int actions = log.shape().actions();
    int size = log.shape().states() * actions;
    long[] rows = new long[size];
    double[] moved = new double[size];
    double[] chance = new double[size];
    StepShift.forEachPair(
        log.counts(),
        (x, a, n, move, noise) -> {
          rows[x * actions + a] += n;
          moved[x * actions + a] += move;
          chance[x * actions + a] += noise;
        });
    List<Pair> pairs = new ArrayList<>();
    double[] ofState = new double[log.shape().states()];
    double[] ofAction = new double[actions];
    for (int i = 0; i < size; i++) {
      if (rows[i] > 0) {
        double shift = moved[i] / rows[i];
        double noise = chance[i] / rows[i];
        pairs.add(new Pair(log.state(i / actions), log.action(i % actions), rows[i], shift, noise));
        // A little of what is there at all, so that states without shift are shown too, but last.
        double weight = Math.max(0, moved[i] - chance[i]) + 1e-9 * rows[i];
        ofState[i / actions] += weight;
        ofAction[i % actions] += weight;
      }
    }
    pairs.sort(
        Comparator.comparingDouble((Pair p) -> -p.excess())
            .thenComparing(Pair::state)
            .thenComparing(Pair::action));
    Heat shift =
        Heat.of(
            ofState,
            ofAction,
            HEAT_ROWS,
            HEAT_COLUMNS,
            log::state,
            log::action,
            (x, a) -> moved[x * actions + a] / rows[x * actions + a]); // 0/0 where never taken
    List<Visited> states = visited(log);
    return new CheckDetails(
        shift,
        List.copyOf(pairs.subList(0, Math.min(SHOWN, pairs.size()))),
        pairs.size(),
        List.copyOf(states.subList(0, Math.min(SHOWN, states.size()))),
        states.size(),
        steps(log),
        ActionUse.of(log.counts(), fit.behavior().policy(), log.actions()),
        rewards(fit));
  }

  private static List<RewardHistogram.Bin> rewards(Fit fit) {
    List<Double> observed = fit.data().observed();
    return fit.episodes("the rewards on check's page")
        .collect(new RewardHistogram(observed.get(0), observed.get(1), REWARD_BINS))
        .bins();
  }

  private static List<Visited> visited(LogData log) {
    long[] rows = new long[log.shape().states()];
    for (int h = 1; h <= log.shape().horizon(); h++) {
      log.counts().forEachPair(h, (x, a, n, r, rr) -> rows[x] += n);
    }
    List<Visited> all = new ArrayList<>();
    for (int x = 0; x < rows.length; x++) {
      if (rows[x] > 0) {
        all.add(new Visited(log.state(x), rows[x]));
      }
    }
    all.sort(Comparator.comparingLong((Visited v) -> -v.rows()).thenComparing(Visited::state));
    return all;
  }

  private static List<StepVisits> steps(LogData log) {
    Shape shape = log.shape();
    List<StepVisits> steps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      StateVector share = log.counts().distribution(h);
      long[] rows = new long[1];
      log.counts().forEachPair(h, (x, a, n, r, rr) -> rows[0] += n);
      long states = 0;
      for (int x = 0; x < shape.states(); x++) {
        states += share.at(x) > 0 ? 1 : 0;
      }
      steps.add(new StepVisits(h, rows[0], states));
    }
    return steps;
  }
}
