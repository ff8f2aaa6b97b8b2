package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.fit.SensitivityResult.Bound;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.fit.SensitivityResult.Dropped;
import io.sluice.fit.SensitivityResult.Trimmed;
import io.sluice.influence.EffectScores;
import io.sluice.influence.InfluentialSums;
import io.sluice.influence.InfluentialSums.Target;
import io.sluice.influence.MaxT;
import io.sluice.influence.OutcomeHistograms;
import io.sluice.influence.SensitivitySums;
import io.sluice.influence.TrimmedSums;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Asks of every settled verdict what would overturn it: {@link SensitivityResult}. Verdicts that
 * {@code efficient} or {@code robust} gave are held against their own scores; those of other
 * intervals against the scores of {@code efficient}.
 */
public final class Sensitivity {
  private final Judgment judgment;
  private final Fit fit;
  private final double width;
  private final Map<Integer, Verdict.Kind> settled = new TreeMap<>(); // by step, H+1 for the total
  private final Map<Integer, IntervalKind> kinds = new TreeMap<>();
  private final List<Confounding> confounding = new ArrayList<>();
  private final List<Dropped> dropped = new ArrayList<>();
  private final List<Trimmed> trimmed = new ArrayList<>();

  /**
   * @param result of the same judgment
   * @throws BadLogException if only counts are left, or a half of the log is empty
   */
  public static SensitivityResult of(Judgment judgment, EvaluationResult result) {
    return new Sensitivity(judgment, result).run();
  }

  private Sensitivity(Judgment judgment, EvaluationResult result) {
    this.judgment = judgment;
    fit = judgment.fit();
    width = fit.data().range().width();
    result.steps().forEach(s -> put(s.step(), s.decision()));
    put(result.horizon() + 1, result.totalDecision());
  }

  private void put(int place, Decision decision) {
    Verdict.Kind verdict = decision.verdict().kind();
    if (verdict == Verdict.Kind.BETTER || verdict == Verdict.Kind.WORSE) {
      settled.put(place, verdict);
      kinds.put(
          place,
          decision.decidedBy().filter(k -> k == IntervalKind.ROBUST).isPresent()
              ? IntervalKind.ROBUST
              : IntervalKind.EFFICIENT);
    }
  }

  private Verdict.Kind verdict(int place) {
    return Objects.requireNonNull(settled.get(place));
  }

  private IntervalKind kind(int place) {
    return Objects.requireNonNull(kinds.get(place));
  }

  private int horizon() {
    return fit.data().shape().horizon();
  }

  private OptionalInt step(int place) {
    return place > horizon() ? OptionalInt.empty() : OptionalInt.of(place);
  }

  private SensitivityResult run() {
    if (!settled.isEmpty()) {
      fit.requireHalves("sensitivity", 1);
      judgment.with(kinds.values());
      read();
    }
    return new SensitivityResult(
        isRandomized(), confounding, dropped, trimmed, fit.data().clustered(), warnings());
  }

  /** Whether actions were drawn with known probabilities, which the log agrees with. */
  private boolean isRandomized() {
    return fit.behavior().source() != Behavior.Source.ESTIMATED
        && fit.assumptions().of(Assumption.PROPENSITIES).verdict() == Finding.Verdict.HOLDS;
  }

  private List<String> warnings() {
    List<String> all = new ArrayList<>();
    if (settled.isEmpty()) {
      all.add("no verdict is settled, so there is none to overturn");
    }
    if (isRandomized()) {
      all.add(
          "actions were drawn with the logged probabilities, and the log agrees with them: if that is how they were drawn, nothing hidden can have had a hand in them, and bounds under hidden confounding are not needed");
    } else if (!confounding.isEmpty()) {
      all.add(
          "a hidden factor is taken to act on the reward and the next state of the step alone; bounds for the total would need one at every step and are not made");
    }
    return all;
  }

  /** Two passes: distributions of outcomes with all that needs no quantiles, then bounds. */
  private void read() {
    Map<IntervalKind, List<Integer>> places = new EnumMap<>(IntervalKind.class);
    kinds.forEach((p, kind) -> places.computeIfAbsent(kind, k -> new ArrayList<>()).add(p));
    Passes passes = new Passes();
    Map<Integer, Dropped> ofPlace = new TreeMap<>();
    places.forEach(
        (kind, own) -> {
          EffectScores scores = scores(kind);
          List<Target> targets =
              own.stream().map(p -> new Target(p - 1, interval(p).estimate() / width)).toList();
          passes.add(
              new InfluentialSums(scores, targets),
              sums -> {
                for (int i = 0; i < own.size(); i++) {
                  ofPlace.put(own.get(i), dropped(sums, i, own.get(i)));
                }
              });
          List<Integer> steps = own.stream().filter(p -> p <= horizon()).toList();
          if (!steps.isEmpty()) {
            passes.add(
                new OutcomeHistograms(judgment.robust().values(), steps),
                found ->
                    passes.add(
                        new SensitivitySums(scores, found, judgment.policy(), steps),
                        sums -> steps.forEach(h -> confounding.add(bounds(sums, h)))));
          }
        });
    if (judgment.canBeWeighted()) {
      passes.add(new TrimmedSums(judgment.robust().scores("trimmed weights")), this::trim);
    }
    passes.runOn(fit, "sensitivity");
    dropped.addAll(ofPlace.values());
    confounding.sort(Comparator.comparingInt(Confounding::step));
  }

  private EffectScores scores(IntervalKind kind) {
    return kind == IntervalKind.ROBUST
        ? EffectScores.robust(judgment.robust().scores("interval robust"))
        : EffectScores.efficient(judgment.influences());
  }

  private Interval interval(int place) {
    IntervalKind kind = kind(place);
    return place > horizon() ? judgment.uncutTotal(kind) : judgment.uncut(place, kind);
  }

  private double quantile(Interval interval) {
    OptionalDouble freedom =
        interval.error().map(StandardError::degreesOfFreedom).orElse(OptionalDouble.empty());
    return MaxT.alone(freedom, fit.settings().delta());
  }

  private double error(Interval interval) {
    return interval.error().map(StandardError::value).orElse(0.0);
  }

  private Dropped dropped(InfluentialSums sums, int target, int place) {
    Interval interval = interval(place);
    return new Dropped(
        step(place),
        verdict(place),
        sums.dropped(target, quantile(interval), raise(sums.error(target), interval)),
        sums.dropped(target, 0, 1),
        sums.clusters());
  }

  private double raise(double plain, Interval interval) {
    return plain > 0 ? Math.max(1, error(interval) / width / plain) : 1;
  }

  private Confounding bounds(SensitivitySums sums, int step) {
    Interval interval = interval(step);
    double quantile = quantile(interval);
    double raise = raise(sums.error(step, 0, false), interval);
    boolean better = verdict(step) == Verdict.Kind.BETTER;
    List<Bound> bounds = new ArrayList<>();
    for (int i = 0; i < SensitivitySums.STRENGTHS.size(); i++) {
      double low = sums.bound(step, i, false) * width;
      double high = sums.bound(step, i, true) * width;
      double below = quantile * raise * sums.error(step, i, false) * width;
      double above = quantile * raise * sums.error(step, i, true) * width;
      double strength = SensitivitySums.STRENGTHS.get(i);
      bounds.add(new Bound(strength, low, high, low - below, high + above));
    }
    for (int i = bounds.size() - 2; i >= 0; i--) {
      bounds.set(i, tightened(bounds.get(i), bounds.get(i + 1)));
    }
    OptionalDouble overturned = OptionalDouble.empty();
    for (int i = 0; i < bounds.size() && overturned.isEmpty(); i++) {
      if (left(bounds.get(i), better) <= 0) {
        overturned = OptionalDouble.of(i == 0 ? 1 : crossing(bounds, i, better));
      }
    }
    return new Confounding(step, verdict(step), kind(step), overturned, bounds);
  }

  /** What holds for a stronger confounder holds for a weaker one. */
  private static Bound tightened(Bound bound, Bound stronger) {
    boolean low = stronger.low() > bound.low();
    boolean high = stronger.high() < bound.high();
    return new Bound(
        bound.strength(),
        low ? stronger.low() : bound.low(),
        high ? stronger.high() : bound.high(),
        low ? stronger.lower() : bound.lower(),
        high ? stronger.upper() : bound.upper());
  }

  /** How far the interval is from 0, on the side of the verdict. */
  private static double left(Bound bound, boolean better) {
    return better ? bound.lower() : -bound.upper();
  }

  /**
   * Where the distance from 0 vanishes, on a line through two strengths on a scale of logarithms.
   */
  private static double crossing(List<Bound> bounds, int i, boolean better) {
    Bound before = bounds.get(i - 1);
    Bound after = bounds.get(i);
    double first = left(before, better);
    double share = first / (first - left(after, better));
    return before.strength() * Math.pow(after.strength() / before.strength(), share);
  }

  private void trim(TrimmedSums sums) {
    for (int place : settled.keySet()) {
      for (int i = 0; i < TrimmedSums.CAPS.size(); i++) {
        double cap = TrimmedSums.CAPS.get(i);
        if (cap < sums.largest()) {
          trimmed.add(
              new Trimmed(
                  step(place),
                  cap,
                  sums.estimate(i, place - 1) * width,
                  sums.plain(place - 1) * width));
        }
      }
    }
  }
}
