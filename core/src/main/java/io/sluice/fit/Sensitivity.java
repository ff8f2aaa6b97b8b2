package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.fit.SensitivityResult.Dropped;
import io.sluice.fit.SensitivityResult.Trimmed;
import io.sluice.influence.EffectScores;
import io.sluice.influence.InfluentialScores.Target;
import io.sluice.influence.InfluentialSums;
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
 * Computes what would overturn each conclusive verdict: {@link SensitivityResult}. Verdicts that
 * {@code efficient} or {@code robust} gave are compared with their own scores; those of other
 * intervals with the scores of {@code efficient}.
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
    for (Fragility.Settled one : Fragility.settled(result)) {
      settled.put(one.place(), one.verdict());
      kinds.put(one.place(), one.kind());
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
        Fragility.isRandomized(isLogged(), propensities()),
        confounding,
        dropped,
        trimmed,
        fit.data().clustered(),
        Fragility.warnings(settled.isEmpty(), isLogged(), propensities(), !confounding.isEmpty()));
  }

  private boolean isLogged() {
    return fit.behavior().source() != Behavior.Source.ESTIMATED;
  }

  private Finding propensities() {
    return fit.assumptions().of(Assumption.PROPENSITIES);
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
                  ofPlace.put(own.get(i), whole(own.get(i)).dropped(sums.found(), i));
                }
              });
          List<Integer> steps = own.stream().filter(p -> p <= horizon()).toList();
          if (!steps.isEmpty()) {
            passes.add(
                new OutcomeHistograms(judgment.robust().values(), steps),
                found ->
                    passes.add(
                        new SensitivitySums(scores, found, judgment.policy(), steps),
                        sums ->
                            steps.forEach(h -> confounding.add(whole(h).bounds(sums.means())))));
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

  private Fragility.Whole whole(int place) {
    Interval interval = interval(place);
    OptionalDouble freedom =
        interval.error().map(StandardError::degreesOfFreedom).orElse(OptionalDouble.empty());
    return new Fragility.Whole(
        step(place),
        verdict(place),
        kind(place),
        interval.error().map(StandardError::value).orElse(0.0),
        MaxT.alone(freedom, fit.settings().delta()),
        width);
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
