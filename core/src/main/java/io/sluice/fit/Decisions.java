package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Requirements;
import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.Hausman;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Decides about every step and the total: by the first interval, in the order asked for, none of
 * whose assumptions the log contradicts.
 *
 * <p>Intervals hold one at a time. Verdicts of {@code efficient} and {@code robust} hold together,
 * by Holm's method over the steps, with probability 1−δ asymptotically. Those of the other
 * intervals hold together anyway: they rest on one event for all steps, or divide δ among them.
 */
final class Decisions {
  /** The level of the test of {@code efficient} against {@code robust}, over all steps. */
  static final double HAUSMAN_LEVEL = 0.001;

  /** What is below this share of the range of returns is rounding. */
  private static final double ROUNDING = 1e-9;

  private final Judgment judgment;
  private final List<IntervalKind> kinds;
  private final Assumptions assumptions;
  private final Optional<Hausman> hausman;
  private final double tolerance;

  Decisions(Judgment judgment, List<IntervalKind> kinds) {
    Fit fit = judgment.fit();
    this.judgment = judgment;
    this.kinds = kinds;
    this.assumptions = judgment.assumptions();
    boolean tested = kinds.stream().anyMatch(Requirements::isFromModel) && judgment.canBeWeighted();
    this.hausman = tested ? Optional.of(judgment.hausman()) : Optional.empty();
    this.tolerance = ROUNDING * fit.range().top(1) * fit.data().range().width();
  }

  /** What speaks against each interval that is about steps, for the total. */
  Map<IntervalKind, List<String>> objections() {
    Map<IntervalKind, List<String>> all = new LinkedHashMap<>();
    kinds.stream()
        .filter(IntervalKind::isForSteps)
        .forEach(kind -> all.put(kind, objections(kind, OptionalInt.empty())));
    return all;
  }

  /** What speaks against an interval of this kind at a step, or for the total. */
  List<String> objections(IntervalKind kind, OptionalInt step) {
    List<String> all = new ArrayList<>();
    for (Assumption one : Requirements.of(kind, judgment.fit().pooling())) {
      Finding finding = assumptions.of(one);
      if (finding.isContradicted()) {
        all.add("the log contradicts that " + one.claim());
      }
    }
    CutCheck.withheld(judgment.fit().data(), kind).ifPresent(all::add);
    if (judgment.fit().data().clustered() && !Requirements.accountsForClusters(kind)) {
      all.add("episodes come in clusters, which " + kind + " does not account for");
    }
    if (Requirements.isFromModel(kind)) {
      disagreement(step).ifPresent(all::add);
    }
    return all;
  }

  /** Whether {@code efficient} and {@code robust} estimate different things. */
  private Optional<String> disagreement(OptionalInt step) {
    if (hausman.isEmpty()
        || assumptions.of(Assumption.OVERLAP).verdict() != Finding.Verdict.HOLDS) {
      return Optional.empty();
    }
    int tests = hausman.get().steps().size() + 1;
    OptionalDouble z =
        (step.isPresent() ? hausman.get().at(step.getAsInt()) : hausman.get().total()).z();
    double most = NormalQuantile.twoSided(HAUSMAN_LEVEL / tests);
    return z.isPresent() && Math.abs(z.getAsDouble()) > most
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "robust contradicts the model here: their estimates differ by %.1f standard errors",
                Math.abs(z.getAsDouble())))
        : Optional.empty();
  }

  /** About the total, V_π − V_πb. */
  Decision total(Map<IntervalKind, Interval> intervals) {
    boolean same = judgment.isSame();
    return decide(intervals, OptionalInt.empty(), same);
  }

  /** About every step, together. */
  List<Decision> steps(List<Map<IntervalKind, Interval>> intervals) {
    List<Decision> alone = new ArrayList<>();
    for (int h = 1; h <= intervals.size(); h++) {
      boolean same = judgment.isSame(h);
      alone.add(decide(intervals.get(h - 1), OptionalInt.of(h), same));
    }
    return together(alone, intervals);
  }

  private Decision decide(
      Map<IntervalKind, Interval> intervals, OptionalInt step, boolean samePolicy) {
    List<String> why = List.of();
    IntervalKind first = null;
    for (IntervalKind kind : intervals.keySet()) {
      List<String> against = objections(kind, step);
      if (against.isEmpty()) {
        return decidedBy(kind, intervals.get(kind), step, samePolicy);
      }
      why = first == null ? against : why;
      first = first == null ? kind : first;
    }
    if (first == null) {
      return new Decision(Verdict.NONE, Optional.empty(), "");
    }
    return new Decision(
        Verdict.withheld(), Optional.empty(), first + ": " + String.join("; ", why));
  }

  private Decision decidedBy(
      IntervalKind kind, Interval interval, OptionalInt step, boolean samePolicy) {
    if (samePolicy) {
      return new Decision(Verdict.same(), Optional.of(kind), "the policies do not differ here");
    }
    Verdict verdict = Verdict.of(interval, judgment.fit().data().episodes(), tolerance);
    Optional<String> against = SettledCheck.against(judgment, kind, step, verdict);
    if (against.isPresent()) {
      return new Decision(verdict.unsettled(), Optional.of(kind), against.get());
    }
    boolean flat = interval.width() <= tolerance;
    String reason =
        verdict.kind() != Verdict.Kind.CANNOT_TELL
            ? unverified(kind)
            : flat
                ? "nothing that the interval rests on varied, which is no proof that it cannot"
                : "the interval contains 0";
    return new Decision(verdict, Optional.of(kind), reason);
  }

  /** What an interval rests on and the log cannot verify. */
  private String unverified(IntervalKind kind) {
    List<String> open =
        Requirements.of(kind, judgment.fit().pooling()).stream()
            .filter(a -> assumptions.of(a).verdict() == Finding.Verdict.CANNOT_TELL)
            .map(Assumption::claim)
            .toList();
    return open.isEmpty() ? "" : "rests on what the log cannot verify: " + String.join("; ", open);
  }

  /** Holm's method: the i-th clearest of m effects is settled if it is at level δ/(m − i + 1). */
  private List<Decision> together(
      List<Decision> alone, List<Map<IntervalKind, Interval>> intervals) {
    List<Integer> tested = new ArrayList<>();
    for (int i = 0; i < alone.size(); i++) {
      if (clearness(alone.get(i), intervals.get(i)).isPresent()) {
        tested.add(i);
      }
    }
    double delta = judgment.fit().settings().delta();
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
    return together;
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
