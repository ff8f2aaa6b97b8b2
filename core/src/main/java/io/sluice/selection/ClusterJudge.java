package io.sluice.selection;

import io.sluice.counts.EpisodeSource;
import io.sluice.counts.HoldoutSums;
import io.sluice.distributions.NormalQuantile;
import io.sluice.influence.ClusterRows;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges by {@link EfficientInterval} with its variance by episode: estimate − z·SE, which holds
 * whatever the rows of an episode have in common. Where episodes come in clusters, with
 * cluster-robust standard errors: estimate − t·SE, with the correction and the degrees of freedom
 * of {@link io.sluice.influence.ClusterSizes}. Episodes of a cluster may depend on each other in
 * any way.
 */
final class ClusterJudge implements ModelJudge {
  private final EpisodeSource episodes;
  private final AsymptoticJudge model;
  private final boolean clustered;
  private @Nullable ClusterRows rows; // once they were read

  ClusterJudge(EpisodeSource episodes, AsymptoticJudge model, boolean clustered) {
    this.clustered = clustered;
    this.episodes = episodes;
    this.model = model;
  }

  @Override
  public Policy behavior() {
    return model.behavior();
  }

  @Override
  public Gain total(Policy policy, double delta) {
    return totals(List.of(policy), delta).get(0).orElseThrow();
  }

  @Override
  public List<Optional<Gain>> totals(List<Policy> policies, double delta) {
    List<Optional<Gain>> gains = new ArrayList<>();
    int atOnce = model.log().policiesAtOnce();
    for (int from = 0; from < policies.size(); from += atOnce) {
      List<Policy> some = policies.subList(from, Math.min(policies.size(), from + atOnce));
      List<Influences> influences = some.stream().map(model::influences).toList();
      List<InfluenceSums> sums = read(influences);
      for (int i = 0; i < some.size(); i++) {
        Interval total =
            EfficientInterval.total(influences.get(i), sums.get(i), Variance.BORROWED, delta);
        double cost = unseen(influences.get(i).total());
        Gain gain = below(total, sums.get(i), model.errors(), delta);
        gains.add(Optional.of(gain.withUnseenOutcomes(cost)));
      }
    }
    return gains;
  }

  @Override
  public List<Gain> steps(Policy policy, double delta) {
    Influences influences = model.influences(policy);
    InfluenceSums sums = read(List.of(influences)).get(0);
    int horizon = policy.shape().horizon();
    List<Gain> gains = new ArrayList<>();
    for (Interval step : EfficientInterval.steps(influences::at, sums, Variance.BORROWED, delta)) {
      int h = gains.size() + 1;
      double cost = unseen(influences.at(h));
      Gain gain = below(step, sums, model.errorsAt(h), delta / horizon);
      gains.add(gain.withUnseenOutcomes(cost));
    }
    return gains;
  }

  private double unseen(Influence influence) {
    if (!clustered) {
      return model.unseen(influence);
    }
    if (rows == null) {
      HoldoutSums<ClusterRows> empty = new HoldoutSums<>(List.of(new ClusterRows(shape())));
      rows = episodes.collect(empty).sums().get(0);
    }
    return model.unseen(influence, rows);
  }

  private Shape shape() {
    return behavior().shape();
  }

  private List<InfluenceSums> read(List<Influences> influences) {
    List<InfluenceSums> empty =
        influences.stream().map(i -> new InfluenceSums(i, clustered)).toList();
    return episodes.collect(new HoldoutSums<>(empty)).sums();
  }

  /** The bound of an interval's standard error, and what the interval charges besides. */
  private Gain below(Interval interval, InfluenceSums sums, List<Part> errors, double delta) {
    List<Part> more = new ArrayList<>(errors);
    double top = model.range().top(1) - model.range().bottom(1);
    if (interval.error().isEmpty()) { // a single episode or cluster, which the interval charges for
      more.addAll(interval.parts());
      return Gain.below(interval.method(), interval.estimate(), more, delta);
    }
    interval.parts().stream()
        .filter(p -> p.source() != Part.Source.CLUSTERS && p.source() != Part.Source.EPISODES)
        .forEach(more::add);
    double error = interval.error().get().value();
    if (!clustered) {
      double amount = NormalQuantile.twoSided(Gain.bothSides(delta)) * error;
      more.add(0, Part.of(Part.Source.EPISODES, "z·√(Var ψ/T)", amount));
      return Gain.below(interval.method(), interval.estimate(), more, delta);
    }
    double variance = error * error;
    return Gain.byCluster(
        interval.method(),
        interval.estimate(),
        variance,
        sums.sizes(),
        sums.sizes().degreesOfFreedom(),
        top,
        more,
        delta);
  }
}
