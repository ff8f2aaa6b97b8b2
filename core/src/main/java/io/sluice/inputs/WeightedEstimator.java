package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;

/**
 * Estimates of the immediate effect θ^(h) by the weights ω = π/π_b of a known π_b, whose width does
 * not depend on how many states there are.
 *
 * <p>Why weights: with few rows per pair some pairs are never seen, and a model can say nothing
 * about them. But which ones those are was drawn by π_b. Given its state, (ω−1)·r has mean Σ_a
 * (π−π_b)R whatever will be drawn, so the rows that were seen make up for those that were not. With
 * a π̂_b taken from the log this would be the direct method, less its charge for pairs never seen:
 * that is not done.
 */
public final class WeightedEstimator {
  private final TransitionCounts counts;
  private final int step;
  private final Policy behavior;
  private final Policy evaluated;
  private final double delta;

  /**
   * @param behavior π_b, known
   * @param delta the probability with which an interval may miss
   */
  public WeightedEstimator(
      TransitionCounts counts, int step, Policy behavior, Policy evaluated, double delta) {
    this.counts = counts;
    this.step = step;
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.delta = delta;
  }

  /** Whether π_b takes all that π takes, in every state: without that nothing can be weighted. */
  public boolean isPossible() {
    for (int x = 0; x < counts.shape().states(); x++) {
      for (int a = 0; a < counts.shape().actions(); a++) {
        if (behavior.probability(step, x, a) == 0 && evaluated.probability(step, x, a) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The mean of (ω−1)(r − ½), with Bernstein's radius: holds with probability 1−δ.
   *
   * <p>Its variance is at most ¼·Σ d(π−π_b)²/π_b, which makes the radius's first term no larger
   * than Hoeffding's bound for the sum of a model's errors.
   */
  public ImmediateEffect bernstein() {
    return new BanditEstimator(counts, step, behavior, evaluated, delta)
        .doublyRobust(Radius.BERNSTEIN, RewardPrediction.MIDDLE);
  }

  /**
   * The narrower of {@link #bernstein} and the direct method with Hoeffding's radius, with half of
   * δ for each, so that both hold and the choice is free. The direct method is narrower in small
   * logs with large weights.
   */
  public ImmediateEffect narrower() {
    WeightedEstimator half = new WeightedEstimator(counts, step, behavior, evaluated, delta / 2);
    ImmediateEffect direct =
        new BanditEstimator(counts, step, behavior, evaluated, delta / 2).direct(Radius.HOEFFDING);
    ImmediateEffect chosen =
        half.isPossible() && half.bernstein().radius() < direct.radius()
            ? half.bernstein()
            : direct;
    return new ImmediateEffect(step, chosen.estimate(), chosen.radius(), delta, chosen.method());
  }

  /**
   * Doubly robust, with the prediction for each row made from all the others and shrunk as {@link
   * RewardPrediction#shrunk} does; asymptotically valid. With many rows per pair it is as narrow as
   * any estimate can be; with few it approaches plain weighting, and its width grows by no more
   * than what states explain of the rewards.
   *
   * <p>No prediction uses its own row, so there is no bias; the weak dependence of terms through
   * their predictions is not charged.
   *
   * @param pooling whether rows of all steps tell about rewards, or those of the step only
   * @param raise how much of R·σ̂/√T, by which a variance seen in T terms of range R may be off, is
   *     added to it; 0 for the formula as written
   */
  public ImmediateEffect leaveOneOut(Pooling pooling, double raise) {
    boolean pooled = pooling == Pooling.POOLED;
    return new LeaveOneOut(counts, step, pooled, behavior, evaluated).estimate(raise, delta);
  }
}
