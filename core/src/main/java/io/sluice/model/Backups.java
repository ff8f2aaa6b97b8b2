package io.sluice.model;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.ActionValues.Depth;

/**
 * Dynamic programming, backward over the steps: the one recursion behind every learner, every bound
 * and, on a known model, every exact value.
 *
 * <p>At each step and state, someone chooses action probabilities π (a fixed policy, or a learner
 * looking at {@link ActionValues}); then, averaging over π and clipping as in {@code alg:SPVI},
 *
 * <pre>
 * V̂_p = max(0, R̂ + P̂V̂_p − b)        {@code eq:pessimistic-value-estimate}
 * V̂_o = min(V_max, R̂ + P̂V̂_o + b)    {@code eq:optimistic-value-estimate}
 * V̂   = min(V̂_o, max(V̂_p, R̂ + P̂V̂))   {@code eq:bounded-sp-value-estimate}
 * </pre>
 *
 * <p>Deviates from the paper: V̂_p is also kept at or below V_max, which matters only under a cap
 * on the return.
 */
public final class Backups {
  private final Model model;
  private final Bonus bonus;
  private final ValueRange range;
  private final InducedShift shift;
  private final boolean clipPoint;

  private Backups(
      Model model, Bonus bonus, ValueRange range, InducedShift shift, boolean clipPoint) {
    this.model = model;
    this.bonus = bonus;
    this.range = range;
    this.shift = shift;
    this.clipPoint = clipPoint;
  }

  /** Backups on a model whose errors the bonus bounds. */
  public static Backups of(Model model, Bonus bonus, ValueRange range) {
    return new Backups(model, bonus, range, null, true);
  }

  /** Exact backups on a known model, whatever the range of its rewards. */
  public static Backups exact(Model known) {
    return exact(known, ValueRange.of(known.shape()));
  }

  /** The same where the steps of an ended episode count as something. */
  public static Backups exact(Model known, ValueRange range) {
    return new Backups(known, Bonus.NONE, range, null, false);
  }

  /** The same, with the carried uncertainty at hand. */
  public Backups withShift(InducedShift shift) {
    return new Backups(model, bonus, range, shift, clipPoint);
  }

  /** The same without it, for those who do not ask. */
  public Backups withoutShift() {
    return new Backups(model, bonus, range, null, clipPoint);
  }

  public boolean hasShift() {
    return shift != null;
  }

  /** The same, but V̂ = R̂ + P̂V̂ is left as it comes, as in the authors' released program. */
  public Backups withoutClippingThePoint() {
    return new Backups(model, bonus, range, shift, false);
  }

  public Model model() {
    return model;
  }

  public Bonus bonus() {
    return bonus;
  }

  public ValueRange range() {
    return range;
  }

  /** What the actions of a step are worth before the given next-step values. */
  public ActionValues actionValues(int step, StepValues next) {
    model.shape().requireStep(step);
    return new ActionValues(model, bonus, shift, step, next, depth());
  }

  private Depth depth() {
    return shift != null ? Depth.SHIFT : bonus == Bonus.NONE ? Depth.POINT : Depth.BOUNDS;
  }

  /** V̂_p, V̂ and V̂_o of a fixed policy at every step. */
  public ValueTable evaluate(Policy policy) {
    policy.shape().requireSame("backups: the policy", model.shape());
    return run(
        (step, state, values, probabilities) -> {
          for (int a = 0; a < probabilities.length; a++) {
            probabilities[a] = policy.probability(step, state, a);
          }
        });
  }

  /** V̂_p, V̂ and V̂_o of whatever is chosen, from the last step to the first. */
  public ValueTable run(Choice choice) {
    Shape shape = model.shape();
    StateVector nothing = StateVector.constant(shape, 0);
    StepValues next = new StepValues(nothing, nothing, nothing);
    StepValues[] steps = new StepValues[shape.horizon() + 1];
    steps[shape.horizon()] = next;
    double[] probabilities = new double[shape.actions()];
    boolean bounded = bonus != Bonus.NONE; // on a known model the three values are one
    for (int h = shape.horizon(); h >= 1; h--) {
      ActionValues values = actionValues(h, next);
      double[] mid = new double[shape.states() + 1];
      mid[shape.end()] = range.ended(h);
      double[] low = bounded ? mid.clone() : mid;
      double[] high = bounded ? mid.clone() : mid;
      for (int x = 0; x < shape.states(); x++) {
        choice.choose(h, x, values.at(x), probabilities);
        for (int a = 0; a < probabilities.length; a++) {
          double p = probabilities[a];
          if (p != 0) {
            mid[x] += p * values.point(a);
            if (bounded) {
              low[x] += p * values.pessimistic(a);
              high[x] += p * values.optimistic(a);
            }
          }
        }
        if (!bounded) {
          continue;
        }
        low[x] = Math.min(range.top(h), Math.max(0, low[x]));
        high[x] = Math.min(range.top(h), high[x]);
        if (clipPoint) {
          mid[x] = Math.min(high[x], Math.max(low[x], mid[x]));
        }
      }
      next =
          new StepValues(
              StateVector.withEnd(low), StateVector.withEnd(mid), StateVector.withEnd(high));
      steps[h - 1] = next;
    }
    return new ValueTable(steps);
  }

  /** Decides at one step and state, by writing a probability for every action. */
  @FunctionalInterface
  public interface Choice {
    void choose(int step, int state, ActionValues values, double[] probabilities);
  }
}
