package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.BanditEstimator;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.Radius;
import io.sluice.inputs.ShiftEstimate;
import io.sluice.inputs.ValueBounds;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Estimates;
import io.sluice.model.Propensities;
import io.sluice.model.SparseRows;
import io.sluice.model.ValueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The paper's main result, {@code thm:treatment-effect-CI}: any three inputs and a holdout make an
 * interval for α^(h).
 *
 * <p>Holds with probability 1 − δ − δ_in, where δ_in is the sum of what the three inputs account
 * for and δ is for replacing the state distribution by the holdout's. It breaks if an input has
 * seen the holdout, or breaks its own promise.
 *
 * <p>Deviates from the paper: {@code eq:define-bound} prints an expectation inside the fourth term
 * that nobody can compute; the two {@link Reading}s are the two ways to estimate it, both valid
 * with the paper's constant 6.
 */
public final class TheoremInterval {
  /** How the fourth term is averaged. */
  public enum Reading {
    /**
     * Σ_x′ |avg_t Δ̂(x′|x_t,π)| Γ(x′). Changing one trajectory changes it by at most 4V_max/T, so
     * McDiarmid gives 4V_max√(ln(2/δ′)/(2T)), and by Jensen its mean is not below the population's.
     */
    MEAN,
    /** avg_t Σ_x′ |Δ̂(x′|x_t,π)| Γ(x′), as {@code eq:sanity-check}; never narrower. */
    PER_STATE
  }

  private TheoremInterval() {}

  /**
   * The interval for α^(h), h being the step of the immediate effect.
   *
   * @param immediate Input 1, of step h
   * @param nextValues Input 2, of step h+1
   * @param shift Input 3, of step h
   * @param delta δ for the sampling of states
   */
  public static Interval of(
      ImmediateEffect immediate,
      ValueBounds nextValues,
      ShiftEstimate shift,
      Holdout holdout,
      double delta,
      Reading reading) {
    int step = immediate.step();
    if (shift.step() != step || nextValues.step() != step + 1) {
      throw new IllegalArgumentException(
          "theorem at step %s: needs the shift of step %s and the value of step %s, got %s and %s"
              .formatted(step, step, step + 1, shift.step(), nextValues.step()));
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("theorem: δ must lie in (0, 1), got " + delta);
    }
    int states = holdout.shape().states();
    if (shift.rows().rows() != states || nextValues.point().size() != states) {
      throw new IllegalArgumentException(
          "theorem at step %s: needs a shift and values for the holdout's %s states, got %s and %s"
              .formatted(step, states, shift.rows().rows(), nextValues.point().size()));
    }
    StateVector share = holdout.distribution(step);
    SparseRows rows = shift.rows();
    double[] average = new double[share.size() + 1]; // avg_t Δ̂(·|x_t,π)
    double perState = 0;
    for (int x = 0; x < share.size(); x++) {
      for (int k = rows.start(x); share.at(x) > 0 && k < rows.start(x + 1); k++) {
        average[rows.column(k)] += share.at(x) * rows.value(k);
        perState += share.at(x) * Math.abs(rows.value(k)) * gap(nextValues, rows.column(k));
      }
    }
    double estimate = immediate.estimate();
    double mean = 0;
    for (int x = 0; x <= share.size(); x++) { // the end of the episode included
      estimate += average[x] * nextValues.point().at(x);
      mean += Math.abs(average[x]) * gap(nextValues, x);
    }
    double top = nextValues.maxValue();
    double sampling = 6 * top * Math.sqrt(Math.log(4 / delta) / (2.0 * holdout.episodes()));
    return Interval.of(
        name(reading),
        estimate,
        new Failure(immediate.delta() + nextValues.delta() + shift.delta(), delta),
        List.of(
            Part.of(Part.Source.IMMEDIATE, "κ_θ (" + immediate.method() + ")", immediate.radius()),
            Part.of(Part.Source.SHIFT_ERROR, "V_max κ_Δ", top * shift.error()),
            Part.of(Part.Source.STATES, "6 V_max √(ln(4/δ)/(2T))", sampling),
            Part.of(
                Part.Source.CARRIED,
                reading == Reading.MEAN ? "Σ|avg Δ̂|·Γ" : "avg Σ|Δ̂|·Γ",
                reading == Reading.MEAN ? mean : perState)));
  }

  /**
   * The interval for a step that is declared exogenous: α^(h) = θ^(h), so Input 1 is all that it
   * needs. Nothing is averaged over states, so their sampling is not charged.
   *
   * <p>Deviates from the paper: its theorem, with Δ̂ = 0 and κ_Δ = 0, would still charge 6 V_max
   * √(ln(4/δ)/(2T)).
   */
  public static Interval declared(ImmediateEffect immediate, Reading reading) {
    return Interval.of(
        name(reading),
        immediate.estimate(),
        new Failure(immediate.delta(), 0),
        List.of(
            Part.of(
                Part.Source.IMMEDIATE, "κ_θ (" + immediate.method() + ")", immediate.radius())));
  }

  private static String name(Reading reading) {
    return reading == Reading.MEAN ? "theorem" : "theorem-per-state";
  }

  /**
   * The intervals of all steps, with inputs of {@code hoeffding} kind from one part of the log and
   * the other part as holdout: direct method, value bounds and shift, all from a model per step. A
   * quarter of δ goes to each input and to the sampling of states, at each step; all of it to Input
   * 1 at a step declared exogenous.
   *
   * @param bonusShape the shape that the bonus counts pairs of: more states may exist than the log
   *     has
   * @param successors how many next states a pair can have, see {@link ShiftEstimate#of}
   * @param exogenous steps at which actions are declared not to move the next state
   */
  public static EffectProfile profile(
      Estimates inputs,
      Holdout holdout,
      Policy behavior,
      Policy evaluated,
      ValueRange range,
      Shape bonusShape,
      int successors,
      IntPredicate exogenous,
      double delta,
      Reading reading) {
    return profile(
        inputs,
        holdout,
        behavior,
        evaluated,
        range,
        bonusShape,
        successors,
        exogenous,
        Propensities.ESTIMATED,
        delta,
        reading);
  }

  /**
   * The same for what is known of the propensities: with a known π_b, Input 1 of a step declared
   * exogenous is weighted where that is narrower, {@link WeightedEstimator#narrower}.
   */
  public static EffectProfile profile(
      Estimates inputs,
      Holdout holdout,
      Policy behavior,
      Policy evaluated,
      ValueRange range,
      Shape bonusShape,
      int successors,
      IntPredicate exogenous,
      Propensities propensities,
      double delta,
      Reading reading) {
    double each = delta / 4;
    Backups backups = CenteredBackups.of(inputs, bonusShape, range, each);
    ValueTable values = backups.evaluate(evaluated);
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= inputs.counts().shape().horizon(); h++) {
      if (exogenous.test(h)) {
        steps.add(
            declared(
                immediate(inputs.counts(), h, behavior, evaluated, propensities, delta), reading));
        continue;
      }
      steps.add(
          of(
              new BanditEstimator(inputs.counts(), h, behavior, evaluated, each)
                  .direct(Radius.HOEFFDING),
              ValueBounds.of(h + 1, values.at(h + 1), range, each),
              ShiftEstimate.of(inputs.counts(), h, behavior, evaluated, holdout, successors, each),
              holdout,
              each,
              reading));
    }
    Failure together =
        steps.stream().map(Interval::failure).reduce(new Failure(0, 0), Failure::plus);
    return new EffectProfile(steps, together);
  }

  private static ImmediateEffect immediate(
      TransitionCounts inputs,
      int step,
      Policy behavior,
      Policy evaluated,
      Propensities propensities,
      double delta) {
    return propensities == Propensities.KNOWN
        ? new WeightedEstimator(inputs, step, behavior, evaluated, delta).narrower()
        : new BanditEstimator(inputs, step, behavior, evaluated, delta).direct(Radius.HOEFFDING);
  }

  private static double gap(ValueBounds values, int next) {
    return next == values.point().size() ? 0 : values.gap(next); // the end's value is known
  }
}
