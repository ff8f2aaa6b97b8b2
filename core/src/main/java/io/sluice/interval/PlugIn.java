package io.sluice.interval;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.Threads;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.ValueTable;
import java.util.function.IntPredicate;

/**
 * What the influence functions of one evaluation share: plug-in values, what is ahead of each pair,
 * and how many rows tell about it. Pairs are numbered state·|A| + action, the same at every step.
 */
final class PlugIn {
  final TransitionCounts counts;
  final Shape shape;
  final Model model;
  final ValueRange range;
  final Policy behavior;
  final Policy evaluated;
  final IntPredicate exogenous;
  private final Threads threads;
  final boolean pooled;
  final double episodes;
  final int pairs;
  private final StateVector[] share; // d̂_k
  private final double[][] values; // V̂_k, neither bounded nor clipped; the end included
  private final double[] valuesByState;
  private final double[][] ahead; // Σ P̂V̂_{k+1}, by step and pair
  private final long[][] rows; // n of each pair, by table
  private final long[][] moves; // how many of them have a next state
  private final HiddenVariance hidden;

  PlugIn(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    this.counts = counts;
    this.threads = threads;
    this.shape = counts.shape();
    this.model = model;
    this.range = range;
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.exogenous = exogenous;
    this.pooled = model.pooling() == Pooling.POOLED;
    this.episodes = counts.episodes();
    this.pairs = shape.states() * shape.actions();
    int horizon = shape.horizon();
    share = new StateVector[horizon + 1];
    for (int k = 1; k <= horizon; k++) {
      share[k] = counts.distribution(k);
    }
    values = new double[horizon + 2][shape.states() + 1];
    ahead = new double[horizon + 1][];
    for (int k = horizon; k >= 1; k--) {
      ahead[k] = ahead(k, values[k + 1]);
      average(k);
    }
    valuesByState = pooled ? byState(values, horizon - 1) : new double[0];
    rows = new long[pooled ? 1 : horizon][pairs];
    moves = new long[rows.length][pairs];
    for (CellCursor at = counts.walk(); at.advance(); ) {
      int pair = pair(at.state(), at.action());
      long n = counts.count(at.cell());
      rows[table(at.step())][pair] += n;
      moves[table(at.step())][pair] += at.step() < horizon ? n : 0;
    }
    hidden = HiddenVariance.of(this);
  }

  HiddenVariance hidden() {
    return hidden;
  }

  /** V̂_k from what is ahead of each pair, as {@link Backups} would: one pass serves both. */
  private void average(int step) {
    double[] probabilities = probabilities(evaluated, step);
    double[] here = values[step];
    here[shape.end()] = range.ended(step);
    for (int x = 0, pair = 0; x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++, pair++) {
        if (probabilities[pair] != 0) {
          here[x] += probabilities[pair] * (reward(step, pair) + ahead[step][pair]);
        }
      }
    }
  }

  private static double[] byState(double[][] values, int moves) {
    int states = values[1].length;
    double[] all = new double[states * moves];
    for (int k = 0; k < moves; k++) {
      for (int x = 0; x < states; x++) {
        all[x * moves + k] = values[k + 2][x];
      }
    }
    return all;
  }

  /**
   * v̄: how much r + V̂(x′) varies within a pair, on average over the log's rows and one more,
   * which varies as much as any can: (Σ residual² + V_max²/4)/(rows − pairs seen + 1).
   */
  double residualVariance() {
    double squares = range.top(1) * range.top(1) / 4;
    double free = 1;
    for (CellCursor at = counts.walk(); at.advance(); ) {
      int i = at.cell();
      int step = at.step();
      int pair = pair(at.state(), at.action());
      double mean = reward(step, pair);
      double moved = step == shape.horizon() ? 0 : values[step + 1][at.next()] - ahead(step, pair);
      long n = counts.count(i);
      double first = counts.rewardSum(i) - n * mean;
      double second = counts.squareSum(i) - 2 * mean * counts.rewardSum(i) + n * mean * mean;
      squares += second + 2 * moved * first + n * moved * moved;
      free += n;
    }
    for (long[] table : rows) {
      for (long n : table) {
        free -= n > 0 ? 1 : 0;
      }
    }
    return squares / free;
  }

  /** The values of a policy in the model as it is, at steps 1 … H+1. */
  double[][] valuesOf(Policy policy) {
    ValueTable table = Backups.of(model, Bonus.NONE, range).on(threads).evaluate(policy);
    double[][] byStep = new double[shape.horizon() + 2][];
    for (int k = 1; k <= shape.horizon() + 1; k++) {
      byStep[k] = table.at(k).point().toArray();
    }
    return byStep;
  }

  /** Σ P̂v for every pair at a step; nothing follows the last. */
  double[] ahead(int step, double[] next) {
    double[] sums = new double[pairs];
    if (step < shape.horizon()) {
      model.ahead(step, next, sums, threads);
    }
    return sums;
  }

  /** Where signed mass on the pairs of a step goes; the end included. */
  double[] arriving(int step, double[] mass) {
    return model.arriving(step, mass);
  }

  /** (π − π_b)(a|x) of all pairs of a step. */
  double[] changes(int step) {
    double[] changes = probabilities(evaluated, step);
    double[] logged = probabilities(behavior, step);
    for (int pair = 0; pair < pairs; pair++) {
      changes[pair] -= logged[pair];
    }
    return changes;
  }

  /** π(a|x) of all pairs of a step. */
  double[] probabilities(Policy policy, int step) {
    double[] all = new double[pairs];
    policy.write(step, 0, shape.states(), all);
    return all;
  }

  /** V̂_k of π; not to be written to. */
  double[] values(int step) {
    return values[step];
  }

  /**
   * V̂_2 … V̂_H of each state side by side, where rows of every step count: then a row asks for all
   * of them at once. Empty if the model is per step.
   */
  double[] valuesByState() {
    return valuesByState;
  }

  /** Σ P̂V̂_{k+1}. */
  double ahead(int step, int pair) {
    return ahead[step][pair];
  }

  /** d̂_k. */
  StateVector share(int step) {
    return share[step];
  }

  /** R̂. */
  double reward(int step, int pair) {
    return model.reward(model.pair(step, 0, 0) + pair);
  }

  long rows(int step, int pair) {
    return rows[table(step)][pair];
  }

  long moves(int step, int pair) {
    return moves[table(step)][pair];
  }

  int pair(int state, int action) {
    return state * shape.actions() + action;
  }

  int table(int step) {
    return pooled ? 0 : step - 1;
  }

  int tables() {
    return rows.length;
  }
}
