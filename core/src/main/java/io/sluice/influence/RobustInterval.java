package io.sluice.influence;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The interval that needs the propensities and nothing else: mean ψ ± t·SE, ψ being the {@link
 * RobustScores} of an episode and t Student's quantile. Where episodes come in clusters, SE is that
 * of {@link ClusterSizes}.
 *
 * <p>The estimate is unbiased. The interval is asymptotic: its coverage approaches 1−δ as G grows,
 * with independent clusters and a finite variance of ψ. Wrong propensities break the estimate
 * itself. Weights so uneven that few episodes make up the variance break the interval, in two ways:
 *
 * <ul>
 *   <li>The episodes with large weights are in the log, but so few that they do not say how large
 *       the variance is. So t has as many degrees of freedom as episodes, or clusters, {@linkplain
 *       ClusterMeans#carrying carry} the variance, less one, if that is fewer than {@link
 *       ClusterSizes} leaves. Where no more than {@value #LEAST_CARRYING} do, nothing is decided.
 *   <li>They are missing, so that the standard error does not know of them: {@link #missing}.
 * </ul>
 */
public final class RobustInterval {
  /** How many episodes or clusters a variance has to rest on; more than these. */
  static final int LEAST_CARRYING = 2;

  /** The probability of an alarm at any step where no weight is missing, in a large log. */
  private static final double LEVEL = 0.001;

  /** A mean weight that is off by less may be so because propensities are rounded. */
  private static final double ROUNDING = 0.005;

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
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= sums.horizon(); h++) {
      steps.add(interval(means, h - 1, delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(
            interval(means, sums.horizon(), delta), interval(means, sums.horizon() + 1, delta));
    return new EffectProfile(steps, new Failure(0, delta * steps.size()), Optional.of(whole));
  }

  /** The degrees of freedom of a mean's standard error, where few episodes may carry it. */
  public static double freedom(ClusterMeans means, int i) {
    return Math.max(1, Math.min(means.sizes().degreesOfFreedom(), means.carrying(i) - 1));
  }

  /** Why so few episodes or clusters carry a standard error that it says nothing, if so. */
  public static Optional<String> fewCarry(ClusterMeans means, int i) {
    return means.carrying(i) > LEAST_CARRYING
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "its standard error rests on an effective number of %.1f %s; it takes more than %d to show how much they vary",
                means.carrying(i),
                means.clusters() < means.episodes() ? "clusters" : "episodes",
                LEAST_CARRYING));
  }

  /**
   * Whether episodes of large weight are missing. The mean of ρ_h = π/π_b at a step is known: 1,
   * whatever the states are and the rewards. Its standard error in the log is made of the same
   * weights as that of the effect, so where it does not explain how far the mean is from 1, the
   * other is too small as well.
   *
   * <p>This is not a test of the propensities. With an action of probability 0.01 that 1.5 rows
   * were to take, none does in one log of five: that is nothing unusual, but the log then shows no
   * variance where there is most. With the variance that the propensities imply, it would not be
   * noticed; with that of the log, which is then too small, it is. In a log with many such rows the
   * two agree, and {@value #LEVEL} is the probability of an alarm at any step.
   *
   * @param means has ρ_h − 1 of the step, which is 0 after an episode's end
   * @param i where it is
   */
  public static Optional<String> missing(ClusterMeans means, int i, int step, int horizon) {
    double away = means.mean(i);
    double error = means.error(i);
    if (Math.abs(away) <= ROUNDING
        || Math.abs(away) <= NormalQuantile.twoSided(LEVEL / horizon) * error) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the mean weight at step %d is %.2f instead of 1, and its standard error, %.2f, does not explain it: rows that carry the variance are missing",
            step,
            1 + away,
            error));
  }

  private static Interval interval(ClusterMeans means, int i, double delta) {
    double error = means.error(i);
    double freedom = freedom(means, i);
    double quantile = StudentQuantile.twoSided(freedom, delta);
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
        .withError(StandardError.student(error, freedom));
  }
}
