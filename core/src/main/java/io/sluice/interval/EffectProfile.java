package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.Radius;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;

/**
 * One method's intervals for α^(1), …, α^(H), and what they add up to: Σ_h α^(h) = V_π − V_πb,
 * {@code eq:decomposing-TE}.
 *
 * @param steps step h at index h−1
 * @param together with what probability any of them may miss, and so their sum
 */
public record EffectProfile(List<Interval> steps, Failure together) {
  public EffectProfile {
    steps = List.copyOf(steps);
  }

  public Interval at(int step) {
    return steps.get(step - 1);
  }

  /** V_π − V_πb: the bounds of the steps added up. */
  public Interval total() {
    double estimate = 0;
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Interval step = steps.get(i);
      estimate += step.estimate();
      double below = step.parts().stream().mapToDouble(Part::below).sum();
      double above = step.parts().stream().mapToDouble(Part::above).sum();
      parts.add(new Part("step " + (i + 1), "its interval", below, above));
    }
    return Interval.of(steps.get(0).method(), estimate, together, parts);
  }

  /**
   * V_π: the mean return of the log, with Hoeffding's bound for it, plus {@link #total}.
   *
   * @param delta the probability with which the mean return may be further off than said
   */
  public Interval value(TransitionCounts counts, ValueRange range, double delta) {
    double radius = Radius.HOEFFDING.of(counts.episodes(), 0, range.top(1), delta);
    double ended = 0; // steps that episodes do not have, per episode
    for (int h = 1; h <= counts.shape().horizon(); h++) {
      ended += counts.distribution(h).at(counts.shape().end());
    }
    return total()
        .moved(counts.meanReturn() + ended * range.afterEnd())
        .widened(
            Part.of("sampling of returns", "V_max √(ln(2/δ)/(2T))", radius), new Failure(0, delta));
  }
}
