package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.Provenance;
import io.sluice.influence.ClusterMeans;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How many episodes the {@code efficient} interval on feature columns needs for a given width, and
 * which steps and actions contribute most to its width.
 *
 * <pre>
 * width(T′) = 2·t(ν·T′/T)·SE·√(T/T′)
 * </pre>
 *
 * SE and its degrees of freedom ν being those of the log: further episodes of the logged policy are
 * assumed to vary like these, and to come in similar clusters. It is asymptotic, like the interval;
 * better regressions from more episodes are not taken into account, so it is slightly conservative.
 *
 * @param step whose effect is planned for; none for V_π − V_πb
 * @param width what the log gives
 * @param needed how many episodes, in all; none if they could not be counted
 * @param stateShare the share of the variance that comes from the rows episodes were in
 * @param sources where the rest comes from, largest first
 */
public record FeaturePlan(
    OptionalInt step,
    long episodes,
    double width,
    double wanted,
    OptionalLong needed,
    double stateShare,
    List<Source> sources,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  private static final long MOST = 1_000_000_000_000_000L;

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
   * @param step none for the total
   * @param wanted the width from end to end, in the units of rewards
   */
  public static FeaturePlan of(
      FeatureSource source, FeatureSettings settings, OptionalInt step, double wanted) {
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
    double error = means.error(pass.score(Weighting.EFFICIENT, target));
    double degrees = means.sizes().degreesOfFreedom();
    double width = width(error, degrees, settings.delta(), 1);
    OptionalLong needed = needed(means.episodes(), error, degrees, settings.delta(), wanted);
    WidthSources parts = evaluated.widthSources(step);
    FeatureTests tests = evaluated.tests();
    Assumptions assumptions = evaluated.assumptions(tests);
    return new FeaturePlan(
        step,
        means.episodes(),
        width,
        wanted,
        needed,
        parts.stateShare(),
        parts.sources(evaluated.support(), source.actions(), means.episodes(), needed),
        assumptions,
        warnings(evaluated, tests, target, needed),
        evaluated.provenance());
  }

  private static double width(double error, double degrees, double delta, double times) {
    return 2 * StudentQuantile.twoSided(degrees * times, delta) * error / Math.sqrt(times);
  }

  private static OptionalLong needed(
      long episodes, double error, double degrees, double delta, double wanted) {
    long low = 1;
    long high = episodes;
    while (high < MOST && width(error, degrees, delta, high / (double) episodes) > wanted) {
      low = high;
      high *= 2;
    }
    if (high >= MOST) {
      return OptionalLong.empty();
    }
    while (high - low > 1 && high > episodes) {
      long middle = low + (high - low) / 2;
      boolean enough = width(error, degrees, delta, middle / (double) episodes) <= wanted;
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return OptionalLong.of(high);
  }

  private static List<String> warnings(
      FeatureEvaluation evaluated, FeatureTests tests, int target, OptionalLong needed) {
    List<String> warnings = new ArrayList<>(evaluated.warnings(tests));
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
    return warnings;
  }

  /** Whether the log is long enough as it is. */
  public boolean isReached() {
    return width <= wanted;
  }
}
