package io.sluice.features;

import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.ClusterMeans;
import io.sluice.influence.RobustInterval;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Intervals from scores: mean ψ ± t·SE, by cluster, t Student's quantile.
 *
 * <p>They are asymptotic: coverage approaches 1−δ as the number of clusters grows. {@code robust}
 * needs the right propensities and a finite variance of its weights; few episodes that carry it
 * leave few degrees of freedom, as on tables ({@link RobustInterval}). {@code efficient} needs the
 * right propensities, a state that is all that matters of the past, and errors of Q̂ and ω̂ whose
 * product vanishes faster than the standard error: one of the two may be wrong, not both. {@code
 * bandit} is {@code efficient} with ω̂ = 0, which is right where actions do not move the state.
 * {@code selective} is {@code bandit} with what actions carry of later errors added ({@link
 * ValueGaps}): it is not proven to hold at δ, which the two share.
 */
final class FeatureIntervals {
  private final ScorePass pass;
  private final int horizon;
  private final double delta;
  private final double degrees;
  private final double quantile;
  private final Optional<ValueGaps> gaps;
  private final Optional<SelfNormalized> normalized;

  /**
   * @param gaps for {@code selective}
   * @param normalized for {@code snips} and {@code wpdis}
   */
  FeatureIntervals(
      ScorePass pass,
      int horizon,
      double delta,
      Optional<ValueGaps> gaps,
      Optional<SelfNormalized> normalized) {
    this.gaps = gaps;
    this.normalized = normalized;
    this.pass = pass;
    this.horizon = horizon;
    this.delta = delta;
    degrees = pass.means.sizes().degreesOfFreedom();
    quantile = StudentQuantile.twoSided(degrees, delta);
  }

  Interval step(int h, IntervalKind kind) {
    if (kind == IntervalKind.SELECTIVE) {
      return selective(pass.at.score(Weighting.BANDIT, h), gaps.orElseThrow().carried(h));
    }
    return interval(kind, pass.at.score(weighting(kind), h));
  }

  private double carriedInAll() {
    return IntStream.rangeClosed(1, horizon).mapToDouble(gaps.orElseThrow()::carried).sum();
  }

  private Interval selective(int place, double carried) {
    double half = StudentQuantile.twoSided(degrees, delta / 2) * pass.means.error(place);
    return Interval.of(
        IntervalKind.SELECTIVE.toString(),
        pass.means.mean(place),
        new Failure(delta / 2, delta / 2),
        List.of(
            Part.of(
                pass.means.clusters() < pass.means.episodes()
                    ? Part.Source.CLUSTERS
                    : Part.Source.EPISODES,
                "t·√(Var ψ/T)",
                half),
            Part.of(Part.Source.CARRIED, "mean |ω̂|·Γ", carried)));
  }

  /** Of V_π − V_πb. */
  Interval total(IntervalKind kind) {
    if (kind == IntervalKind.SELECTIVE) {
      return selective(pass.at.score(Weighting.BANDIT, horizon + 1), carriedInAll());
    }
    if (FeatureSettings.SELF_NORMALIZED.contains(kind)) {
      return normalized(kind, false);
    }
    return interval(
        kind,
        kind.isForSteps()
            ? pass.at.score(weighting(kind), horizon + 1)
            : pass.at.baseline(kind, false));
  }

  /** Of V_π. */
  Interval value(IntervalKind kind) {
    if (kind == IntervalKind.SELECTIVE) {
      return selective(pass.at.score(Weighting.BANDIT, horizon + 2), carriedInAll());
    }
    if (FeatureSettings.SELF_NORMALIZED.contains(kind)) {
      return normalized(kind, true);
    }
    return interval(
        kind,
        kind.isForSteps()
            ? pass.at.score(weighting(kind), horizon + 2)
            : pass.at.baseline(kind, true));
  }

  private static Weighting weighting(IntervalKind kind) {
    return switch (kind) {
      case EFFICIENT -> Weighting.EFFICIENT;
      case ROBUST -> Weighting.ROBUST;
      case BANDIT -> Weighting.BANDIT;
      default -> throw new IllegalArgumentException("features: no interval " + kind);
    };
  }

  private Interval normalized(IntervalKind kind, boolean value) {
    SelfNormalized sums = normalized.orElseThrow();
    double logged = value ? 0 : pass.means.mean(pass.at.observedReturn());
    return interval(kind, sums.value(kind) - logged, sums.error(kind, value), degrees);
  }

  private Interval interval(IntervalKind kind, int i) {
    double freedom = kind == IntervalKind.ROBUST ? RobustInterval.freedom(pass.means, i) : degrees;
    return interval(kind, pass.means.mean(i), pass.means.error(i), freedom);
  }

  private Interval interval(IntervalKind kind, double estimate, double error, double freedom) {
    ClusterMeans means = pass.means;
    double half =
        error * (freedom == degrees ? quantile : StudentQuantile.twoSided(freedom, delta));
    boolean clustered = means.clusters() < means.episodes();
    Part part =
        clustered
            ? new Part(
                Part.Source.CLUSTERS,
                "sampling of %s clusters".formatted(means.clusters()),
                "t·√(Σ_g a_g·ψ_g²)/T",
                half,
                half)
            : Part.of(Part.Source.EPISODES, "t·√(Var ψ/T)", half);
    return Interval.of(kind.toString(), estimate, new Failure(0, delta), List.of(part))
        .withError(StandardError.student(error, freedom));
  }
}
