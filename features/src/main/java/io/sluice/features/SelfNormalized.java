package io.sluice.features;

import io.sluice.fit.BadLogException;
import io.sluice.influence.ClusterMeans;
import io.sluice.interval.IntervalKind;
import java.util.Arrays;

/**
 * Importance sampling divided by the sum of its weights, for any policy per row. With w_h = ρ_1⋯ρ_h
 * and w the last of an episode:
 *
 * <pre>
 * snips  V̂ = Σ_i w·Σr / Σ_i w                          ψ = w(Σr − V̂)/w̄
 * wpdis  V̂ = Σ_h v̂_h,  v̂_h = Σ_i w_h r_h / Σ_i w_h    ψ = Σ_h w_h(r_h − v̂_h)/w̄_h
 * </pre>
 *
 * An episode that has ended goes on with its last weight and reward 0. Sums come from the pass that
 * made the scores, ψ from one more; the effect has ψ − (Σr − mean return).
 */
final class SelfNormalized implements FeatureAccumulator<SelfNormalized> {
  private final long episodes;
  private final double[] weights; // w̄_h, step h at index h
  private final double[] rewards; // v̂_h
  private final double whole; // snips
  private final double[] numbers = new double[4];
  private ClusterMeans influence = new ClusterMeans(numbers.length);

  private SelfNormalized(long episodes, double[] weights, double[] rewards, double whole) {
    this.episodes = episodes;
    this.weights = weights;
    this.rewards = rewards;
    this.whole = whole;
  }

  /**
   * @throws BadLogException if at some step all weights are 0
   */
  static SelfNormalized of(FeatureSource source, ScorePass pass) {
    long episodes = pass.means.episodes();
    double[] totals = pass.totalWeights();
    double[] weights = new double[totals.length];
    double[] rewards = new double[totals.length];
    for (int h = 1; h < totals.length; h++) {
      if (totals[h] == 0) {
        throw new BadLogException(
            "snips, wpdis at step %s: needs an episode that the policy could have made up to there, got none (its weights are all 0)"
                .formatted(h));
      }
      weights[h] = totals[h] / episodes;
      rewards[h] = pass.weightedReward(h) / totals[h];
    }
    double whole =
        pass.means.mean(pass.at.baseline(IntervalKind.IPS, true)) / weights[weights.length - 1];
    return source.collect(new SelfNormalized(episodes, weights, rewards, whole));
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, 0);
  }

  @Override
  public SelfNormalized empty() {
    return new SelfNormalized(episodes, weights, rewards, whole);
  }

  @Override
  public SelfNormalized plus(SelfNormalized later) {
    influence = influence.plus(later.influence);
    return this;
  }

  @Override
  public void add(FeatureEpisode episode) {
    int horizon = weights.length - 1;
    double w = 1;
    double seen = 0;
    double steps = 0;
    for (int h = 1; h <= horizon; h++) {
      boolean there = h <= episode.length();
      w *= there ? episode.ratio(h) : 1;
      double reward = there ? episode.reward(h) : 0;
      seen += reward;
      steps += w * (reward - rewards[h]) / weights[h];
    }
    double once = w * (seen - whole) / weights[horizon];
    numbers[place(IntervalKind.SNIPS, true)] = once;
    numbers[place(IntervalKind.SNIPS, false)] = once - seen;
    numbers[place(IntervalKind.WPDIS, true)] = steps;
    numbers[place(IntervalKind.WPDIS, false)] = steps - seen;
    influence.add(episode.cluster(), numbers);
  }

  private static int place(IntervalKind kind, boolean value) {
    return (kind == IntervalKind.SNIPS ? 0 : 2) + (value ? 0 : 1);
  }

  /** V̂. */
  double value(IntervalKind kind) {
    return kind == IntervalKind.SNIPS ? whole : Arrays.stream(rewards).sum();
  }

  /** The standard error of the value, or of what it is more than the mean return. */
  double error(IntervalKind kind, boolean value) {
    return influence.error(place(kind, value));
  }
}
