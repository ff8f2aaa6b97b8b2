package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.PseudoOutcome;
import io.sluice.inputs.Radius;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Estimates;
import io.sluice.model.ValueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The theorem with Inputs 1 and 3 fused: the effect on r + V̂(x′) is estimated at once, doubly
 * robustly, so that neither κ_θ nor V_max κ_Δ nor the sampling of states is paid one by one. Ours,
 * not the paper's; see {@link PseudoOutcome} for what holds and why.
 *
 * <p>Cross-fitted: each half of the log is estimated from with the model of the other, and the two
 * intervals are averaged. Finite sample: misses with probability at most δ, half of it for the
 * value bounds, if π_b is known and π was fixed before the log was seen. Where actions do not move
 * the next state its width does not grow with the number of states, but for the noise of Δ̄.
 */
public final class FusedInterval {
  private FusedInterval() {}

  /**
   * The intervals of all steps; δ holds for each of them.
   *
   * @param bonusShape the shape that the bonus counts pairs of
   * @param exogenous steps at which actions are declared not to move the next state
   */
  public static EffectProfile profile(
      Estimates firstHalf,
      Estimates secondHalf,
      Policy behavior,
      Policy evaluated,
      ValueRange range,
      Shape bonusShape,
      IntPredicate exogenous,
      double delta) {
    List<Interval> first =
        half(
            firstHalf.counts(),
            secondHalf,
            behavior,
            evaluated,
            range,
            bonusShape,
            exogenous,
            delta / 2);
    List<Interval> second =
        half(
            secondHalf.counts(),
            firstHalf,
            behavior,
            evaluated,
            range,
            bonusShape,
            exogenous,
            delta / 2);
    double episodes = firstHalf.counts().episodes();
    double share = episodes / (episodes + secondHalf.counts().episodes());
    List<Interval> steps = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      steps.add(averaged(share, first.get(i), second.get(i)));
    }
    double inputs = delta / 2; // the value bounds of both halves hold at all steps together
    return new EffectProfile(steps, new Failure(inputs, steps.size() * delta / 2));
  }

  private static List<Interval> half(
      TransitionCounts part,
      Estimates other,
      Policy behavior,
      Policy evaluated,
      ValueRange range,
      Shape bonusShape,
      IntPredicate exogenous,
      double delta) {
    Backups backups = CenteredBackups.of(other, bonusShape, range, delta / 2);
    ValueTable values = backups.evaluate(evaluated);
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= part.shape().horizon(); h++) {
      PseudoOutcome outcome =
          PseudoOutcome.of(
              part,
              backups,
              exogenous.test(h) ? null : values.at(h + 1),
              h,
              behavior,
              evaluated,
              Radius.BERNSTEIN,
              delta / 2);
      steps.add(interval(outcome, new Failure(delta / 2, delta / 2)));
    }
    return steps;
  }

  private static Interval interval(PseudoOutcome outcome, Failure failure) {
    List<Part> parts = new ArrayList<>();
    parts.add(Part.of(Part.Source.REWARD_AND_NEXT, "doubly robust, Bernstein", outcome.radius()));
    parts.add(
        new Part(Part.Source.CARRIED, "Σ Δ̄±·(V̂_o, V̂_p)", outcome.below(), outcome.above()));
    parts.add(
        Part.of(Part.Source.SHIFT_SAMPLING, "2 max|ω−1|·Γ √(ln(8/δ)/(2T))", outcome.sampling()));
    if (outcome.unsupported() > 0) {
      parts.add(Part.of(Part.Source.UNLOGGED_ACTIONS, "Σ π·V_max/2", outcome.unsupported()));
    }
    return Interval.of("fused", outcome.estimate(), failure, parts);
  }

  /** The two halves' intervals, each holding by itself. */
  private static Interval averaged(double share, Interval first, Interval second) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < Math.max(first.parts().size(), second.parts().size()); i++) {
      Part a = i < first.parts().size() ? first.parts().get(i) : null;
      Part b = i < second.parts().size() ? second.parts().get(i) : null;
      Part named = (i < first.parts().size() ? first : second).parts().get(i);
      double below =
          share * (a == null ? 0 : a.below()) + (1 - share) * (b == null ? 0 : b.below());
      double above =
          share * (a == null ? 0 : a.above()) + (1 - share) * (b == null ? 0 : b.above());
      parts.add(new Part(named.source(), named.name(), named.formula(), below, above));
    }
    double estimate = share * first.estimate() + (1 - share) * second.estimate();
    return Interval.of("fused", estimate, first.failure().plus(second.failure()), parts);
  }
}
