package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.features.OutcomeQuantiles.Outcomes;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fragility;
import io.sluice.fit.Fragility.Settled;
import io.sluice.fit.SensitivityResult;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.fit.SensitivityResult.Dropped;
import io.sluice.fit.SensitivityResult.Trimmed;
import io.sluice.influence.ConfoundedMeans;
import io.sluice.influence.InfluentialScores;
import io.sluice.influence.InfluentialScores.Target;
import io.sluice.influence.MaxT;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.TrimmedSums;
import io.sluice.interval.IntervalKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Asks of every settled verdict on a log with feature columns what would overturn it, by {@link
 * Fragility} as on tables: one pass for influential episodes, trimmed weights and quantiles of
 * outcomes, one for bounds under hidden confounding. Weights are trimmed where propensities are
 * known.
 */
final class FeatureSensitivity {
  private final FeatureEvaluation evaluation;
  private final Assumptions assumptions;
  private final double delta;
  private final List<Settled> settled;
  private final List<Confounding> confounding = new ArrayList<>();
  private final List<Dropped> dropped = new ArrayList<>();
  private final List<Trimmed> trimmed = new ArrayList<>();

  static SensitivityResult of(FeatureEvaluation evaluation, EvaluationResult result) {
    return new FeatureSensitivity(evaluation, result).run();
  }

  private FeatureSensitivity(FeatureEvaluation evaluation, EvaluationResult result) {
    this.evaluation = evaluation;
    assumptions = result.assumptions();
    delta = result.provenance().settings().delta();
    settled = Fragility.settled(result);
  }

  private FeatureSource source() {
    return evaluation.source();
  }

  private long episodes() {
    return evaluation.summary().episodes();
  }

  private SensitivityResult run() {
    if (!settled.isEmpty()) {
      read();
    }
    boolean logged = !source().estimatesBehavior();
    Finding propensities = assumptions.of(Assumption.PROPENSITIES);
    return new SensitivityResult(
        Fragility.isRandomized(logged, propensities),
        confounding,
        dropped,
        trimmed,
        source().hasClusters(),
        Fragility.warnings(settled.isEmpty(), logged, propensities, !confounding.isEmpty()));
  }

  private static Weighting weighting(Settled one) {
    return one.kind() == IntervalKind.ROBUST ? Weighting.ROBUST : Weighting.EFFICIENT;
  }

  private boolean isStep(Settled one) {
    return one.place() <= source().horizon();
  }

  private void read() {
    ScorePass pass = evaluation.pass();
    int size = source().horizon() + 1;
    Map<Weighting, List<Target>> targets = new EnumMap<>(Weighting.class);
    Map<Weighting, List<Integer>> steps = new EnumMap<>(Weighting.class);
    for (Settled one : settled) {
      double estimate = pass.means.mean(pass.at.score(weighting(one), one.place()));
      targets
          .computeIfAbsent(weighting(one), w -> new ArrayList<>())
          .add(new Target(one.place() - 1, estimate));
      if (isStep(one)) {
        steps.computeIfAbsent(weighting(one), w -> new ArrayList<>()).add(one.place());
      }
    }
    Map<Weighting, InfluentialScores> influential = new EnumMap<>(Weighting.class);
    targets.forEach(
        (weighting, own) -> influential.put(weighting, new InfluentialScores(size, own)));
    FragilityPass first =
        source()
            .collect(
                new FragilityPass(
                    pass.empty(), episodes(), source().horizon(), influential, quantiles()));
    Map<Weighting, ConfoundedMeans> means = new EnumMap<>(Weighting.class);
    steps.forEach((weighting, own) -> means.put(weighting, new ConfoundedMeans(own)));
    Map<Weighting, ConfoundedMeans> bounds =
        means.isEmpty()
            ? means
            : source()
                .collect(
                    new ConfoundedPass(
                        pass.empty(), episodes(), first.quantiles().completed(), means))
                .means();
    for (Settled one : settled) {
      answer(one, first, bounds, Objects.requireNonNull(targets.get(weighting(one))));
    }
  }

  private OutcomeQuantiles quantiles() {
    List<Integer> steps = settled.stream().filter(this::isStep).map(Settled::place).toList();
    Outcomes outcomes = new Outcomes(source().horizon());
    ScorePass pass = evaluation.pass();
    for (int h : steps) {
      double running = evaluation.support().rows(h) / (double) episodes();
      outcomes.set(h, pass.outcomeMean(h, running), pass.outcomeVariance(h, running));
    }
    return new OutcomeQuantiles(steps, evaluation.nuisances(), source().actions().size(), outcomes);
  }

  private void answer(
      Settled one,
      FragilityPass first,
      Map<Weighting, ConfoundedMeans> bounds,
      List<Target> targets) {
    Fragility.Whole whole = whole(one);
    InfluentialScores influential = Objects.requireNonNull(first.influential().get(weighting(one)));
    int target = targets.stream().map(Target::place).toList().indexOf(one.place() - 1);
    dropped.add(whole.dropped(influential, target));
    if (isStep(one)) {
      confounding.add(whole.bounds(Objects.requireNonNull(bounds.get(weighting(one)))));
    }
    for (int i = 0; !source().estimatesBehavior() && i < TrimmedSums.CAPS.size(); i++) {
      if (TrimmedSums.CAPS.get(i) < first.largest()) {
        trimmed.add(
            new Trimmed(
                whole.step(),
                TrimmedSums.CAPS.get(i),
                first.trimmed(i, one.place()),
                first.trimmed(TrimmedSums.CAPS.size(), one.place())));
      }
    }
  }

  private Fragility.Whole whole(Settled one) {
    ScorePass pass = evaluation.pass();
    int place = pass.at.score(weighting(one), one.place());
    double freedom =
        one.kind() == IntervalKind.ROBUST
            ? RobustInterval.freedom(pass.means, place)
            : pass.means.sizes().degreesOfFreedom();
    return new Fragility.Whole(
        isStep(one) ? OptionalInt.of(one.place()) : OptionalInt.empty(),
        one.verdict(),
        one.kind(),
        pass.means.error(place),
        MaxT.alone(OptionalDouble.of(freedom), delta),
        1);
  }
}
