package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
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
  final boolean pooled;
  final double episodes;
  final int pairs;
  private final StateVector[] share; // d̂_k
  private final double[][] values; // V̂_k, neither bounded nor clipped; the end included
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
      IntPredicate exogenous) {
    this.counts = counts;
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
    values = valuesOf(evaluated);
    ahead = new double[horizon + 1][];
    for (int k = 1; k <= horizon; k++) {
      ahead[k] = ahead(k, values[k + 1]);
    }
    rows = new long[pooled ? 1 : horizon][pairs];
    moves = new long[rows.length][pairs];
    for (int i = 0; i < counts.cells(); i++) {
      int pair = pair(counts.state(i), counts.action(i));
      rows[table(counts.step(i))][pair] += counts.count(i);
      moves[table(counts.step(i))][pair] += counts.step(i) < horizon ? counts.count(i) : 0;
    }
    hidden = HiddenVariance.of(this);
  }

  HiddenVariance hidden() {
    return hidden;
  }

  /**
   * v̄: how much r + V̂(x′) varies within a pair, on average over the log's rows and one more,
   * which varies as much as any can: (Σ residual² + V_max²/4)/(rows − pairs seen + 1).
   */
  double residualVariance() {
    double squares = range.top(1) * range.top(1) / 4;
    double free = 1;
    for (int i = 0; i < counts.cells(); i++) {
      int step = counts.step(i);
      int pair = pair(counts.state(i), counts.action(i));
      double mean = reward(step, pair);
      double moved =
          step == shape.horizon() ? 0 : values[step + 1][counts.next(i)] - ahead(step, pair);
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
    ValueTable table = Backups.of(model, Bonus.NONE, range).evaluate(policy);
    double[][] byStep = new double[shape.horizon() + 2][];
    for (int k = 1; k <= shape.horizon() + 1; k++) {
      byStep[k] = table.at(k).point().toArray();
    }
    return byStep;
  }

  /** Σ P̂v for every pair at a step; nothing follows the last. */
  double[] ahead(int step, double[] next) {
    SparseRows rows = model.next();
    double[] sums = new double[pairs];
    if (step == shape.horizon()) {
      return sums;
    }
    int first = model.pair(step, 0, 0);
    for (int pair = 0; pair < pairs; pair++) {
      double sum = 0;
      for (int i = rows.start(first + pair); i < rows.start(first + pair + 1); i++) {
        sum += rows.value(i) * next[rows.column(i)];
      }
      sums[pair] = sum;
    }
    return sums;
  }

  /** Where signed mass on the pairs of a step goes; the end included. */
  double[] arriving(int step, double[] mass) {
    SparseRows rows = model.next();
    double[] arriving = new double[shape.states() + 1];
    int first = model.pair(step, 0, 0);
    for (int pair = 0; pair < pairs; pair++) {
      double m = mass[pair];
      for (int i = rows.start(first + pair); m != 0 && i < rows.start(first + pair + 1); i++) {
        arriving[rows.column(i)] += m * rows.value(i);
      }
    }
    return arriving;
  }

  /** V̂_k of π; not to be written to. */
  double[] values(int step) {
    return values[step];
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

  /** (π − π_b)(a|x). */
  double change(int step, int state, int action) {
    return evaluated.probability(step, state, action) - behavior.probability(step, state, action);
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
