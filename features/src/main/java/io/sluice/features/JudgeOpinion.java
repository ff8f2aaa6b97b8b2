package io.sluice.features;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.features.MissingDecisions.Costs;
import io.sluice.influence.ClusterMeans;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.StandardError;
import java.util.List;
import java.util.Objects;

/** What one judge has to say of a policy; an array that nobody changes. */
final class JudgeOpinion {
  /** How finely the number of missing rows is tried. */
  private static final int PER_ROW = 8;

  private final IntervalKind kind;
  private final double estimate;
  private final double sampling; // SE
  private final double error; // the same, larger where squared weights fall short
  private final double degrees;
  private final boolean usable;
  private final Costs missing;
  private final double perCluster; // episodes
  private final double[] unit;

  private JudgeOpinion(
      IntervalKind kind,
      double estimate,
      double sampling,
      double error,
      double degrees,
      boolean usable,
      Costs missing,
      double perCluster,
      double[] unit) {
    this.kind = kind;
    this.estimate = estimate;
    this.sampling = sampling;
    this.error = error;
    this.degrees = degrees;
    this.usable = usable;
    this.missing = missing;
    this.perCluster = perCluster;
    this.unit = unit;
  }

  /**
   * @param shortfall of squared weights
   * @param allowed whether the log speaks for this judge
   * @param unit scores of clusters, centered, of length 1
   */
  static JudgeOpinion of(
      FeatureEvaluation evaluation,
      FeatureResult result,
      Weighting weighting,
      double shortfall,
      boolean allowed,
      double[] unit) {
    IntervalKind kind =
        weighting == Weighting.EFFICIENT ? IntervalKind.EFFICIENT : IntervalKind.ROBUST;
    Interval total = Objects.requireNonNull(result.evaluation().total().get(kind));
    StandardError sampling = total.error().orElseThrow();
    double error = sampling.value() * Math.sqrt(shortfall);
    boolean objected = !result.evaluation().objections().getOrDefault(kind, List.of()).isEmpty();
    // Where nothing varied, that proves nothing.
    boolean usable = allowed && !objected && error > 0 && error < Double.POSITIVE_INFINITY;
    ClusterMeans means = evaluation.pass().means;
    return new JudgeOpinion(
        kind,
        total.estimate(),
        sampling.value(),
        error,
        sampling.degreesOfFreedom().orElse(Double.POSITIVE_INFINITY),
        usable,
        evaluation.missing().costs(weighting),
        means.episodes() / (double) means.clusters(),
        unit);
  }

  String kind() {
    return kind.toString();
  }

  double estimate() {
    return estimate;
  }

  double error() {
    return error;
  }

  boolean isUsable() {
    return usable;
  }

  double[] unit() {
    return unit;
  }

  /**
   * How far the truth may be below the estimate, with probability at most {@code tail}: the most of
   *
   * <pre>
   * c(tail)·SE·√shortfall
   * cost(s) + c(tail·e^s)·SE   for s from 0 to −ln(2·tail)
   * </pre>
   *
   * Where the log lacks all rows of a region of which s were to be expected, the estimate is too
   * high by at most cost(s) ({@link MissingDecisions}). That has probability e^(−s), and then what
   * is there has to mislead with probability tail·e^s only, c being the quantile of that. Where one
   * row more or less changes an estimate little, s = 0 is the most, and the bound the usual one.
   * With clusters, rows to be expected are counted by cluster of the usual size.
   *
   * <p>Where some rows of a region are there, but fewer than were to be expected, the first line
   * makes up for that. The two are not added: they are about the same rows.
   */
  double below(double tail) {
    double most = quantile(tail) * error;
    double left = tail;
    for (int i = 0; left < 0.5; i++) {
      double rows = (double) i / PER_ROW;
      left = Math.min(0.5, tail * Math.exp(rows));
      most = Math.max(most, missing.of(rows * perCluster) + quantile(left) * sampling);
    }
    return most;
  }

  private double quantile(double tail) {
    return tail >= 0.5
        ? 0
        : Math.max(NormalQuantile.twoSided(2 * tail), StudentQuantile.twoSided(degrees, 2 * tail));
  }
}
