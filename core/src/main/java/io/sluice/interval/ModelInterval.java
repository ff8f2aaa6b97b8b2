package io.sluice.interval;

import io.sluice.inputs.Radius;
import io.sluice.interval.ModelEvaluation.PrintedTerms;
import io.sluice.interval.ModelEvaluation.StepTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Intervals for α^(h) from an estimated model and its bonus: the paper's two, in all readings of
 * the second, and the bandit's.
 *
 * <p>The event: |(R̂−R) + (P̂−P)V_π|(x,a) ≤ b(x,a) for all pairs and steps at once, whose
 * probability the bonus accounts for (δ_in). On it {@code standard} and {@code selective} hold for
 * the states that the log visited, and so does {@code selective-released}, which is never narrower.
 * {@code selective-printed} and {@code selective-by-policy} are not proven to hold at δ: on the
 * event the model error is at most Σ|π−π_b|·b, which can be more than the Σπ·b that they charge.
 *
 * <p>{@link #at} speaks of the visited states, as the paper's simulations do. {@link
 * #profile(ModelEvaluation, double)} is for α^(h) itself: it adds what other visited states could
 * have changed. It breaks where d̂_h is no mean over T independent episodes: clusters, and episodes
 * that were cut off.
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
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      double evaluated = clamp(t.evaluated, t.evaluatedLow, t.evaluatedHigh);
      double logged = clamp(t.logged, t.loggedLow, t.loggedHigh);
      return interval(
          evaluation,
          evaluated - logged,
          new Part(
              Part.Source.LEAVING,
              "V̂ − V̂_p, V̂_o − V̂ of π̃_h",
              evaluated - t.evaluatedLow,
              t.evaluatedHigh - evaluated),
          new Part(
              Part.Source.STAYING,
              "V̂_o − V̂, V̂ − V̂_p of π̃_{h+1}",
              t.loggedHigh - logged,
              logged - t.loggedLow));
    }
  },
  /**
   * θ̂ + ΣV̂Δ̂ ± [Σ_a |π−π_b|·b + Σ_x′ |Δ̂(x′|x,π)| Γ(x′)]: later steps count as far as the policy
   * moves the next state, and nothing counts that the two policies share. {0} at π = π_b.
   *
   * <p>Why it holds on the event: α̂ − α = Σ_a (π−π_b)[(R̂−R) + (P̂−P)V_π] + Σ_x′ Δ̂(x′|x,π)(V̂ −
   * V_π), and V̂ and V_π both lie in [V̂_p, V̂_o]. A pair seen at the last step only, in a pooled
   * model, has no P̂: what follows it may be worth anything up to V_max^(h+1).
   *
   * <p>Deviates from the paper: {@code eq:Q-TE-bound} prints Σ_a π·b + Σ_a π Σ_x′ |Δ̂(x′|x,a)|
   * Γ(x′), which is {@link #SELECTIVE_PRINTED}; the shift of the policy is that of {@code
   * thm:treatment-effect-CI}.
   *
   * <p>With a shrunk shift, or a step declared exogenous, the estimate is θ̂ + ΣV̂ times the part
   * of Δ̂ that is not removed.
   */
  SELECTIVE {
    @Override
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      List<Part> parts = new ArrayList<>();
      parts.add(Part.of(Part.Source.MODEL_ERROR, "Σ |π−π_b|·b", t.bonusOfChange));
      parts.add(Part.of(Part.Source.CARRIED, "Σ |Δ̂(·|x,π)|·Γ", t.carried));
      if (t.unknownNext > 0) {
        parts.add(Part.of(Part.Source.UNSEEN_PAIRS, "Σ |π−π_b|·V_max", t.unknownNext));
      }
      return interval(evaluation, t.effect, parts.toArray(Part[]::new));
    }
  },
  /**
   * θ̂ + ΣV̂Δ̂ ± [b(x,π) + Σ_a π Σ_x′ |Δ̂(x′|x,a)| Γ(x′)], {@code eq:Q-TE-bound} as it is printed:
   * with the bonus of π alone, and the shift action by action.
   */
  SELECTIVE_PRINTED {
    @Override
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      PrintedTerms printed = evaluation.printedTerms(step);
      return interval(
          evaluation,
          t.evaluated - t.logged - printed.removedShift(),
          Part.of(Part.Source.MODEL_ERROR, "Σ π·b", t.bonus),
          Part.of(Part.Source.CARRIED, "Σ π·|Δ̂|·Γ", printed.carried()));
    }
  },
  /**
   * The printed bonus with the shift of the policy: θ̂ + ΣV̂Δ̂ ± [b(x,π) + Σ|Δ̂(x′|x,π)| Γ(x′)].
   */
  SELECTIVE_BY_POLICY {
    @Override
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      return interval(
          evaluation,
          t.effect,
          Part.of(Part.Source.MODEL_ERROR, "Σ π·b", t.bonus),
          Part.of(Part.Source.CARRIED, "Σ |Δ̂(·|x,π)|·Γ", t.carried));
    }
  },
  /**
   * As the authors' released program has it, with the bonuses of both policies: θ̂ + ΣV̂Δ̂ ±
   * [b(x,π) + b(x,π_b) + Σ|Δ̂(x′|x,π)| Γ(x′)].
   */
  SELECTIVE_RELEASED {
    @Override
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      return interval(
          evaluation,
          t.effect,
          Part.of(Part.Source.MODEL_ERROR, "Σ (π+π_b)·b", t.bonus + t.loggedBonus),
          Part.of(Part.Source.CARRIED, "Σ |Δ̂(·|x,π)|·Γ", t.carried));
    }
  },
  /**
   * θ̂ ± Σ_a |π−π_b|·b: what selective becomes when the step is declared a bandit, Δ̂ := 0. Wrong
   * where actions do move the state.
   */
  BANDIT {
    @Override
    Interval of(ModelEvaluation evaluation, int step) {
      StepTerms t = evaluation.terms(step);
      return interval(
          evaluation,
          t.immediate,
          Part.of(Part.Source.MODEL_ERROR, "Σ |π−π_b|·b", t.bonusOfChange));
    }
  };

  abstract Interval of(ModelEvaluation evaluation, int step);

  Interval interval(ModelEvaluation evaluation, double estimate, Part... parts) {
    Failure failure = new Failure(evaluation.backups().bonus().delta(), 0);
    return Interval.of(methodName(), estimate, failure, List.of(parts));
  }

  /** The name a user picks it by. */
  public String methodName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The interval for α^(h) in the states that the log visited. */
  public Interval at(ModelEvaluation evaluation, int step) {
    return of(evaluation, step);
  }

  /** The intervals of all steps, in the states that the log visited; they hold together. */
  public EffectProfile profile(ModelEvaluation evaluation) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= evaluation.counts().shape().horizon(); h++) {
      steps.add(at(evaluation, h));
    }
    return new EffectProfile(steps, steps.get(0).failure());
  }

  /**
   * The intervals for α^(h) itself, at all steps: with 2τ V_max √(ln(2/δ_s)/(2T)) for the sampling
   * of states, τ = max_x ½Σ_a |π−π_b|(a|x). The effect in a state is fixed and at most τ V_max in
   * size, so Hoeffding bounds what replacing d_h by d̂_h costs. They hold together, too: δ_s = δ/H.
   *
   * @param delta the probability with which the visited states of any step may be less usual
   */
  public EffectProfile profile(ModelEvaluation evaluation, double delta) {
    EffectProfile visited = profile(evaluation);
    int horizon = visited.steps().size();
    List<Part> sampling = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      boolean immediate = this == BANDIT || evaluation.isExogenous(h);
      double top = immediate ? 1 : evaluation.backups().range().top(h);
      double spread = 2 * evaluation.largestDistance(h) * top;
      long episodes = evaluation.counts().episodes();
      double radius = Radius.HOEFFDING.of(episodes, 0, spread, delta / horizon);
      sampling.add(Part.of(Part.Source.STATES, "2τ V_max √(ln(2/δ)/(2T))", radius));
    }
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      steps.add(visited.at(h).widened(sampling.get(h - 1), new Failure(0, delta / horizon)));
    }
    return new EffectProfile(steps, visited.together().plus(new Failure(0, delta)));
  }

  private static double clamp(double value, double low, double high) {
    return Math.min(high, Math.max(low, value));
  }
}
