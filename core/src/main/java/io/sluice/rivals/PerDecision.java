package io.sluice.rivals;

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
public final class PerDecision {
  private final Policy evaluated;
  private final int horizon;
  private final ClusterSums mean = new ClusterSums();
  private final double[] weight; // Σ_i w_ih of the episodes that have a step h, from index 1
  private final double[] square;
  private final double[] reward; // Σ_i w_ih r_ih
  private final double[] endedWeight; // Σ of the last weights of episodes of this length
  private final double[] endedSquare;
  private double largest;

  public PerDecision(Policy evaluated) {
    this.evaluated = evaluated;
    horizon = evaluated.shape().horizon();
    weight = new double[horizon + 1];
    square = new double[horizon + 1];
    reward = new double[horizon + 1];
    endedWeight = new double[horizon + 1];
    endedSquare = new double[horizon + 1];
  }

  public void add(Episode episode) {
    double w = 1;
    double sum = 0;
    for (int h = 1; h <= episode.length(); h++) {
      w *= Weights.ratio(evaluated, episode, h);
      double weighted = w * episode.reward(h);
      sum += weighted;
      weight[h] += w;
      square[h] += w * w;
      reward[h] += weighted;
      largest = Math.max(largest, w);
    }
    endedWeight[episode.length()] += w;
    endedSquare[episode.length()] += w * w;
    mean.add(episode.cluster(), sum, 1, episode.totalReward());
  }

  /** Of the steps' weights w_h. */
  public Weights weights() {
    double ended = 0;
    double endedSquares = 0;
    Weights worst = new Weights(Double.POSITIVE_INFINITY, largest);
    for (int h = 1; h <= horizon; h++) {
      Weights here = Weights.of(weight[h] + ended, square[h] + endedSquares, largest);
      worst = worst.worse(here);
      ended += endedWeight[h];
      endedSquares += endedSquare[h];
    }
    return worst;
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
    double[] total = new double[horizon + 1];
    double ended = 0;
    for (int h = 1; h <= horizon; h++) {
      total[h] = weight[h] + ended;
      ended += endedWeight[h];
      if (total[h] == 0) {
        throw new IllegalArgumentException(
            "wpdis at step %d: needs an episode that the policy could have made up to there, got none (its weights are all 0)"
                .formatted(h));
      }
    }
    return new Weighted(total);
  }

  /** wpdis, once the means of all steps are known. */
  public final class Weighted {
    private final ClusterSums influence = new ClusterSums();
    private final double[] meanWeight = new double[horizon + 1];
    private final double[] value = new double[horizon + 1]; // v̂_h = Σ w_ih r_ih/Σ w_ih
    private final double[] after = new double[horizon + 2]; // Σ_{k≥h} v̂_k/w̄_k
    private double estimate;

    private Weighted(double[] total) {
      double episodes = mean.episodes();
      for (int h = horizon; h >= 1; h--) {
        meanWeight[h] = total[h] / episodes;
        value[h] = reward[h] / total[h];
        after[h] = after[h + 1] + value[h] / meanWeight[h];
        estimate += value[h];
      }
    }

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
