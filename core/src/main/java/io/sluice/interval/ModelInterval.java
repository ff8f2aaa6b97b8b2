package io.sluice.interval;

import io.sluice.interval.ModelEvaluation.StepTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Intervals for α^(h) from an estimated model and its bonus: the paper's two, and the bandit's.
 *
 * <p>The event: |(R̂−R) + (P̂−P)V_π|(x,a) ≤ b(x,a) for all pairs and steps at once, whose
 * probability the bonus accounts for (δ_in). On it {@code standard} holds. {@code selective} is the
 * paper's {@code eq:Q-TE-bound}, which is not proven to hold at δ: on the event the model error is
 * at most Σ|π−π_b|·b, which can be more than the Σπ·b that it charges. All three speak of the
 * states that the log visited; that others of the same kind might have been visited is not charged,
 * as in the paper's simulations.
 */
public enum ModelInterval {
  /**
   * Bounds of V_π̃h minus bounds of V_π̃h+1, {@code eq:standard-CI}: all uncertainty of later steps
   * is carried, twice.
   *
   * <p>As in the paper; the estimate, which the paper does not define, is the difference of the
   * points.
   */
  STANDARD {
    @Override
    Interval of(StepTerms t, Failure failure) {
      double evaluated = clamp(t.evaluated, t.evaluatedLow, t.evaluatedHigh);
      double logged = clamp(t.logged, t.loggedLow, t.loggedHigh);
      return Interval.of(
          "standard",
          evaluated - logged,
          failure,
          List.of(
              new Part(
                  Part.Source.LEAVING,
                  "V̂ − V̂_p, V̂_o − V̂ of π̃_h",
                  evaluated - t.evaluatedLow,
                  t.evaluatedHigh - evaluated),
              new Part(
                  Part.Source.STAYING,
                  "V̂_o − V̂, V̂ − V̂_p of π̃_{h+1}",
                  t.loggedHigh - logged,
                  logged - t.loggedLow)));
    }
  },
  /**
   * θ̂ + ΣV̂Δ̂ ± [b(x,π) + Σ_a π Σ_x′ |Δ̂(x′|x,a)| Γ(x′)], {@code eq:Q-TE-bound}: later steps count
   * as far as actions move the next state. With a shrunk shift, or a step declared exogenous, the
   * estimate is θ̂ + ΣV̂ times the part of Δ̂ that is not removed.
   */
  SELECTIVE {
    @Override
    Interval of(StepTerms t, Failure failure) {
      return Interval.of(
          "selective",
          t.evaluated - t.logged - t.removedShift,
          failure,
          List.of(
              Part.of(Part.Source.MODEL_ERROR, "Σ π·b", t.bonus),
              Part.of(Part.Source.CARRIED, "Σ π·|Δ̂|·Γ", t.carried)));
    }
  },
  /**
   * θ̂ ± b(x,π): what selective becomes when the step is declared a bandit, Δ̂ := 0. Wrong where
   * actions do move the state.
   */
  BANDIT {
    @Override
    Interval of(StepTerms t, Failure failure) {
      return Interval.of(
          "bandit",
          t.immediate,
          failure,
          List.of(Part.of(Part.Source.MODEL_ERROR, "Σ π·b", t.bonus)));
    }
  };

  abstract Interval of(StepTerms terms, Failure failure);

  /** The name a user picks it by. */
  public String methodName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The interval for α^(h). */
  public Interval at(ModelEvaluation evaluation, int step) {
    return of(evaluation.terms(step), new Failure(evaluation.backups().bonus().delta(), 0));
  }

  /** The intervals of all steps; they hold together. */
  public EffectProfile profile(ModelEvaluation evaluation) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= evaluation.counts().shape().horizon(); h++) {
      steps.add(at(evaluation, h));
    }
    return new EffectProfile(steps, steps.get(0).failure());
  }

  private static double clamp(double value, double low, double high) {
    return Math.min(high, Math.max(low, value));
  }
}
