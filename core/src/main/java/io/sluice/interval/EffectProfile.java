package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.Radius;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One method's intervals for α^(1), …, α^(H), and what they add up to: Σ_h α^(h) = V_π − V_πb,
 * {@code eq:decomposing-TE}.
 *
 * @param steps step h at index h−1
 * @param together with what probability any of them may miss, and so their sum
 * @param whole intervals made for the whole, where adding up those of the steps would waste width
 */
public record EffectProfile(List<Interval> steps, Failure together, Optional<Whole> whole) {
  public EffectProfile {
    steps = List.copyOf(steps);
  }

  /** Intervals for V_π − V_πb and for V_π that are not sums of the steps' intervals. */
  public record Whole(Interval total, Interval value) {}

  /** Steps whose intervals add up. */
  public EffectProfile(List<Interval> steps, Failure together) {
    this(steps, together, Optional.empty());
  }

  public Interval at(int step) {
    return steps.get(step - 1);
  }

  /** V_π − V_πb: the bounds of the steps added up, unless there is a better interval. */
  public Interval total() {
    if (whole.isPresent()) {
      return whole.get().total();
    }
    double estimate = 0;
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Interval step = steps.get(i);
      estimate += step.estimate();
      double below = step.parts().stream().mapToDouble(Part::below).sum();
      double above = step.parts().stream().mapToDouble(Part::above).sum();
      parts.add(new Part(Part.Source.STEP, "step " + (i + 1), "its interval", below, above));
    }
    return Interval.of(steps.get(0).method(), estimate, together, parts);
  }

  /**
   * V_π: the mean return of the log, with Hoeffding's bound for it, plus {@link #total}, unless
   * there is a better interval. Where episodes were cut off the mean return is no mean of T
   * returns, and Hoeffding's bound does not hold: it is then taken to be anywhere in its range.
   *
   * @param delta the probability with which the mean return may be further off than said
   */
  public Interval value(TransitionCounts counts, ValueRange range, double delta) {
    if (whole.isPresent()) {
      return whole.get().value();
    }
    Interval around = total().moved(counts.meanReturn(range.afterEnd()));
    if (counts.cutEpisodes() > 0) {
      Part unknown = Part.of(Part.Source.CUT_RETURNS, "V_max", range.top(1));
      return around.widened(unknown, new Failure(0, 0));
    }
    double radius = Radius.HOEFFDING.of(counts.episodes(), 0, range.top(1), delta);
    return around.widened(
        Part.of(Part.Source.RETURNS, "V_max √(ln(2/δ)/(2T))", radius), new Failure(0, delta));
  }

  /**
   * What these intervals and others allow, for every step, the total and the value. All must hold
   * together at their own δ; {@link #together} of both is spent.
   *
   * @param other with intervals of its own for the whole, as this one
   */
  public EffectProfile intersected(EffectProfile other) {
    List<Interval> both = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      both.add(steps.get(i).intersected(other.steps.get(i)));
    }
    Whole own = whole.orElseThrow();
    Whole others = other.whole.orElseThrow();
    return new EffectProfile(
        both,
        together.plus(other.together),
        Optional.of(
            new Whole(
                own.total().intersected(others.total()), own.value().intersected(others.value()))));
  }

  /**
   * The same with every interval widened for one more thing that may fail.
   *
   * @param parts how much, for each step
   */
  public EffectProfile widened(List<Part> parts, Failure more) {
    List<Interval> wider = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      wider.add(steps.get(i).widened(parts.get(i), more));
    }
    Part all = Part.sum(parts).orElseThrow();
    UnaryOperator<Interval> widen = interval -> interval.widened(all, more);
    return new EffectProfile(
        wider,
        together.plus(more),
        whole.map(w -> new Whole(widen.apply(w.total()), widen.apply(w.value()))));
  }
}
