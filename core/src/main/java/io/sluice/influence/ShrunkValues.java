package io.sluice.influence;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import java.util.Arrays;

/**
 * V̂ and Q̂ of a policy for scores that weight rows: tables per step, in which a pair with few rows
 * borrows from others and a pair without any has a sensible value, not the lowest one.
 *
 * <p>Backward over the steps, with y = r + V̂_{h+1}(x′) and V̂_h = Σ_a π Q̂_h exactly,
 *
 * <pre>
 * Q̂_h(x,a) = (Σ_{rows of (h,x,a)} y + κ·Q̄_h(x,a))/(n_h(x,a) + κ)     a pair at its step
 * Q̄_h(x,a) = (Σ_{rows of (x,a)} y + κ·ȳ_h(x))/(n(x,a) + κ)           the pair, over all steps
 * ȳ_h(x)   = (Σ_{rows of x} y + κ·ȳ_h)/(n(x) + κ)                    its state, over all steps
 * ȳ_h      = (Σ_{rows of h} y + κ·ȳ)/(n_h + κ)                       its step; ȳ over the whole log
 * </pre>
 *
 * where rows of other steps are looked at from step h: their reward, and V̂_{h+1} of the state that
 * followed. So nothing depends on how much of an episode is left at the step that a row comes from.
 * With κ = 0 these are plain means, and 0 for pairs never seen at their step.
 *
 * <p>Q̂ is clipped to what the declared ranges of rewards and returns allow from the step on; V̂ is
 * not clipped by itself. In [0, 1] units.
 *
 * <p>No score that uses these tables relies on them being right, as long as they come from other
 * episodes than the ones that are scored. As a plug-in estimate they would be biased.
 */
public final class ShrunkValues {
  /** κ: how many rows each table's prior mean counts as. */
  public static final double USUAL = 1;

  private final TransitionCounts counts;
  private final Shape shape;
  private final Model pooled;
  private final ValueRange range;
  private final double kappa;
  private final double[] overSteps; // of the pairs: mean y over all steps, then Q̄
  private final double[] sums; // of the pairs at the step: Σ y
  private final double[] rows; // and n
  private double ofStep; // ȳ_h, which states without rows have

  private ShrunkValues(TransitionCounts counts, Model pooled, ValueRange range, double kappa) {
    this.counts = counts;
    this.shape = counts.shape();
    this.pooled = pooled;
    this.range = range;
    this.kappa = kappa;
    int pairs = shape.states() * shape.actions();
    overSteps = new double[pairs];
    sums = new double[pairs];
    rows = new double[pairs];
  }

  /**
   * @param counts of other episodes than those that will be scored
   * @param pooled the model of these counts, pooled over steps
   * @param kappa κ, at least 0
   */
  public static PolicyValues of(
      TransitionCounts counts, Model pooled, ValueRange range, Policy evaluated, double kappa) {
    evaluated.shape().requireSame("shrunken values: the policy", counts.shape());
    if (!(kappa >= 0 && kappa < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("shrunken values: κ must be at least 0, got " + kappa);
    }
    if (pooled.pooling() != Model.Pooling.POOLED) {
      throw new IllegalArgumentException(
          "shrunken values: need a model pooled over steps, got one per step");
    }
    return new ShrunkValues(counts, pooled, range, kappa).made(evaluated);
  }

  private PolicyValues made(Policy evaluated) {
    int horizon = shape.horizon();
    double[][] values = new double[horizon + 2][shape.states() + 1];
    double[][] actionValues = new double[horizon + 1][];
    double[] elsewhere = new double[horizon + 2];
    for (int h = horizon; h >= 1; h--) {
      double[] q = actionValues(h, values[h + 1]);
      for (int x = 0, pair = 0; x < shape.states(); x++) {
        double value = 0;
        for (int a = 0; a < shape.actions(); a++, pair++) {
          value += evaluated.probability(h, x, a) * q[pair];
        }
        values[h][x] = value;
      }
      values[h][shape.end()] = range.ended(h);
      elsewhere[h] = Math.max(range.bottom(h), Math.min(range.top(h), ofStep));
      actionValues[h] = q;
    }
    return new PolicyValues(shape, range, values, actionValues, elsewhere);
  }

  private double[] actionValues(int step, double[] next) {
    double sum = addStep(step, next);
    ofStep = 0;
    if (kappa > 0) {
      shrinkOverSteps(step, next, sum);
    }
    double[] q = new double[sums.length];
    double low = range.bottom(step);
    double high = range.top(step);
    for (int i = 0; i < q.length; i++) {
      q[i] = Math.max(low, Math.min(high, shrunk(sums[i], rows[i], overSteps[i])));
    }
    return q;
  }

  /** Adds up the rows of a step; gives Σ y over all of them. */
  private double addStep(int step, double[] next) {
    Arrays.fill(sums, 0);
    Arrays.fill(rows, 0);
    double all = 0;
    for (CellCursor at = counts.walk(step); at.advance(); ) {
      int pair = at.state() * shape.actions() + at.action();
      long n = counts.count(at.cell());
      double y = counts.rewardSum(at.cell()) + n * next[at.next()];
      sums[pair] += y;
      rows[pair] += n;
      all += y;
    }
    return all;
  }

  /** Q̄_h of every pair. */
  private void shrinkOverSteps(int step, double[] next, double sumOfStep) {
    boolean last = step == shape.horizon();
    if (last) {
      Arrays.fill(overSteps, 0);
    } else {
      pooled.ahead(step, 0, shape.states(), next, overSteps, 0);
    }
    double sum = 0;
    double all = 0;
    double here = 0;
    for (int i = 0; i < overSteps.length; i++) {
      overSteps[i] += pooled.reward(i);
      sum += known(i, last) * overSteps[i];
      all += known(i, last);
      here += rows[i];
    }
    double ofLog = all == 0 ? 0 : sum / all;
    ofStep = shrunk(sumOfStep, here, ofLog);
    for (int x = 0, from = 0; x < shape.states(); x++, from += shape.actions()) {
      shrinkState(from, from + shape.actions(), last);
    }
  }

  private void shrinkState(int from, int to, boolean last) {
    double sum = 0;
    double all = 0;
    for (int i = from; i < to; i++) {
      sum += known(i, last) * overSteps[i];
      all += known(i, last);
    }
    double ofState = shrunk(sum, all, ofStep);
    for (int i = from; i < to; i++) {
      overSteps[i] = shrunk(known(i, last) * overSteps[i], known(i, last), ofState);
    }
  }

  /** How many rows say what a pair leads to; at the last step, what it earns is enough. */
  private double known(int pair, boolean last) {
    return last || pooled.next().start(pair) < pooled.next().start(pair + 1)
        ? pooled.visits(pair)
        : 0;
  }

  /** (Σ + κ·prior)/(n + κ). */
  private double shrunk(double sum, double n, double prior) {
    return n + kappa == 0 ? 0 : (sum + kappa * prior) / (n + kappa);
  }
}
