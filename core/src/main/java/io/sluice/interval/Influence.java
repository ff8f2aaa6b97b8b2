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

/**
 * How much each decision of a log moves the plug-in estimate of α^(h): its influence function.
 *
 * <p>With the signed shift occupancy μ_h(x,a) = d̂_h(x)(π−π_b)(a|x), μ_{k+1}(x′,a) = π(a|x′) Σ μ_k
 * P̂, one trajectory has
 *
 * <pre>
 * ψ = [(π−π_b)·Q̂_h(x_h) − α̂] + Σ_{k≥h} T μ_k(x_k,a_k)/n_k(x_k,a_k) · (r_k + V̂_{k+1}(x_{k+1}) − Q̂_k(x_k,a_k))
 * </pre>
 *
 * with a model per step. A pooled model spreads Σ_k μ_k over the rows of every step; there rewards
 * divide by the number of rows and next states by their own. Where actions do not move the next
 * state μ_k is 0 for k > h: selective propagation in its efficient form.
 */
public final class Influence {
  private final Shape shape;
  private final Model model;
  private final int step;
  private final boolean pooled;
  private final double episodes;
  private final StateVector share;
  private final double[][] values; // V̂_k, by step, the end included
  private final double[][] ahead; // Σ P̂V̂_{k+1}, by step and pair
  private final double[][] occupancy; // μ_k, by step and pair
  private final double[] allSteps; // Σ_k μ_k, by pair
  private final double[] stateEffect; // Σ_a (π−π_b) Q̂_h
  private final long[][] rows; // n of each pair, by table
  private final long[][] moves; // how many of them have a next state
  private double estimate;
  private double unknownBelow;
  private double unknownAbove;

  /**
   * @param model estimated from these counts
   * @param step h
   */
  public Influence(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      int step) {
    this(counts, model, range, behavior, evaluated, step, plugIn(model, range, evaluated));
  }

  /** The values of π in the model as it is, neither bounded nor clipped. */
  static ValueTable plugIn(Model model, ValueRange range, Policy evaluated) {
    return Backups.of(model, Bonus.NONE, range).evaluate(evaluated);
  }

  /** The same where the plug-in values are at hand: they serve every step. */
  Influence(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      int step,
      ValueTable plugIn) {
    this.shape = counts.shape();
    this.model = model;
    this.step = step;
    this.pooled = model.pooling() == Pooling.POOLED;
    this.episodes = counts.episodes();
    this.share = counts.distribution(step);
    int horizon = shape.horizon();
    int pairs = shape.states() * shape.actions();
    values = new double[horizon + 2][];
    ahead = new double[horizon + 1][pairs];
    for (int k = step; k <= horizon + 1; k++) {
      values[k] = plugIn.at(k).point().toArray();
    }
    for (int k = step; k < horizon; k++) {
      for (int pair = 0; pair < pairs; pair++) {
        ahead[k][pair] = dot(row(k, pair), values[k + 1]);
      }
    }
    rows = new long[pooled ? 1 : horizon][pairs];
    moves = new long[rows.length][pairs];
    for (int i = 0; i < counts.cells(); i++) {
      int pair = pair(counts.state(i), counts.action(i));
      rows[table(counts.step(i))][pair] += counts.count(i);
      moves[table(counts.step(i))][pair] += counts.step(i) < horizon ? counts.count(i) : 0;
    }
    stateEffect = new double[shape.states()];
    occupancy = new double[horizon + 1][pairs];
    spread(behavior, evaluated);
    allSteps = new double[pairs];
    for (int k = step; k <= horizon; k++) {
      unsupported(k, range);
      for (int pair = 0; pair < pairs; pair++) {
        allSteps[pair] += occupancy[k][pair];
      }
    }
  }

  private void spread(Policy behavior, Policy evaluated) {
    for (int x = 0; x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++) {
        int pair = pair(x, a);
        double change = evaluated.probability(step, x, a) - behavior.probability(step, x, a);
        occupancy[step][pair] = share.at(x) * change;
        stateEffect[x] += change * (reward(step, pair) + ahead[step][pair]);
      }
      estimate += share.at(x) * stateEffect[x];
    }
    SparseRows next = model.next();
    for (int k = step; k < shape.horizon(); k++) {
      double[] arriving = new double[shape.states() + 1];
      for (int pair = 0; pair < occupancy[k].length; pair++) {
        double mass = occupancy[k][pair];
        int row = row(k, pair);
        for (int i = next.start(row); mass != 0 && i < next.start(row + 1); i++) {
          arriving[next.column(i)] += mass * next.value(i);
        }
      }
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++) {
          occupancy[k + 1][pair(x, a)] = arriving[x] * evaluated.probability(k + 1, x, a);
        }
      }
    }
  }

  /** A pair never seen counts as 0 in the estimate, and may be worth anything up to V_max. */
  private void unsupported(int k, ValueRange range) {
    for (int pair = 0; pair < occupancy[k].length; pair++) {
      boolean unseen = rows[table(k)][pair] == 0;
      boolean nextUnseen = k < shape.horizon() && moves[table(k)][pair] == 0;
      double top = unseen ? range.top(k) : nextUnseen ? range.top(k + 1) : 0;
      unknownAbove += Math.max(0, occupancy[k][pair]) * top;
      unknownBelow += Math.max(0, -occupancy[k][pair]) * top;
    }
  }

  public int step() {
    return step;
  }

  /** α̂: the plug-in estimate. */
  public double estimate() {
    return estimate;
  }

  /** What pairs never seen may take from the estimate. */
  public double unknownBelow() {
    return unknownBelow;
  }

  /** What pairs never seen may add to the estimate. */
  public double unknownAbove() {
    return unknownAbove;
  }

  /**
   * The part of ψ that is about an episode's state at step h; for {@link Shape#end()}, one that has
   * ended.
   */
  public double ofState(int state) {
    return (state == shape.end() ? 0 : stateEffect[state]) - estimate;
  }

  /** The part of ψ that is about one row. */
  public double ofRow(int step, int state, int action, int next, double reward) {
    int pair = pair(state, action);
    return ofReward(step, pair) * (reward - reward(step, pair)) + ofNext(step, pair, next);
  }

  /** T·Σ_k μ_k/n: what one unit of reward above its mean adds to ψ. */
  double ofReward(int step, int pair) {
    return episodes * mass(step, pair) / rows[table(step)][pair];
  }

  private double mass(int step, int pair) {
    if (pooled) {
      return allSteps[pair];
    }
    return step < this.step ? 0 : occupancy[step][pair];
  }

  /** What meeting this next state, instead of the usual ones, adds to ψ. */
  double ofNext(int step, int pair, int next) {
    if (step == shape.horizon()) {
      return 0;
    }
    double sum = 0;
    int first = pooled ? this.step : step;
    int last = pooled ? shape.horizon() - 1 : step;
    for (int k = Math.max(first, this.step); k <= last; k++) {
      sum += occupancy[k][pair] * (values[k + 1][next] - ahead[k][pair]);
    }
    return sum == 0 ? 0 : episodes * sum / moves[table(step)][pair];
  }

  /** Var(Σ_a (π−π_b)Q̂_h(x_h)) over the log's episodes. */
  double stateVariance() {
    double squares = 0;
    for (int x = 0; x <= shape.end(); x++) {
      squares += share.at(x) * ofState(x) * ofState(x);
    }
    return squares;
  }

  double reward(int step, int pair) {
    return model.reward(row(step, pair));
  }

  long rows(int step, int pair) {
    return rows[table(step)][pair];
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

  private int row(int step, int pair) {
    return model.pair(step, 0, 0) + pair;
  }

  private double dot(int row, double[] vector) {
    SparseRows next = model.next();
    double sum = 0;
    for (int i = next.start(row); i < next.start(row + 1); i++) {
      sum += next.value(i) * vector[next.column(i)];
    }
    return sum;
  }
}
