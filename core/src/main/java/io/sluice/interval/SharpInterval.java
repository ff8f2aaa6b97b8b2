package io.sluice.interval;

import io.sluice.inputs.Radius;
import io.sluice.inputs.ValueBounds;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.ActionValues;
import io.sluice.model.Model;
import io.sluice.model.Propensities;
import io.sluice.model.SparseRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * A finite-sample interval for α^(h) that never charges what cancels: ours, not the paper's. The
 * proof is in {@code docs/sharp.md}.
 *
 * <p>With c(x,a) = d̂_h(x)(π−π_b)(a|x) and Δ̄ = Σ c·P̂, on the event that every |(R̂−R) +
 * (P̂−P)V_π|(x,a) ≤ b(x,a),
 *
 * <pre>
 * α ∈ [ Σ c·R̂ + Σ Δ̄⁺V̂_p − Δ̄⁻V̂_o ,  Σ c·R̂ + Σ Δ̄⁺V̂_o − Δ̄⁻V̂_p ]  ±  Σ |c|·b  ±  2τ V_max √(ln(4/δ)/(2T))
 * </pre>
 *
 * intersected with {@code standard}, which holds on the same event. A pair never seen counts with
 * its whole range [0, V_max^(h)] in place of a bonus, a pair seen at the last step only with [0,
 * V_max^(h+1)] for what follows it. At π = π_b it is {0}.
 *
 * <p>Given the pairs that were met, Σ c·[(R̂−R) + (P̂−P)V_π] is one sum of independent terms, so
 * Hoeffding bounds it by V_max √(Σ c²/n · ln(4/δ)/2), which does not grow with the number of
 * states. The interval for α^(h) itself takes that in place of Σ |c|·b where it is less.
 */
public final class SharpInterval {
  private final ModelEvaluation evaluation;
  private final int step;
  private final StateVector share;
  private double bonus; // Σ |c|·b over pairs seen
  private double squares; // Σ c²/n over pairs seen
  private double unknownBelow; // what pairs never seen may take away
  private double unknownAbove;
  private double largestDistance; // τ
  private double estimate; // Σ c·Q̂ over pairs seen
  private final double[] averageShift; // Δ̄

  private SharpInterval(ModelEvaluation evaluation, int step) {
    this.evaluation = evaluation;
    this.step = step;
    this.share = evaluation.counts().distribution(step);
    this.averageShift = new double[share.size() + 1];
    addUp();
  }

  /**
   * The interval for the states that the log visited: nothing is charged for others that it might
   * have.
   */
  public static Interval ofVisitedStates(ModelEvaluation evaluation, int step) {
    SharpInterval sharp = new SharpInterval(evaluation, step);
    return sharp.intersected(sharp.interval(sharp.pairByPair()));
  }

  /** Returns the interval before it is intersected with {@code standard}. */
  public static Interval alone(ModelEvaluation evaluation, int step) {
    SharpInterval sharp = new SharpInterval(evaluation, step);
    return sharp.interval(sharp.pairByPair());
  }

  /**
   * The interval for α^(h) itself.
   *
   * @param delta the probability with which the visited states, or the sum of the model's errors,
   *     may be less usual than their terms allow; half of it goes to each
   */
  public static Interval at(ModelEvaluation evaluation, int step, double delta) {
    SharpInterval sharp = new SharpInterval(evaluation, step);
    double top = sharp.top();
    long episodes = evaluation.counts().episodes();
    double sampling = Radius.HOEFFDING.of(episodes, 0, 2 * sharp.largestDistance * top, delta / 2);
    double together = top * Math.sqrt(sharp.squares * Math.log(4 / delta) / 2);
    Part model =
        together < sharp.bonus
            ? Part.of(Part.Source.MODEL_ERROR, "V_max √(Σ c²/n · ln(4/δ)/2)", together)
            : sharp.pairByPair();
    return sharp
        .intersected(sharp.interval(model))
        .widened(
            Part.of(Part.Source.STATES, "2τ V_max √(ln(4/δ)/(2T))", sampling),
            new Failure(0, delta));
  }

  /**
   * The same for what is known of the propensities: with a known π_b, the narrower of this interval
   * and the one {@linkplain WeightedEffect by weights}, with half of δ for each, so that both hold
   * and the choice is free. The latter charges no pair for not being seen, and its width hardly
   * depends on the number of states.
   */
  public static Interval at(
      ModelEvaluation evaluation, int step, Propensities propensities, double delta) {
    return at(evaluation, h -> h == step, propensities, delta).get(0);
  }

  /** The same for several steps, in their order. */
  private static List<Interval> at(
      ModelEvaluation evaluation, IntPredicate wanted, Propensities propensities, double delta) {
    int horizon = evaluation.counts().shape().horizon();
    boolean[] possible =
        propensities == Propensities.KNOWN
            ? WeightedEffect.possible(evaluation)
            : new boolean[horizon + 1];
    Map<Integer, Interval> byWeights =
        WeightedEffect.at(evaluation, h -> wanted.test(h) && possible[h], delta / 2);
    List<Interval> intervals = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      if (wanted.test(h)) {
        Interval other = byWeights.get(h);
        intervals.add(
            other == null ? at(evaluation, h, delta) : narrower(evaluation, h, other, delta));
      }
    }
    return intervals;
  }

  private static Interval narrower(
      ModelEvaluation evaluation, int step, Interval byWeights, double delta) {
    Interval byModel = at(evaluation, step, delta / 2);
    Interval chosen = byWeights.width() < byModel.width() ? byWeights : byModel;
    Failure both = new Failure(byModel.failure().inputs(), delta);
    return Interval.of("sharp", chosen.estimate(), both, chosen.parts());
  }

  /** The most that a decision at the step can be worth: only its reward if that is all it moves. */
  private double top() {
    return evaluation.isExogenous(step) ? 1 : evaluation.backups().range().top(step);
  }

  private Part pairByPair() {
    return Part.of(Part.Source.MODEL_ERROR, "Σ |π−π_b|·b", bonus);
  }

  /** The intervals of all steps, δ divided evenly among them for the sampling of states. */
  public static EffectProfile profile(ModelEvaluation evaluation, double delta) {
    return profile(evaluation, Propensities.ESTIMATED, delta);
  }

  /** The intervals of all steps, with what is known about propensities. */
  public static EffectProfile profile(
      ModelEvaluation evaluation, Propensities propensities, double delta) {
    int horizon = evaluation.counts().shape().horizon();
    List<Interval> steps = at(evaluation, h -> true, propensities, delta / horizon);
    double inputs = evaluation.backups().bonus().delta();
    return new EffectProfile(steps, new Failure(inputs, delta));
  }

  private void addUp() {
    Model model = evaluation.backups().model();
    Shape shape = model.shape();
    ValueRange range = evaluation.backups().range();
    Policy behavior = evaluation.behavior();
    Policy evaluated = evaluation.evaluated();
    ActionValues q = evaluation.actionValues(step);
    boolean moves = step < shape.horizon() && !evaluation.isExogenous(step);
    for (int x = 0; x < shape.states(); x++) {
      double distance = 0;
      boolean visited = share.at(x) > 0;
      if (visited) {
        q.at(x);
      }
      for (int a = 0; a < shape.actions(); a++) {
        double change = evaluated.probability(step, x, a) - behavior.probability(step, x, a);
        distance += Math.abs(change) / 2;
        double c = share.at(x) * change;
        if (!visited || c == 0) {
          continue;
        }
        int pair = model.pair(step, x, a);
        if (!q.isVisited(a)) {
          addUnknown(c, top());
          continue;
        }
        estimate += c * (moves ? q.point(a) : q.reward(a));
        bonus += Math.abs(c) * q.bonus(a);
        squares += c * c / model.visits(pair);
        if (moves && model.next().isEmpty(pair)) {
          addUnknown(c, range.top(step + 1));
        }
        if (moves) {
          addRow(model.next(), pair, c);
        }
      }
      largestDistance = Math.max(largestDistance, distance);
    }
  }

  private void addUnknown(double c, double top) {
    unknownAbove += Math.max(c, 0) * top;
    unknownBelow += Math.max(-c, 0) * top;
  }

  private void addRow(SparseRows next, int pair, double c) {
    for (int k = next.start(pair); k < next.start(pair + 1); k++) {
      averageShift[next.column(k)] += c * next.value(k);
    }
  }

  private Interval interval(Part model) {
    ValueBounds values = evaluation.valueBounds(step + 1);
    double below = 0;
    double above = 0;
    for (int x = 0; x < share.size(); x++) {
      double up = values.optimistic().at(x) - values.point().at(x);
      double down = values.point().at(x) - values.pessimistic().at(x);
      double shift = averageShift[x];
      below += shift > 0 ? shift * down : -shift * up;
      above += shift > 0 ? shift * up : -shift * down;
    }
    List<Part> parts = new ArrayList<>();
    parts.add(model);
    parts.add(new Part(Part.Source.CARRIED, "Σ Δ̄±·(V̂_o, V̂_p)", below, above));
    if (unknownBelow + unknownAbove > 0) {
      parts.add(new Part(Part.Source.UNSEEN_PAIRS, "Σ |c|·V_max", unknownBelow, unknownAbove));
    }
    double delta = evaluation.backups().bonus().delta();
    return Interval.of("sharp", estimate, new Failure(delta, 0), parts);
  }

  /** What both allow; its parts shrink in proportion where {@code standard} is the tighter one. */
  private Interval intersected(Interval sharp) {
    Interval standard = ModelInterval.STANDARD.at(evaluation, step);
    double lower = Math.max(sharp.lower(), standard.lower());
    double upper = Math.min(sharp.upper(), standard.upper());
    double estimate = sharp.estimate();
    if (!(lower <= estimate && estimate <= upper)) {
      return sharp; // the event has failed, or a cap has moved the points apart
    }
    double below = shrink(estimate - lower, estimate - sharp.lower());
    double above = shrink(upper - estimate, sharp.upper() - estimate);
    List<Part> parts = sharp.parts().stream().map(p -> p.scaled(below, above)).toList();
    return new Interval("sharp", estimate, lower, upper, sharp.failure(), parts);
  }

  private static double shrink(double to, double from) {
    return from == 0 ? 1 : to / from;
  }
}
