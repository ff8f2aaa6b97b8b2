package io.sluice.fit;

import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influence;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.interval.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * α^(h) in two parts, each with its {@code efficient} interval, in the user's units.
 *
 * @param immediate θ^(h), the effect on the step's own reward
 * @param carried ∫V_πΔ, the effect on later rewards through the next state
 */
public record EffectParts(int step, Interval immediate, Interval carried) {

  /** Returns the parts of every step: from counts, or from episodes if {@code efficient} is. */
  static List<EffectParts> of(Judgment judgment) {
    Influences whole = judgment.influences();
    // If no step moved the next state, an effect would be its immediate part.
    Influences now = judgment.influences(step -> true);
    Fit fit = judgment.fit();
    if (!judgment.isEfficientByEpisode()) {
      return parts(fit, fromCounts(fit, now::at), fromCounts(fit, whole::carried));
    }
    List<List<Interval>> both = new ArrayList<>();
    Passes passes = new Passes();
    addFromEpisodes(fit, now, now::at, passes, both);
    addFromEpisodes(fit, whole, whole::carried, passes, both);
    passes.run(fit.episodes("the parts of effects"));
    return parts(fit, both.get(0), both.get(1));
  }

  private static List<Interval> fromCounts(Fit fit, IntFunction<Influence> ofStep) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= fit.data().shape().horizon(); h++) {
      steps.add(
          EfficientInterval.ofCounts(
              ofStep.apply(h), fit.settings().variance(), fit.settings().delta()));
    }
    return steps;
  }

  private static void addFromEpisodes(
      Fit fit,
      Influences all,
      IntFunction<Influence> ofStep,
      Passes passes,
      List<List<Interval>> results) {
    passes.add(
        new InfluenceSums(all, ofStep, fit.data().clustered()),
        sums ->
            results.add(
                EfficientInterval.steps(
                    ofStep, sums, fit.settings().variance(), fit.settings().delta())));
  }

  private static List<EffectParts> parts(
      Fit fit, List<Interval> immediate, List<Interval> carried) {
    double width = fit.data().range().width();
    List<EffectParts> parts = new ArrayList<>();
    for (int i = 0; i < immediate.size(); i++) {
      parts.add(
          new EffectParts(i + 1, immediate.get(i).scaled(width), carried.get(i).scaled(width)));
    }
    return List.copyOf(parts);
  }
}
