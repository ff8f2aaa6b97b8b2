package io.sluice.influence;

import io.sluice.distributions.StudentQuantile;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The interval that needs the propensities and nothing else: mean ψ ± t·SE, ψ being the {@link
 * RobustScores} of an episode and t Student's quantile. Where episodes come in clusters, SE and the
 * degrees of freedom are those of {@link ClusterSizes}; without clusters there are T−1.
 *
 * <p>The estimate is unbiased. The interval is asymptotic: its coverage approaches 1−δ as G grows,
 * with independent clusters and a finite variance of ψ. Few clusters, or weights so uneven that few
 * episodes make up the variance, break it: look at the effective sample size. Wrong propensities
 * break the estimate itself.
 */
public final class RobustInterval {
  private RobustInterval() {}

  /**
   * The intervals of all steps, of V_π − V_πb and of V_π, in [0, 1] units; δ holds for each.
   *
   * @throws IllegalArgumentException if there are less than two clusters
   */
  public static EffectProfile profile(RobustSums sums, double delta) {
    ClusterMeans means = sums.means();
    if (means.clusters() < 2) {
      throw new IllegalArgumentException(
          "robust: needs at least two %s to know its error, got %s"
              .formatted(means.episodes() > 1 ? "clusters" : "episodes", means.clusters()));
    }
    double quantile = StudentQuantile.twoSided(means.sizes().degreesOfFreedom(), delta);
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= sums.horizon(); h++) {
      steps.add(interval(means, h - 1, quantile, delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            interval(means, sums.horizon(), quantile, delta),
            interval(means, sums.horizon() + 1, quantile, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  private static Interval interval(ClusterMeans means, int i, double quantile, double delta) {
    double error = means.error(i);
    boolean clustered = means.clusters() < means.episodes();
    Part part =
        clustered
            ? new Part(
                Part.Source.CLUSTERS,
                "sampling of %s clusters".formatted(means.clusters()),
                "t·√(Σ_g a_g·ψ_g²)/T",
                quantile * error,
                quantile * error)
            : Part.of(Part.Source.EPISODES, "t·√(Var ψ/T)", quantile * error);
    return Interval.of("robust", means.mean(i), new Failure(0, delta), List.of(part))
        .withError(StandardError.student(error, means.sizes().degreesOfFreedom()));
  }
}
