package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Requirements;
import io.sluice.distributions.NormalQuantile;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Hausman;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides about every step and the total: by the first interval, in the order asked for, none of
 * whose assumptions the log contradicts, before it is cut at what is possible. Fewer than {@value
 * ClusterSizes#LEAST} effective clusters cannot tell; nor do {@code efficient} and {@code robust}
 * decide where too few outcomes carry their variance.
 *
 * <p>Intervals hold one at a time. Verdicts of {@code efficient} and {@code robust} hold together,
 * by Holm's method over the steps, with probability 1−δ asymptotically. Those of the other
 * intervals hold together anyway: they rest on one event for all steps, or divide δ among them.
 *
 * <p>Where the log does not say whether episodes ended or were cut off, it is read both ways, and a
 * verdict is given only if both give it. So it is wrong with no more probability than that of the
 * right reading.
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

  /** What is below this share of the range of returns is rounding. */
  private static final double ROUNDING = 1e-9;

  /** How many steps a note names. */
  private static final int NAMED_STEPS = 6;

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
        CutCheck.isOpen(fit.data())
            ? judgment.readAsCut().flatMap(other -> ifCut(other, kinds))
            : Optional.empty();
    this.tolerance = ROUNDING * fit.range().top(1) * fit.data().range().width();
  }

  /** By those intervals that account for episodes cut off, if there are any. */
  private static Optional<Decisions> ifCut(Judgment other, List<IntervalKind> kinds) {
    List<IntervalKind> usable =
        kinds.stream()
            .filter(IntervalKind::isForSteps)
            .filter(kind -> CutCheck.withheld(other.fit().data(), kind).isEmpty())
            .toList();
    return usable.isEmpty()
        ? Optional.empty()
        : Optional.of(new Decisions(other.prepareResult(usable), usable));
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
    List<String> all = new ArrayList<>();
    for (Assumption one : Requirements.of(kind, judgment.fit().pooling())) {
      Finding finding = assumptions.of(one);
      if (finding.isContradicted()) {
        all.add("the log contradicts that " + one.claim());
      }
    }
    CutCheck.withheld(judgment.fit().data(), kind, ifCut.isPresent()).ifPresent(all::add);
    if (judgment.fit().data().clustered() && !Requirements.accountsForClusters(kind)) {
      all.add("episodes come in clusters, which " + kind + " does not account for");
    }
    judgment
        .fit()
        .clusterSizes()
        .filter(ClusterSizes::areFew)
        .map(Decisions::fewClusters)
        .ifPresent(all::add);
    if (kind == IntervalKind.EFFICIENT || kind == IntervalKind.ROBUST) {
      fewOutcomes(step).ifPresent(all::add);
    }
    if (Requirements.isFromModel(kind)) {
      disagreement(step).ifPresent(all::add);
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
    Decision own = decide(intervals, OptionalInt.empty(), judgment.isSame());
    return ifCut.map(other -> agreed(own, other.total())).orElse(own);
  }

  /**
   * The effects and values if ambiguous episodes were cut off, where that reading is possible: a
   * verdict that both readings give may still be about effects of another size.
   */
  Optional<String> otherReading() {
    return ifCut.map(Decisions::inNumbers);
  }

  private String inNumbers() {
    IntervalKind kind = kinds.get(0);
    Stream<String> ofSteps =
        IntStream.rangeClosed(1, Math.min(judgment.fit().data().shape().horizon(), NAMED_STEPS))
            .mapToObj(h -> "step %d %s".formatted(h, inNumbers(judgment.step(h, kind))));
    Stream<String> ofAll =
        Stream.of(
            "total " + inNumbers(judgment.total(kind)),
            "value of the policy " + inNumbers(judgment.value(kind)));
    return "if the ambiguous episodes were cut off, %s gives: %s"
        .formatted(kind, Stream.concat(ofSteps, ofAll).collect(Collectors.joining(", ")));
  }

  private static String inNumbers(Interval interval) {
    return String.format(
        Locale.ROOT,
        "%+.4f [%+.4f, %+.4f]",
        interval.estimate(),
        interval.lower(),
        interval.upper());
  }

  /** What both readings say of how episodes stopped, if they say the same. */
  private static Decision agreed(Decision ended, Decision cut) {
    Verdict.Kind kind = ended.verdict().kind();
    if (kind == Verdict.Kind.WITHHELD || ended.decidedBy().isEmpty()) {
      return ended;
    }
    return kind == cut.verdict().kind()
        ? ended
        : new Decision(
            Verdict.withheld(),
            Optional.empty(),
            "the log does not say whether episodes ended or were cut off: %s if they ended, %s if they were cut off"
                .formatted(kind, cut.verdict().kind()));
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
    List<Decision> own = Holm.together(alone, intervals, judgment.fit().settings().delta());
    return ifCut.map(other -> agreed(own, other.steps())).orElse(own);
  }

  private static List<Decision> agreed(List<Decision> ended, List<Decision> cut) {
    List<Decision> all = new ArrayList<>();
    for (int i = 0; i < ended.size(); i++) {
      all.add(agreed(ended.get(i), cut.get(i)));
    }
    return all;
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
    String reason = first + ": " + String.join("; ", why);
    if (judgment.fit().clusterSizes().filter(ClusterSizes::areFew).isPresent()) {
      Verdict open = Verdict.of(Objects.requireNonNull(intervals.get(first)), 0, tolerance);
      return new Decision(
          new Verdict(Verdict.Kind.CANNOT_TELL, open.limit(), OptionalLong.empty()),
          Optional.empty(),
          reason);
    }
    return new Decision(Verdict.withheld(), Optional.empty(), reason);
  }

  private Decision decidedBy(
      IntervalKind kind, Interval interval, OptionalInt step, boolean samePolicy) {
    if (samePolicy) {
      return new Decision(
          Verdict.same(),
          Optional.of(kind),
          "the policies do not differ here: there is nothing to judge");
    }
    Verdict verdict = Verdict.of(interval, judgment.fit().data().episodes(), tolerance);
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
            : flat
                ? "nothing that the interval rests on varied in the log; this does not prove that it cannot"
                : "the interval contains 0";
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
