package io.sluice.baselines;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.influence.CumulativeWeights;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;

/**
 * Per-decision importance sampling (Precup, Sutton and Singh 2000): each reward is weighted by the
 * decisions that led to it and not by later ones, w_h = Π_{k≤h} π/π_b.
 *
 * <pre>
 * pdis:   mean of Σ_h w_h r_h
 * wpdis:  Σ_h (Σ_i w_ih r_ih / Σ_i w_ih)
 * </pre>
 *
 * An episode that has ended goes on with its last weight and reward 0, in the user's units.
 */
public final class PerDecision implements EpisodeAccumulator<PerDecision> {
  private final Policy evaluated;
  private final int horizon;
  private ClusterSums mean = new ClusterSums();
  private CumulativeWeights weights;
  private final double[] ofEpisode; // its weights, from index 1
  private final double[] reward; // Σ_i w_ih r_ih

  public PerDecision(Policy evaluated) {
    this.evaluated = evaluated;
    horizon = evaluated.shape().horizon();
    weights = new CumulativeWeights(horizon);
    ofEpisode = new double[horizon + 1];
    reward = new double[horizon + 1];
  }

  @Override
  public PerDecision empty() {
    return new PerDecision(evaluated);
  }

  @Override
  public PerDecision plus(PerDecision later) {
    mean = mean.plus(later.mean);
    weights = weights.plus(later.weights);
    for (int h = 0; h <= horizon; h++) {
      reward[h] += later.reward[h];
    }
    return this;
  }

  @Override
  public void add(Episode episode) {
    double w = 1;
    double sum = 0;
    for (int h = 1; h <= episode.length(); h++) {
      w *= Weights.ratio(evaluated, episode, h);
      double weighted = w * episode.reward(h);
      sum += weighted;
      reward[h] += weighted;
      ofEpisode[h] = w;
    }
    weights.add(episode.length(), ofEpisode);
    mean.add(episode.cluster(), sum, 1, episode.totalReward());
  }

  /** Of the steps' weights w_h. */
  public Weights weights() {
    return Weights.worst(weights.steps());
  }

  /** The mean of Σ_h w_h r_h. */
  public ValueEstimate pdis(double delta) {
    return mean.ratio("pdis", "Σ_h w_h r_h − V̂", delta);
  }

  /**
   * The weighted form, which has to see every episode once more for its error.
   *
   * @throws IllegalArgumentException if at some step all weights are 0
   */
  public Weighted weighted() {
    double[] total = weights.totals();
    for (int h = 1; h <= horizon; h++) {
      if (total[h] == 0) {
        throw new IllegalArgumentException(
            "wpdis at step %s: needs an episode that the policy could have made up to there, got none (its weights are all 0)"
                .formatted(h));
      }
    }
    return new Weighted(this, total);
  }

  /** wpdis, once the means of all steps are known. */
  public static final class Weighted implements EpisodeAccumulator<Weighted> {
    private final Policy evaluated;
    private final double[] meanWeight;
    private final double[] value; // v̂_h = Σ w_ih r_ih/Σ w_ih
    private final double[] after; // Σ_{k≥h} v̂_k/w̄_k
    private final double estimate;
    private ClusterSums influence = new ClusterSums();

    private Weighted(PerDecision decisions, double[] total) {
      int horizon = decisions.horizon;
      evaluated = decisions.evaluated;
      meanWeight = new double[horizon + 1];
      value = new double[horizon + 1];
      after = new double[horizon + 2];
      double episodes = decisions.mean.episodes();
      double sum = 0;
      for (int h = horizon; h >= 1; h--) {
        meanWeight[h] = total[h] / episodes;
        value[h] = decisions.reward[h] / total[h];
        after[h] = after[h + 1] + value[h] / meanWeight[h];
        sum += value[h];
      }
      estimate = sum;
    }

    private Weighted(Weighted other) {
      evaluated = other.evaluated;
      meanWeight = other.meanWeight;
      value = other.value;
      after = other.after;
      estimate = other.estimate;
    }

    @Override
    public Weighted empty() {
      return new Weighted(this);
    }

    @Override
    public Weighted plus(Weighted later) {
      influence = influence.plus(later.influence);
      return this;
    }

    @Override
    public void add(Episode episode) {
      double w = 1;
      double psi = 0;
      for (int h = 1; h <= episode.length(); h++) {
        w *= Weights.ratio(evaluated, episode, h);
        psi += w * (episode.reward(h) - value[h]) / meanWeight[h];
      }
      psi -= w * after[episode.length() + 1];
      influence.add(episode.cluster(), psi, 1, episode.totalReward());
    }

    public ValueEstimate wpdis(double delta) {
      return influence.around("wpdis", estimate, "Σ_h w_h(r_h − v̂_h)/w̄_h", delta);
    }
  }
}
