package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Requirements;
import io.sluice.distributions.NormalQuantile;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Hausman;
import io.sluice.influence.RobustInterval;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides about every step and the total: by the first interval, in the order asked for, that has
 * no {@link Objection}, before it is cut at what is possible. The log may contradict an assumption
 * of an interval, or have too few data for it: fewer than {@value ClusterSizes#LEAST} effective
 * clusters, too few outcomes that carry the variance of {@code efficient} and {@code robust}, or
 * weights of {@code robust} that are missing ({@link RobustInterval}). Where verdicts remain open,
 * neither do {@code efficient} and {@code robust} lead if {@linkplain
 * io.sluice.influence.UnseenOutcomes outcomes that the log never showed} would move the effect far
 * for their width: they say less of where it is than they seem to.
 *
 * <p>Intervals hold one at a time. Verdicts of {@code efficient} and {@code robust} hold together,
 * by Holm's method over the steps, with probability 1−δ asymptotically. Those of the other
 * intervals hold together anyway: they rest on one event for all steps, or divide δ among them.
 *
 * <p>Where the log does not say whether episodes ended or were cut off, it is read both ways, and a
 * verdict is given only if both give it: see {@link OpenEnds}.
 */
final class Decisions {
  /**
   * The level, over all steps, at which {@code robust} contradicts the model, so that no interval
   * from the model decides.
   */
  static final double HAUSMAN_LEVEL = 0.001;

  /**
   * The level at which {@code robust} has to agree with a settled verdict from the model. Between
   * the two levels nothing is settled: {@code robust} must not decide just where chance has moved
   * it far.
   */
  private static final double AGREEMENT_LEVEL = 0.01;

  private static final String CONTRADICTS = "robust contradicts the model here";
  private static final String CONTAINS_0 = "the interval contains 0";
  private static final String NOTHING_VARIED =
      "nothing that the interval rests on varied in the log; this does not prove that it cannot";

  /** Reasons that say nothing besides what an interval shows. */
  private static final Set<String> GENERAL = Set.of(CONTAINS_0, NOTHING_VARIED);

  private static final String SECOND =
      "conclusive by itself, but looked at only because another interval was not";

  /** What is below this share of the range of returns is rounding. */
  private static final double ROUNDING = 1e-9;

  private final Judgment judgment;
  private final List<IntervalKind> kinds;
  private final Assumptions assumptions;
  private final Optional<Hausman> hausman;
  private final double tolerance;
  private final Optional<Decisions> ifCut; // where ambiguous episodes are read as cut off

  Decisions(Judgment judgment, List<IntervalKind> kinds) {
    Fit fit = judgment.fit();
    this.judgment = judgment;
    this.kinds = kinds;
    this.assumptions = judgment.assumptions();
    boolean tested = kinds.stream().anyMatch(Requirements::isFromModel) && judgment.canBeWeighted();
    this.hausman = tested ? Optional.of(judgment.hausman()) : Optional.empty();
    this.ifCut =
        judgment.openEnds().cut().map(cut -> new Decisions(cut, List.of(IntervalKind.EFFICIENT)));
    this.tolerance = ROUNDING * fit.range().top(1) * fit.data().range().width();
  }

  /** The contradicted assumption of each interval for steps, for the total. */
  Map<IntervalKind, List<String>> objections() {
    Map<IntervalKind, List<String>> all = new LinkedHashMap<>();
    kinds.stream()
        .filter(IntervalKind::isForSteps)
        .forEach(kind -> all.put(kind, objections(kind, OptionalInt.empty())));
    return all;
  }

  /** The contradicted assumption of an interval of this kind at a step, or for the total. */
  List<String> objections(IntervalKind kind, OptionalInt step) {
    return against(kind, step).stream().map(Objection::reason).toList();
  }

  private List<Objection> against(IntervalKind kind, OptionalInt step) {
    List<Objection> all = new ArrayList<>();
    for (Assumption one : Requirements.of(kind, judgment.fit().pooling())) {
      Finding finding = assumptions.of(one);
      if (finding.isContradicted()) {
        all.add(Objection.contradicted("the log contradicts that " + one.claim()));
      }
    }
    CutCheck.withheld(judgment.fit().data(), kind, ifCut.isPresent())
        .map(Objection::contradicted)
        .ifPresent(all::add);
    if (judgment.fit().data().clustered() && !Requirements.accountsForClusters(kind)) {
      all.add(Objection.contradicted("episodes come in clusters, which it does not account for"));
    }
    if (Requirements.isFromModel(kind)) {
      disagreement(step).map(Objection::contradicted).ifPresent(all::add);
    }
    judgment
        .fit()
        .clusterSizes()
        .filter(ClusterSizes::areFew)
        .map(Decisions::fewClusters)
        .map(Objection::tooFew)
        .ifPresent(all::add);
    if (SettledCheck.isFromVariance(kind)) {
      fewOutcomes(step).map(Objection::tooFew).ifPresent(all::add);
    }
    if (kind == IntervalKind.ROBUST) {
      int which = step.orElse(judgment.fit().data().shape().horizon() + 1);
      judgment.robustSums().uncertain(which).stream().map(Objection::tooFew).forEach(all::add);
    }
    return all;
  }

  private static String fewClusters(ClusterSizes sizes) {
    return String.format(
        Locale.ROOT,
        "%,d clusters, with an effective number of %.1f; fewer than %d do not show how clusters vary",
        sizes.clusters(),
        sizes.effective(),
        ClusterSizes.LEAST);
  }

  /** Whether the rows that carry the standard error are too few to rely on it. */
  private Optional<String> fewOutcomes(OptionalInt step) {
    OptionalDouble outcomes = judgment.carriedBy(step);
    return outcomes.isPresent() && outcomes.getAsDouble() < EfficientInterval.LEAST_OUTCOMES
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "its standard error rests on an effective number of %.2f outcomes; fewer than %d do not show how much outcomes vary",
                outcomes.getAsDouble(),
                EfficientInterval.LEAST_OUTCOMES))
        : Optional.empty();
  }

  /** Whether {@code robust} contradicts the model. */
  private Optional<String> disagreement(OptionalInt step) {
    return hausman.flatMap(
        h -> difference(step, HAUSMAN_LEVEL / (h.steps().size() + 1), CONTRADICTS));
  }

  /** Whether {@code efficient} and {@code robust} differ at this level, and by how much. */
  private Optional<String> difference(OptionalInt step, double level, String what) {
    if (hausman.isEmpty() || assumptions.of(Assumption.OVERLAP).isContradicted()) {
      return Optional.empty();
    }
    OptionalDouble z =
        (step.isPresent() ? hausman.get().at(step.getAsInt()) : hausman.get().total()).z();
    double most = NormalQuantile.twoSided(level);
    return z.isPresent() && Math.abs(z.getAsDouble()) > most
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s: their estimates differ by %.1f standard errors",
                what,
                Math.abs(z.getAsDouble())))
        : Optional.empty();
  }

  /** The same for any step of a policy or its total, all together. */
  static Optional<String> disagreement(Judgment judgment) {
    Decisions decisions = new Decisions(judgment, List.of(IntervalKind.EFFICIENT));
    int horizon = judgment.fit().data().shape().horizon();
    double level = AGREEMENT_LEVEL / (horizon + 1);
    return Stream.concat(
            Stream.of(OptionalInt.empty()),
            IntStream.rangeClosed(1, horizon).mapToObj(OptionalInt::of))
        .flatMap(step -> decisions.difference(step, level, CONTRADICTS).stream())
        .findFirst();
  }

  /** About the total, V_π − V_πb. */
  Decision total() {
    Map<IntervalKind, Interval> intervals = new LinkedHashMap<>();
    kinds.forEach(kind -> intervals.put(kind, judgment.uncutTotal(kind)));
    Decision alone = decide(intervals, OptionalInt.empty(), judgment.isSame());
    Decision own = led(alone, intervals, OptionalInt.empty());
    return ifCut.map(cut -> agreed(own, cut.total(), OptionalInt.empty())).orElse(own);
  }

  /** What both readings say of how episodes stopped, if they say the same. */
  private Decision agreed(Decision ended, Decision cut, OptionalInt step) {
    Verdict.Kind kind = ended.verdict().kind();
    if (kind == Verdict.Kind.WITHHELD || ended.decidedBy().isEmpty()) {
      return ended;
    }
    if (kind != cut.verdict().kind()) {
      return new Decision(
          Verdict.withheld(),
          Optional.empty(),
          "the log does not say whether episodes ended or were cut off: %s if they ended, %s if they were cut off"
              .formatted(kind, cut.verdict().kind()));
    }
    if (kind != Verdict.Kind.CANNOT_TELL) {
      return ended;
    }
    IntervalKind by = ended.decidedBy().get();
    Interval both = step.isPresent() ? judgment.step(step.getAsInt(), by) : judgment.total(by);
    String limit = Verdict.of(both, judgment.fit().data().episodes(), tolerance).limit();
    // No number of episodes: how they stop does not come to light with more of them.
    return new Decision(
        new Verdict(kind, limit, OptionalLong.empty()), ended.decidedBy(), ended.reason());
  }

  /** About every step, together. */
  List<Decision> steps() {
    List<Map<IntervalKind, Interval>> intervals = new ArrayList<>();
    for (int h = 1; h <= judgment.fit().data().shape().horizon(); h++) {
      Map<IntervalKind, Interval> ofStep = new LinkedHashMap<>();
      for (IntervalKind kind : kinds) {
        if (kind.isForSteps()) {
          ofStep.put(kind, judgment.uncut(h, kind));
        }
      }
      intervals.add(ofStep);
    }
    List<Decision> alone = new ArrayList<>();
    for (int h = 1; h <= intervals.size(); h++) {
      boolean same = judgment.isSame(h);
      alone.add(decide(intervals.get(h - 1), OptionalInt.of(h), same));
    }
    List<Decision> own =
        new ArrayList<>(Holm.together(alone, intervals, judgment.fit().settings().delta()));
    for (int h = 1; h <= own.size(); h++) {
      own.set(h - 1, led(own.get(h - 1), intervals.get(h - 1), OptionalInt.of(h)));
    }
    List<Decision> cut = ifCut.map(Decisions::steps).orElse(List.of());
    for (int h = 1; h <= cut.size(); h++) {
      own.set(h - 1, agreed(own.get(h - 1), cut.get(h - 1), OptionalInt.of(h)));
    }
    return own;
  }

  private Decision decide(
      Map<IntervalKind, Interval> intervals, OptionalInt step, boolean samePolicy) {
    Map<IntervalKind, List<Objection>> against = new LinkedHashMap<>();
    for (Map.Entry<IntervalKind, Interval> one : intervals.entrySet()) {
      List<Objection> own = against(one.getKey(), step);
      if (own.isEmpty()) {
        return decidedBy(one.getKey(), one.getValue(), step, samePolicy);
      }
      against.put(one.getKey(), own);
    }
    return against.isEmpty()
        ? new Decision(Verdict.NONE, Optional.empty(), "")
        : Objection.undecided(
            against, Verdict.of(intervals.values().iterator().next(), 0, tolerance).limit());
  }

  /**
   * The same with what spoke against the intervals before; and what is open is led by an interval
   * that outcomes never seen do not move far. This comes after {@link Holm}, which has to count
   * every interval that could have been conclusive, so one that is only at δ by itself settles
   * nothing here.
   */
  private Decision led(Decision decision, Map<IntervalKind, Interval> intervals, OptionalInt step) {
    if (decision.decidedBy().isEmpty()) {
      return decision;
    }
    boolean open = decision.verdict().kind() == Verdict.Kind.CANNOT_TELL;
    Map<IntervalKind, List<Objection>> against = new LinkedHashMap<>();
    for (Map.Entry<IntervalKind, Interval> one : intervals.entrySet()) {
      IntervalKind kind = one.getKey();
      boolean decided = decision.decidedBy().get() == kind;
      List<Objection> own = against(kind, step);
      if (own.isEmpty()) {
        Optional<String> moved = open ? moved(kind, step, one.getValue()) : Optional.empty();
        if (moved.isEmpty()) {
          Decision by = decided ? decision : instead(kind, one.getValue(), step);
          return neverShown(by, one.getValue(), step).passingOver(against);
        }
        boolean more = decided && !GENERAL.contains(decision.reason());
        own = List.of(Objection.tooFew(moved.get() + (more ? "; " + decision.reason() : "")));
      }
      against.put(kind, own);
    }
    return Objection.undecided(against, decision.verdict().limit());
  }

  private Decision instead(IntervalKind kind, Interval interval, OptionalInt step) {
    Decision next = decidedBy(kind, interval, step, false);
    return SettledCheck.isFromVariance(kind) && next.verdict().isSettled()
        ? new Decision(next.verdict().unsettled(), next.decidedBy(), SECOND)
        : next;
  }

  /** Whether an interval from its variance says less than its width does. */
  private Optional<String> moved(IntervalKind kind, OptionalInt step, Interval interval) {
    if (!SettledCheck.isFromVariance(kind)) {
      return Optional.empty();
    }
    return interval.width() <= tolerance
        ? Optional.of(NOTHING_VARIED)
        : SettledCheck.moved(judgment, step, interval.width() / 2);
  }

  /** Says so where no number of episodes would settle it. */
  private Decision neverShown(Decision decision, Interval interval, OptionalInt step) {
    if (decision.verdict().kind() != Verdict.Kind.CANNOT_TELL) {
      return decision;
    }
    return UnseenActions.why(judgment, step, interval.estimate())
        .map(
            why ->
                new Decision(
                    decision.verdict().unsettled(),
                    decision.decidedBy(),
                    "%s; more such episodes would not settle it: %s"
                        .formatted(decision.reason(), why)))
        .orElse(decision);
  }

  private Decision decidedBy(
      IntervalKind kind, Interval interval, OptionalInt step, boolean samePolicy) {
    if (samePolicy) {
      return new Decision(
          Verdict.same(),
          Optional.of(kind),
          "the policies do not differ here: there is nothing to judge");
    }
    double unseen = UnseenActions.worth(judgment, step, interval.estimate());
    Verdict verdict = Verdict.of(interval, judgment.fit().data().episodes(), tolerance, unseen);
    Optional<String> against =
        SettledCheck.against(judgment, kind, step, verdict)
            .or(() -> unconfirmed(kind, step, verdict));
    if (against.isPresent()) {
      return new Decision(verdict.unsettled(), Optional.of(kind), against.get());
    }
    boolean flat = interval.width() <= tolerance;
    String reason =
        verdict.kind() != Verdict.Kind.CANNOT_TELL
            ? unverified(kind)
            : flat ? NOTHING_VARIED : CONTAINS_0;
    return new Decision(verdict, Optional.of(kind), reason);
  }

  /** Whether {@code robust} does not agree with a settled verdict of the model. */
  private Optional<String> unconfirmed(IntervalKind kind, OptionalInt step, Verdict verdict) {
    return verdict.isSettled() && Requirements.isFromModel(kind)
        ? difference(step, AGREEMENT_LEVEL, "robust does not confirm it")
        : Optional.empty();
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
}
