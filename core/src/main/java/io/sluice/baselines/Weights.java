package io.sluice.baselines;

import io.sluice.influence.CumulativeWeights;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.List;

/**
 * How far weights can be relied on.
 *
 * @param effectiveSampleSize (Σw)²/Σw², the number of equally weighted episodes these are worth; at
 *     the worst step where every step has weights of its own
 * @param largest the largest weight of all
 */
public record Weights(double effectiveSampleSize, double largest) {
  /**
   * Variances of larger weights are no numbers. Weights average 1 if propensities are right, so
   * that an episode has a larger one with a probability below 1e-70 (Markov's inequality).
   */
  private static final double MOST = 1e70;

  static Weights of(double sum, double squares, double largest) {
    return new Weights(squares == 0 ? 0 : sum * sum / squares, largest);
  }

  /** Of all steps: the worst of each. */
  public static Weights worst(List<CumulativeWeights.AtStep> steps) {
    Weights worst = new Weights(Double.POSITIVE_INFINITY, 0);
    for (CumulativeWeights.AtStep step : steps) {
      worst = worst.worse(new Weights(step.effectiveSampleSize(), step.largest()));
    }
    return worst;
  }

  /**
   * These weights.
   *
   * @throws IllegalArgumentException if the propensities cannot be right
   */
  public Weights possible() {
    if (!(largest <= MOST)) {
      throw new IllegalArgumentException(
          "propensities: the product of π/π_b over an episode must be at most 1e70, got %s; probabilities of what was done are too small to be right"
              .formatted(largest));
    }
    return this;
  }

  /** Of two steps together: the worse of each. */
  Weights worse(Weights other) {
    return new Weights(
        Math.min(effectiveSampleSize, other.effectiveSampleSize), Math.max(largest, other.largest));
  }

  /** π/π_b at one step of an episode. */
  static double ratio(Policy evaluated, Episode episode, int step) {
    return evaluated.probability(step, episode.state(step), episode.action(step))
        / episode.propensity(step);
  }
}
