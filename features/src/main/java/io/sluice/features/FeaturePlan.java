package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.Provenance;
import io.sluice.influence.ClusterMeans;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How many episodes the {@code efficient} interval on feature columns needs for a given width, and
 * which steps and actions contribute most to its width.
 *
 * <p>SE and its degrees of freedom ν ({@link FeatureWidthCurve}) are those of the log: further
 * episodes of the logged policy are assumed to vary like these, and to come in similar clusters. It
 * is asymptotic, like the interval; better regressions from more episodes are not taken into
 * account, so it is slightly conservative.
 *
 * @param step whose effect is planned for; none for V_π − V_πb
 * @param width what the log gives
 * @param needed how many episodes, in all; none if they could not be counted
 * @param stateShare the share of the variance that comes from the rows episodes were in
 * @param sources where the rest comes from, largest first
 * @param exploring how actions would best be taken, to need fewer
 */
public record FeaturePlan(
    OptionalInt step,
    long episodes,
    double width,
    double wanted,
    OptionalLong needed,
    double stateShare,
    List<Source> sources,
    FeatureExperiment exploring,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  public FeaturePlan {
    sources = List.copyOf(sources);
    warnings = List.copyOf(warnings);
  }

  /**
   * Decisions that the width comes from.
   *
   * @param share of the variance
   * @param rows in the log
   * @param rowsNeeded in a log that is long enough
   */
  public record Source(int step, String action, double share, long rows, OptionalLong rowsNeeded) {}

  /**
   * What is planned for.
   *
   * @param step none for the total
   * @param width from end to end, in the units of rewards
   * @param mostCost how much less an episode may earn while exploring
   */
  public record Wanted(OptionalInt step, double width, OptionalDouble mostCost) {}

  public static FeaturePlan of(FeatureSource source, FeatureSettings settings, Wanted wanted) {
    OptionalInt step = wanted.step();
    if (step.isPresent() && step.getAsInt() > source.horizon()) {
      throw new SettingException(
          "step",
          "must be total or one of the log's steps 1 … %s, got %s"
              .formatted(source.horizon(), step.getAsInt()));
    }
    FeatureEvaluation evaluated = FeatureEvaluation.evaluated(source, settings);
    ScorePass pass = evaluated.pass();
    ClusterMeans means = pass.means;
    int target = step.orElse(source.horizon() + 1);
    double error = means.error(pass.at.score(Weighting.EFFICIENT, target));
    double degrees = means.sizes().degreesOfFreedom();
    FeatureWidthCurve curve =
        new FeatureWidthCurve(means.episodes(), error, degrees, settings.delta());
    OptionalLong needed = curve.needed(wanted.width(), 1, means.episodes());
    WidthSources parts = evaluated.widthSources(step);
    FeatureExperiment exploring =
        FeatureExperiment.of(
            evaluated,
            parts,
            curve,
            wanted,
            means.mean(pass.at.score(Weighting.EFFICIENT, target)));
    FeatureTests tests = evaluated.tests();
    Assumptions assumptions = evaluated.assumptions(tests);
    return new FeaturePlan(
        step,
        means.episodes(),
        curve.width(1, 1),
        wanted.width(),
        needed,
        parts.stateShare(),
        parts.sources(evaluated.support(), source.actions(), means.episodes(), needed),
        exploring,
        assumptions,
        warnings(evaluated, tests, target, needed, exploring),
        evaluated.provenance());
  }

  private static List<String> warnings(
      FeatureEvaluation evaluated,
      FeatureTests tests,
      int target,
      OptionalLong needed,
      FeatureExperiment exploring) {
    List<String> warnings = new ArrayList<>(evaluated.warnings().of(tests));
    tests
        .disagreement(target)
        .ifPresent(d -> warnings.add("efficient may not be planned for: " + d));
    ClusterMeans means = evaluated.pass().means;
    if (means.clusters() < means.episodes() && needed.isPresent()) {
      double times = needed.getAsLong() / (double) means.episodes();
      warnings.add(
          String.format(
              Locale.ROOT,
              "further episodes are assumed to come in clusters like those of the log: about %.0f in all",
              Math.ceil(means.clusters() * times)));
    }
    warnings.addAll(exploring.notes(evaluated.source().horizon()));
    return warnings;
  }

  /** Whether the log is long enough as it is. */
  public boolean isReached() {
    return width <= wanted;
  }
}
