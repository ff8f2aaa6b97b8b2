package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EffectScores;
import io.sluice.influence.MaxT;
import io.sluice.influence.PolicyContrasts;
import io.sluice.influence.PolicyProducts;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares policies on one fitted log, in one pass over its episodes: {@link ComparisonResult}.
 *
 * <p>Everything is computed from scores of one kind: the first requested one with no contradicted
 * assumption at any step of any policy, otherwise the one with the fewest. If an assumption is
 * contradicted, verdicts on that policy and step are withheld, against the logged policy and in
 * pairs.
 *
 * <p>The standard error of an effect is that of its single interval (which corrects for few
 * clusters, and for variances estimated from few rows); that of a difference comes from the
 * difference in every episode ({@link PolicyContrasts}). Errors other than sampling, such as those
 * for pairs never seen, are added on both sides.
 */
public final class Comparison {
  private final Fit fit;
  private final List<String> names;
  private final List<Judgment> judgments;
  private final boolean totals;
  private final IntervalKind kind;
  private final List<Decisions> decisions = new ArrayList<>();
  private final PolicyContrasts contrasts;
  private final Map<Integer, Interval> intervals = new LinkedHashMap<>();
  private final double tolerance;
  private final List<SegmentResult> segments;

  /**
   * @param policies by name, all on one fit
   * @param asked efficient, robust or both, in the order in which they are to be used; none for
   *     both where the log allows it
   */
  public static ComparisonResult of(Map<String, Judgment> policies, List<IntervalKind> asked) {
    return new Comparison(policies, asked).result();
  }

  private Comparison(Map<String, Judgment> policies, List<IntervalKind> asked) {
    if (policies.isEmpty()) {
      throw new SettingException("policy", "needs at least one, got none");
    }
    names = List.copyOf(policies.keySet());
    judgments = List.copyOf(policies.values());
    fit = judgments.get(0).fit();
    int horizon = fit.data().shape().horizon();
    if (names.size() > PolicyProducts.MOST) {
      throw new SettingException(
          "policy",
          "at most %s can be compared, got %s".formatted(PolicyProducts.MOST, names.size()));
    }
    totals = names.size() * (horizon + 1) > PolicyProducts.MOST;
    List<IntervalKind> kinds = kinds(asked);
    Map<IntervalKind, PolicyProducts> products = pass(kinds);
    for (Judgment judgment : judgments) {
      decisions.add(new Decisions(judgment, kinds));
    }
    kind = ComparedScores.choose(kinds, this::objections);
    contrasts =
        new PolicyContrasts(
            Objects.requireNonNull(products.get(kind)).products(),
            names.size(),
            places(),
            fit.settings().delta(),
            fit.settings().seed());
    tolerance = 1e-9 * fit.range().top(1) * fit.data().range().width();
    boolean weighted = judgments.stream().allMatch(Judgment::canBeWeighted);
    segments =
        fit.segments().isPresent()
            ? WithinSegments.of(judgments, SegmentEffects.kind(asked, weighted))
            : List.of();
  }

  private List<IntervalKind> kinds(List<IntervalKind> asked) {
    ComparedScores.check(asked);
    if (!asked.isEmpty()) {
      return List.copyOf(asked);
    }
    return judgments.stream().allMatch(Judgment::canBeWeighted)
        ? ComparedScores.ALL
        : List.of(IntervalKind.EFFICIENT);
  }

  /** One pass for all policies: intervals, tests and products of scores. */
  private Map<IntervalKind, PolicyProducts> pass(List<IntervalKind> kinds) {
    Map<IntervalKind, PolicyProducts> products = new EnumMap<>(IntervalKind.class);
    Passes passes = new Passes();
    for (IntervalKind one : kinds) {
      List<EffectScores> scores =
          judgments.stream()
              .map(
                  j ->
                      one == IntervalKind.ROBUST
                          ? EffectScores.robust(j.robust().scores("interval robust"))
                          : EffectScores.efficient(j.influences()))
              .toList();
      passes.add(new PolicyProducts(scores, totals), sum -> products.put(one, sum));
    }
    Judgment.prepareResults(judgments, kinds, passes);
    return products;
  }

  /** How many there are to a kind of scores, over all policies and places. */
  private long objections(IntervalKind one) {
    long count = 0;
    for (int p = 0; p < names.size(); p++) {
      for (int s = 0; s < places(); s++) {
        count += objections(p, one, step(s)).size();
      }
    }
    return count;
  }

  private List<String> objections(int policy, IntervalKind one, OptionalInt step) {
    List<String> all = new ArrayList<>(decisions.get(policy).objections(one, step));
    Optional<String> open = CutCheck.withheld(fit.data(), one);
    open.filter(words -> !all.contains(words)).ifPresent(all::add);
    return all;
  }

  /** How many steps are compared, and the total. */
  private int places() {
    return totals ? 1 : fit.data().shape().horizon() + 1;
  }

  private OptionalInt step(int place) {
    return place == places() - 1 ? OptionalInt.empty() : OptionalInt.of(place + 1);
  }

  private int index(int policy, int place) {
    return policy * places() + place;
  }

  private Interval interval(int policy, int place) {
    return intervals.computeIfAbsent(
        index(policy, place),
        i -> {
          OptionalInt step = step(place);
          Judgment judgment = judgments.get(policy);
          return step.isPresent()
              ? judgment.uncut(step.getAsInt(), kind)
              : judgment.uncutTotal(kind);
        });
  }

  private ComparisonResult result() {
    List<Effects> effects = new ArrayList<>();
    for (int s = 0; s < places(); s++) {
      effects.add(effects(s));
    }
    Map<String, Assumptions> assumptions = new LinkedHashMap<>();
    for (int p = 0; p < names.size(); p++) {
      assumptions.put(names.get(p), judgments.get(p).assumptions());
    }
    return new ComparisonResult(
        fit.data().shape().horizon(),
        fit.data().episodes(),
        fit.data().shape().states(),
        fit.data().shape().actions(),
        names,
        kind,
        contrasts.critical(),
        MaxT.alone(OptionalDouble.empty(), fit.settings().delta()),
        MaxT.DRAWS,
        effects,
        fit.data().meanReturn(),
        assumptions,
        segments,
        warnings(),
        fit.provenance());
  }

  private List<String> warnings() {
    List<String> all = new ArrayList<>(fit.warnings());
    for (int p = 0; p < names.size(); p++) {
      for (String note : judgments.get(p).ownNotes()) {
        all.add(names.get(p) + ": " + note);
      }
    }
    all.addAll(fit.contradictions());
    if (totals) {
      all.add(
          "%s policies at %s steps are too many to compare at once, so only totals are compared"
              .formatted(names.size(), fit.data().shape().horizon()));
    }
    return all;
  }

  private Effects effects(int place) {
    return Effects.of(step(place), names.size(), p -> entry(p, place), (p, q) -> pair(p, q, place));
  }

  private double error(int policy, int place) {
    return interval(policy, place).error().map(StandardError::value).orElse(0.0);
  }

  /** What widens an interval besides sampling. */
  private double other(int policy, int place, boolean below) {
    return interval(policy, place).parts().stream()
        .filter(p -> p.source() != Part.Source.EPISODES && p.source() != Part.Source.CLUSTERS)
        .mapToDouble(below ? Part::below : Part::above)
        .sum();
  }

  private Entry entry(int policy, int place) {
    Judgment judgment = judgments.get(policy);
    double estimate = interval(policy, place).estimate();
    double error = error(policy, place);
    double half = contrasts.reach(policy, place) * error;
    double lower = estimate - half - other(policy, place, true);
    double upper = estimate + half + other(policy, place, false);
    OptionalInt step = step(place);
    List<String> against = objections(policy, kind, step);
    boolean same = step.isPresent() ? judgment.isSame(step.getAsInt()) : judgment.isSame();
    Verdict found =
        verdict(
            same,
            against,
            settled(lower, upper),
            settled -> SettledCheck.against(judgment, kind, step, settled));
    return new Entry(names.get(policy), estimate, lower, upper, error, found.kind(), found.limit());
  }

  /**
   * What is concluded of an effect or a difference.
   *
   * @param same whether it is 0 because the same is done
   * @param against objections to the interval
   * @param settled what the interval says
   * @param doubt why that may be overturned
   */
  private Verdict verdict(
      boolean same,
      List<String> against,
      Verdict.Kind settled,
      Function<Verdict, Optional<String>> doubt) {
    if (same) {
      return verdict(Verdict.Kind.SAME, "");
    }
    if (!against.isEmpty()) {
      return verdict(unsettled(), String.join("; ", against));
    }
    Verdict found = verdict(settled, "");
    return settled == Verdict.Kind.CANNOT_TELL
        ? found
        : doubt.apply(found).map(why -> verdict(Verdict.Kind.CANNOT_TELL, why)).orElse(found);
  }

  private static Verdict verdict(Verdict.Kind kind, String reason) {
    return new Verdict(kind, reason, OptionalLong.empty());
  }

  /**
   * The places where an assumption of the interval is contradicted; too few clusters are
   * inconclusive.
   */
  private Verdict.Kind unsettled() {
    return fit.clusterSizes().filter(ClusterSizes::areFew).isPresent()
        ? Verdict.Kind.CANNOT_TELL
        : Verdict.Kind.WITHHELD;
  }

  private Verdict.Kind settled(double lower, double upper) {
    boolean wide = upper - lower > tolerance;
    return wide && lower > tolerance
        ? Verdict.Kind.BETTER
        : wide && upper < -tolerance ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
  }

  private Pair pair(int p, int q, int place) {
    double estimate = interval(p, place).estimate() - interval(q, place).estimate();
    boolean same = isSame(p, q, place);
    double width = fit.data().range().width();
    double error = same ? 0 : contrasts.error(p, q, place, error(p, place), error(q, place), width);
    double half = contrasts.reach(p, q, place) * error;
    double apart = Math.hypot(error(p, place), error(q, place));
    double below = same ? 0 : other(p, place, true) + other(q, place, false);
    double above = same ? 0 : other(p, place, false) + other(q, place, true);
    double lower = estimate - half - below;
    double upper = estimate + half + above;
    List<String> against = new ArrayList<>(objections(p, kind, step(place)));
    objections(q, kind, step(place)).stream()
        .filter(words -> !against.contains(words))
        .forEach(against::add);
    Verdict found =
        verdict(same, against, settled(lower, upper), settled -> overturned(p, q, place, estimate));
    return new Pair(
        names.get(p),
        names.get(q),
        estimate,
        lower,
        upper,
        error,
        apart == 0 ? 1 : error / apart,
        found.kind(),
        found.limit());
  }

  /** Whether two policies do the same from a step on, wherever the log was. */
  private boolean isSame(int p, int q, int place) {
    Policy first = judgments.get(p).policy();
    Policy second = judgments.get(q).policy();
    for (int h = step(place).orElse(1); h <= fit.data().shape().horizon(); h++) {
      if (ModelEvaluation.distance(fit.counts(), first, second, h) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a settled difference survives outcomes that were never seen. */
  private Optional<String> overturned(int p, int q, int place, double estimate) {
    if (fit.data().episodes() < ClusterSizes.LEAST) {
      return Optional.of(
          "%s episodes, and fewer than %s do not show how much episodes vary"
              .formatted(fit.data().episodes(), ClusterSizes.LEAST));
    }
    if (kind == IntervalKind.ROBUST) {
      Optional<String> few =
          Stream.of(p, q)
              .flatMap(i -> SettledCheck.fewWeights(judgments.get(i), kind, step(place)).stream())
              .findFirst();
      if (few.isPresent()) {
        return few;
      }
    }
    boolean up = estimate > 0;
    double first = SettledCheck.cost(judgments.get(p), kind, step(place), up);
    double second = SettledCheck.cost(judgments.get(q), kind, step(place), !up);
    return Math.max(first, second) < Math.abs(estimate)
        ? Optional.empty()
        : Optional.of("a few outcomes that the log never showed would overturn it");
  }
}
