package io.sluice.influence;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.StepTables;
import io.sluice.model.Threads;
import io.sluice.model.ValueTable;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the influence functions of one evaluation share: the plug-in values V̂, their expectations
 * over the next state, and the effects of every step. Pairs are numbered state·|A| + action, the
 * same at every step.
 */
final class PlugIn {
  final TransitionCounts counts;
  final Shape shape;
  final Model model;
  final ValueRange range;
  final Policy behavior;
  final @Nullable BehaviorFrequencies frequencies; // null where π_b is known
  final Policy evaluated;
  final IntPredicate exogenous;
  private final Threads threads;
  final StepTables tables;
  final double episodes;
  final int pairs;
  final LogSums log;
  final double[] nothing; // by pair: the mass of a table that no step concerns
  private final PlugInValues made;
  private final double[] valuesByState;
  private double @Nullable [][] rewards; // once asked for
  private double @Nullable [][] nextValues; // likewise

  PlugIn(
      LogSums log,
      ValueRange range,
      Policy behavior,
      @Nullable BehaviorFrequencies frequencies,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    this.frequencies = frequencies;
    this.log = log;
    this.counts = log.counts;
    this.threads = threads;
    this.shape = counts.shape();
    this.model = log.model;
    this.range = range;
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.exogenous = exogenous;
    this.tables = log.tables;
    this.episodes = counts.episodes();
    this.pairs = shape.states() * shape.actions();
    this.nothing = new double[pairs];
    this.made = new PlugInValues(this);
    int moves = shape.horizon() - 1;
    valuesByState = tables.areShared() ? byState(made.values, moves, width()) : new double[0];
  }

  HiddenVariance hidden() {
    return log.hidden;
  }

  /** R̂; of a pair never seen, 0 or the mean of the other actions in its state. */
  double expectedReward(int step, int pair) {
    if (!log.borrows || rows(step, pair) > 0) {
      return reward(step, pair);
    }
    int first = pair - pair % shape.actions();
    double sum = 0;
    double all = 0;
    for (int other = first; other < first + shape.actions(); other++) {
      sum += rows(step, other) * reward(step, other);
      all += rows(step, other);
    }
    return all == 0 ? 0 : sum / all;
  }

  /** How many numbers a state has in {@link #valuesByState}: a multiple of four. */
  private int width() {
    return shape.horizon() + 2 & ~3;
  }

  private static double[] byState(double[][] values, int moves, int width) {
    int states = values[1].length;
    double[] all = new double[states * width];
    for (int x = 0; x < states; x++) {
      for (int k = 0; k < moves; k++) {
        all[x * width + k] = values[k + 2][x];
      }
    }
    return all;
  }

  /**
   * v̄: the variance of r + V̂(x′) within a pair, on average over the log's rows and one more row
   * with the largest possible variance: (Σ residual² + V_max²/4)/(rows − pairs seen + 1).
   */
  double residualVariance() {
    double squares = range.top(1) * range.top(1) / 4;
    double free = 1;
    for (CellCursor at = counts.walk(); at.advance(); ) {
      int i = at.cell();
      int step = at.step();
      int pair = pair(at.state(), at.action());
      double mean = reward(step, pair);
      double moved = step == shape.horizon() ? 0 : values(step + 1)[at.next()] - ahead(step, pair);
      long n = counts.count(i);
      double first = counts.rewardSum(i) - n * mean;
      double second = counts.squareSum(i) - 2 * mean * counts.rewardSum(i) + n * mean * mean;
      squares += second + 2 * moved * first + n * moved * moved;
      free += n;
    }
    for (long[] table : log.rows) {
      for (long n : table) {
        free -= n > 0 ? 1 : 0;
      }
    }
    return squares / free;
  }

  /** The values of a policy in the model, neither bounded nor clipped, at steps 1 … H+1. */
  double[][] valuesOf(Policy policy) {
    ValueTable table = Backups.of(model, Bonus.NONE, range).on(threads).evaluate(policy);
    double[][] byStep = new double[shape.horizon() + 2][];
    for (int k = 1; k <= shape.horizon() + 1; k++) {
      byStep[k] = table.at(k).point().toArray();
    }
    return byStep;
  }

  /** Σ_a π_b(a|x) Σ P̂v for every state at a step; 0 at the last step. */
  double[] averaged(int step, double[] next) {
    double[] average = new double[shape.states() + 1];
    if (step < shape.horizon()) {
      threads.each(
          shape.states(),
          model.transitions(),
          (from, to) -> average(step, next, from, to, average));
    }
    return average;
  }

  private void average(int step, double[] next, int from, int to, double[] average) {
    PolicyBlocks policies = PolicyBlocks.logged(this, step);
    double[] look = new double[policies.behavior.length];
    for (int start = from; start < to; start = policies.to()) {
      policies.at(start, to);
      model.ahead(step, start, policies.to(), next, look, 0);
      for (int x = start, i = 0; x < policies.to(); x++) {
        double sum = 0;
        for (int a = 0; a < shape.actions(); a++, i++) {
          sum += policies.behavior[i] * look[i];
        }
        average[x] = sum;
      }
    }
  }

  /** Σ_a (π−π_b)(a|x) Q̂_k(x,a) by state, the end included; not to be written to. */
  double[] stateEffect(int step) {
    return made.stateEffect[step];
  }

  /**
   * W_k: the effects of the steps from k on, expected under π_b, by state and the end; 0 after the
   * last step. Not to be written to.
   */
  double[] laterEffects(int step) {
    return made.laterEffects[step];
  }

  /** (π−π_b)(a|x)·Σ P̂V̂, summed over actions: the effect without the step's own rewards. */
  double[] carriedEffect(int step) {
    double[] effect = new double[shape.states() + 1];
    PolicyBlocks policies = new PolicyBlocks(this, step, true);
    for (int start = 0; start < shape.states(); start = policies.to()) {
      policies.at(start, shape.states());
      for (int x = start, i = 0; x < policies.to(); x++) {
        for (int a = 0; a < shape.actions(); a++, i++) {
          effect[x] += (policies.evaluated[i] - policies.behavior[i]) * ahead(step, pair(x, a));
        }
      }
    }
    return effect;
  }

  /** Q̂_k of all pairs; without what follows at a step that is declared exogenous. */
  double[] actionValues(int step) {
    double[] values = new double[pairs];
    double onward = exogenous.test(step) ? 0 : 1;
    for (int pair = 0; pair < pairs; pair++) {
      values[pair] = expectedReward(step, pair) + onward * ahead(step, pair);
    }
    return values;
  }

  /** V̂_k of π; not to be written to. */
  double[] values(int step) {
    return made.values[step];
  }

  /** Σ P̂V̂_{k+1}. */
  double ahead(int step, int pair) {
    return made.ahead[step][pair];
  }

  /** The same of all pairs; not to be written to. */
  double[] ahead(int step) {
    return made.ahead[step];
  }

  Threads threads() {
    return threads;
  }

  /** d̂_k. */
  StateVector share(int step) {
    return log.share[step];
  }

  /** R̂. */
  double reward(int step, int pair) {
    return model.reward(model.pair(step, 0, 0) + pair);
  }

  /** R̂ by table and pair; not to be written to. */
  double[][] rewards() {
    double[][] made = rewards;
    if (made == null) {
      made = new double[tables.count()][pairs];
      for (int table = 0; table < made.length; table++) {
        for (int pair = 0; pair < pairs; pair++) {
          made[table][pair] = reward(tables.first(table), pair);
        }
      }
      rewards = made;
    }
    return made;
  }

  /** {@link #nextValues(int)} by table; not to be written to. */
  double[][] nextValues() {
    double[][] made = nextValues;
    if (made == null) {
      made = new double[tables.count()][];
      for (int table = 0; table < made.length; table++) {
        made[table] = nextValues(table);
      }
      nextValues = made;
    }
    return made;
  }

  long rows(int step, int pair) {
    return log.rows[tables.of(step)][pair];
  }

  long moves(int step, int pair) {
    return log.moves[tables.of(step)][pair];
  }

  /** Whether every pair was seen, and seen moving at every step before the last. */
  boolean isComplete() {
    return log.complete;
  }

  int pair(int state, int action) {
    return state * shape.actions() + action;
  }

  /**
   * V̂_{k+1} for the steps k of a table that are followed by another, side by side by state: {@link
   * #stride} numbers for each.
   */
  double[] nextValues(int table) {
    int last = tables.lastMove(table);
    return tables.areShared()
        ? valuesByState
        : last < tables.first(table) ? new double[0] : values(last + 1);
  }

  /** How many numbers a state has in {@link #nextValues}. */
  int stride() {
    return tables.areShared() ? width() : 1;
  }
}
