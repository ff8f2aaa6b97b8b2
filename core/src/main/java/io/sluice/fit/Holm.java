package io.sluice.fit;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Makes verdicts about several steps hold simultaneously, with probability 1−δ asymptotically, by
 * Holm's method: the i-th most significant of m effects is conclusive if it is significant at level
 * δ/(m − i + 1). Steps whose interval has no standard error are left as they are.
 */
public final class Holm {
  private Holm() {}

  /**
   * Withdraws verdicts that are conclusive only by themselves.
   *
   * @param alone what was decided about each step
   * @param intervals of each step
   * @param delta the probability that any of them is wrong
   */
  public static List<Decision> together(
      List<Decision> alone, List<Map<IntervalKind, Interval>> intervals, double delta) {
    List<Integer> tested = new ArrayList<>();
    for (int i = 0; i < alone.size(); i++) {
      if (clearness(alone.get(i), intervals.get(i)).isPresent()) {
        tested.add(i);
      }
    }
    tested.sort(
        Comparator.comparingDouble(
            i ->
                -clearness(alone.get(i), intervals.get(i)).orElseThrow()
                    / quantile(alone.get(i), intervals.get(i), delta)));
    List<Decision> together = new ArrayList<>(alone);
    boolean settled = true;
    for (int rank = 0; rank < tested.size(); rank++) {
      int i = tested.get(rank);
      double needed = quantile(alone.get(i), intervals.get(i), delta / (tested.size() - rank));
      settled &= clearness(alone.get(i), intervals.get(i)).orElseThrow() > needed;
      Verdict verdict = alone.get(i).verdict();
      if (!settled && verdict.kind() != Verdict.Kind.CANNOT_TELL) {
        together.set(
            i,
            new Decision(
                new Verdict(Verdict.Kind.CANNOT_TELL, verdict.limit(), verdict.episodes()),
                alone.get(i).decidedBy(),
                "conclusive by itself, but not together with the other steps (Holm)"));
      }
    }
    return List.copyOf(together);
  }

  /** How many standard errors an effect is away from 0, after what unseen pairs may hide. */
  private static OptionalDouble clearness(
      Decision decision, Map<IntervalKind, Interval> intervals) {
    Optional<Interval> interval = decision.decidedBy().map(intervals::get);
    Optional<StandardError> error = interval.flatMap(Interval::error);
    boolean testable = decision.verdict().kind() != Verdict.Kind.SAME;
    if (!testable || error.isEmpty() || error.get().value() == 0) {
      return OptionalDouble.empty();
    }
    double estimate = interval.get().estimate();
    double other =
        interval.get().parts().stream()
            .filter(
                p -> p.source() == Part.Source.UNSEEN_PAIRS || p.source() == Part.Source.BEHAVIOR)
            .mapToDouble(estimate > 0 ? Part::below : Part::above)
            .sum();
    return OptionalDouble.of((Math.abs(estimate) - other) / error.get().value());
  }

  private static double quantile(
      Decision decision, Map<IntervalKind, Interval> intervals, double delta) {
    StandardError error =
        decision.decidedBy().map(intervals::get).flatMap(Interval::error).orElseThrow();
    return error.degreesOfFreedom().isPresent()
        ? StudentQuantile.twoSided(error.degreesOfFreedom().getAsDouble(), delta)
        : NormalQuantile.twoSided(delta);
  }
}
