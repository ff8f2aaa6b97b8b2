package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Requirements;
import io.sluice.fit.Decision;
import io.sluice.fit.Holm;
import io.sluice.fit.Objection;
import io.sluice.influence.ClusterSizes;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides about every step and the total: by the first interval, in the order asked for, that rests
 * on nothing that the log contradicts. Verdicts about steps hold together with probability 1−δ,
 * asymptotically, by Holm's method.
 *
 * @param perCluster how many episodes a cluster has on average
 * @param clustered whether episodes come in clusters
 * @param unsettled why nothing can be concluded at all, if so
 * @param pooled what a model of later steps cannot tell apart, if that is much
 * @param tolerance what is below it is rounding
 */
record FeatureDecisions(
    Assumptions assumptions,
    FeatureTests tests,
    PolicySupport support,
    UnseenOutcomes unseen,
    double perCluster,
    int horizon,
    long episodes,
    boolean clustered,
    Optional<String> unsettled,
    Optional<String> pooled,
    double delta,
    double tolerance) {
  private static final String NOTHING_VARIED =
      "nothing that the interval rests on varied in the log; this does not prove that it cannot";

  private static final String FEW_MEETINGS =
      "few outcomes met large weights: with a variance as if the two were independent, the interval would contain 0";

  /** What an interval rests on. */
  static Set<Assumption> requirements(IntervalKind kind) {
    EnumSet<Assumption> all = EnumSet.copyOf(Requirements.of(kind, Pooling.PER_STEP));
    all.add(Assumption.COMPLETE_EPISODES);
    return all;
  }

  /** The contradicted assumption of an interval at a step; at H + 1, for the total. */
  List<String> objections(IntervalKind kind, int step) {
    return against(kind, step).stream().map(Objection::reason).toList();
  }

  private List<Objection> against(IntervalKind kind, int step) {
    List<Objection> all = new ArrayList<>();
    for (Assumption one : requirements(kind)) {
      if (assumptions.of(one).isContradicted()) {
        all.add(Objection.contradicted("the log contradicts that " + one.claim()));
      }
    }
    if (FeatureSettings.ROW_WEIGHTED.contains(kind)) {
      return all;
    }
    if (support.impossible() > 0) {
      all.add(Objection.contradicted("the log contradicts that " + Assumption.OVERLAP.claim()));
    }
    tests.lacksDecisions(step).map(Objection::contradicted).ifPresent(all::add);
    (step > horizon ? tests.tooPoor() : tests.tooPoor(step))
        .map(Objection::contradicted)
        .ifPresent(all::add);
    if (horizon > 1 && step != horizon) {
      pooled.map(Objection::contradicted).ifPresent(all::add);
    }
    if (FeatureSettings.UNPROVEN.contains(kind)) {
      all.add(Objection.contradicted("it is not proven to hold at δ on feature columns"));
    }
    if (kind == IntervalKind.BANDIT && movesNext(step)) {
      all.add(
          Objection.contradicted("actions move the next state, which bandit does not account for"));
    }
    if (isComparedWithRobust(kind)) {
      tests.disagreement(step).map(Objection::contradicted).ifPresent(all::add);
    }
    if (kind == IntervalKind.ROBUST) {
      tests.uncertain(step).stream().map(Objection::tooFew).forEach(all::add);
    }
    return all;
  }

  private boolean isComparedWithRobust(IntervalKind kind) {
    return kind == IntervalKind.EFFICIENT && !assumptions.of(Assumption.OVERLAP).isContradicted();
  }

  private boolean movesNext(int step) {
    if (step <= horizon) {
      return tests.isPlanning(step);
    }
    boolean any = false;
    for (int h = 1; h < horizon; h++) {
      any |= tests.isPlanning(h);
    }
    return any;
  }

  /** About one effect by itself; at H + 1, about the total. */
  Decision decide(int step, Map<IntervalKind, Interval> intervals) {
    return passingOver(alone(step, intervals), step, intervals);
  }

  private Decision passingOver(Decision decision, int step, Map<IntervalKind, Interval> intervals) {
    Map<IntervalKind, List<Objection>> over = new LinkedHashMap<>();
    for (IntervalKind kind : intervals.keySet()) {
      if (decision.decidedBy().isEmpty() || decision.decidedBy().get() == kind) {
        break;
      }
      over.put(kind, against(kind, step));
    }
    return decision.passingOver(over);
  }

  private Decision alone(int step, Map<IntervalKind, Interval> intervals) {
    Map<IntervalKind, List<Objection>> against = new LinkedHashMap<>();
    for (Map.Entry<IntervalKind, Interval> one : intervals.entrySet()) {
      List<Objection> own = against(one.getKey(), step);
      if (own.isEmpty()) {
        return by(one.getKey(), one.getValue(), step);
      }
      against.put(one.getKey(), own);
    }
    return against.isEmpty()
        ? new Decision(Verdict.withheld(), Optional.empty(), "")
        : Objection.undecided(
            against, Verdict.of(intervals.values().iterator().next(), 0, tolerance).limit());
  }

  private Decision by(IntervalKind kind, Interval interval, int step) {
    if (isSame(step)) {
      return new Decision(Verdict.same(), Optional.of(kind), "the policies do not differ here");
    }
    Verdict verdict = Verdict.of(interval, episodes, tolerance);
    Optional<String> scarce = scarce(step);
    if (scarce.isPresent()) {
      return new Decision(
          new Verdict(Verdict.Kind.CANNOT_TELL, verdict.limit(), verdict.episodes()),
          Optional.of(kind),
          scarce.get());
    }
    if (verdict.isSettled() && isComparedWithRobust(kind)) {
      Optional<String> against = tests.unconfirmed(step);
      if (against.isPresent()) {
        return new Decision(verdict.unsettled(), Optional.of(kind), against.get());
      }
    }
    Optional<String> corrected = tests.corrected(kind, step);
    if (verdict.isSettled() && corrected.isPresent()) {
      return new Decision(verdict.unsettled(), Optional.of(kind), corrected.get());
    }
    if (verdict.kind() != Verdict.Kind.SAME
        && verdict.isSettled()
        && beyondZero(interval) <= independent(kind, step, interval)) {
      return new Decision(verdict.unsettled(), Optional.of(kind), FEW_MEETINGS);
    }
    if (isUndone(verdict.kind(), interval, step)) {
      return new Decision(
          verdict.unsettled(),
          Optional.of(kind),
          "%s further %s of one action, as low or as high as those of others, would overturn it"
              .formatted(
                  (int) Math.ceil(-Math.log(delta)),
                  clustered ? "clusters with outcomes" : "outcomes"));
    }
    if (verdict.kind() == Verdict.Kind.SAME) {
      return new Decision(verdict.unsettled(), Optional.of(kind), NOTHING_VARIED);
    }
    String reason =
        verdict.kind() != Verdict.Kind.CANNOT_TELL
            ? unverified(kind)
            : interval.width() <= tolerance ? NOTHING_VARIED : "the interval contains 0";
    return new Decision(verdict, Optional.of(kind), reason);
  }

  /** Why nothing can be concluded about a step, whatever its interval is. */
  Optional<String> scarce(int step) {
    return unsettled.isPresent() || comparing(step) >= ClusterSizes.LEAST
        ? unsettled
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the difference of the policies rests on an effective number of %.1f %s, and needs %d",
                comparing(step),
                clustered ? "clusters" : "episodes",
                ClusterSizes.LEAST));
  }

  private static double beyondZero(Interval interval) {
    return Math.max(interval.lower(), -interval.upper());
  }

  private double independent(IntervalKind kind, int step, Interval interval) {
    return independent(kind, step, interval.width() / 2);
  }

  /**
   * How much longer half an interval would be with the larger variance of {@link
   * IndependentVariance}.
   */
  double independent(IntervalKind kind, int step, double half) {
    return half * (tests.independentError(kind, step) - 1);
  }

  private boolean isUndone(Verdict.Kind kind, Interval interval, int step) {
    return kind == Verdict.Kind.BETTER && interval.lower() <= unseenDown(step)
        || kind == Verdict.Kind.WORSE && -interval.upper() <= unseenUp(step);
  }

  /** How far outcomes never seen may lower an estimate: {@link UnseenOutcomes}. */
  double unseenDown(int step) {
    return steps(step).mapToDouble(h -> unseen.down(h, delta, perCluster)).max().orElse(0);
  }

  /** How far they may raise it. */
  double unseenUp(int step) {
    return steps(step).mapToDouble(h -> unseen.up(h, delta, perCluster)).max().orElse(0);
  }

  /** A step, or all of them for the total. */
  private IntStream steps(int step) {
    return step <= horizon ? IntStream.of(step) : IntStream.rangeClosed(1, horizon);
  }

  /** The effective number of clusters or episodes, the least of all steps for the total. */
  private double comparing(int step) {
    return steps(step).mapToDouble(support::comparing).min().orElse(0);
  }

  /** Whether the policies do not differ at a step; at H + 1, at any. */
  boolean isSame(int step) {
    boolean same = true;
    for (int h = 1; h <= horizon; h++) {
      same &= step <= horizon && h != step || !support.differs(h);
    }
    return same;
  }

  private String unverified(IntervalKind kind) {
    List<String> open =
        requirements(kind).stream()
            .filter(a -> assumptions.of(a).verdict() == Finding.Verdict.CANNOT_TELL)
            .map(Assumption::claim)
            .toList();
    return open.isEmpty() ? "" : "rests on what the log cannot verify: " + String.join("; ", open);
  }

  /** About every step, together. */
  List<Decision> steps(List<Map<IntervalKind, Interval>> intervals) {
    List<Decision> alone = new ArrayList<>();
    for (int i = 0; i < intervals.size(); i++) {
      alone.add(alone(i + 1, intervals.get(i)));
    }
    List<Decision> together = new ArrayList<>(Holm.together(alone, intervals, delta));
    for (int i = 0; i < together.size(); i++) {
      together.set(i, passingOver(together.get(i), i + 1, intervals.get(i)));
    }
    return List.copyOf(together);
  }
}
