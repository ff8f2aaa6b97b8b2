package io.sluice.baselines;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;

/**
 * Estimates of V_π from whole episodes weighted by w = Π_h π/π_b: importance sampling (the mean of
 * w·Σr) and its self-normalized form (Σ w·Σr / Σ w), in the user's units. One large weight can
 * spoil both, so the weights are reported.
 */
public final class TrajectoryWeights implements EpisodeAccumulator<TrajectoryWeights> {
  private final Policy evaluated;
  private ClusterSums mean = new ClusterSums();
  private ClusterSums normalized = new ClusterSums();
  private double squares; // Σ w²
  private double largest;

  public TrajectoryWeights(Policy evaluated) {
    this.evaluated = evaluated;
  }

  @Override
  public TrajectoryWeights empty() {
    return new TrajectoryWeights(evaluated);
  }

  @Override
  public TrajectoryWeights plus(TrajectoryWeights later) {
    mean = mean.plus(later.mean);
    normalized = normalized.plus(later.normalized);
    squares += later.squares;
    largest = Math.max(largest, later.largest);
    return this;
  }

  @Override
  public void add(Episode episode) {
    double w = 1;
    for (int h = 1; h <= episode.length(); h++) {
      w *= Weights.ratio(evaluated, episode, h);
    }
    double total = episode.totalReward();
    mean.add(episode.cluster(), w * total, 1, total);
    normalized.add(episode.cluster(), w * total, w, total);
    squares += w * w;
    largest = Math.max(largest, w);
  }

  public Weights weights() {
    return Weights.of(normalized.bottom(), squares, largest);
  }

  /** The mean of w·Σr. */
  public ValueEstimate ips(double delta) {
    return mean.ratio("ips", "w·Σr − V̂", delta);
  }

  /**
   * Σ w·Σr / Σ w.
   *
   * @throws IllegalArgumentException if all weights are 0
   */
  public ValueEstimate snips(double delta) {
    if (normalized.bottom() == 0) {
      throw new IllegalArgumentException(
          "snips: needs an episode that the policy could have made, got none (its weights are all 0)");
    }
    return normalized.ratio("snips", "w(Σr − V̂)/w̄", delta);
  }
}
