package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.io.Serializable;

/**
 * What an episode adds to a mean over the logged chain of states where episodes were cut off.
 *
 * <p>With G_k(x) the mean expected from state x of step k on, and weights c_k(x) =
 * T·d̂_k(x)/n_k(x),
 *
 * <pre>
 * ψ = G_1(x_1) + Σ_k c_k(x_k)·(w·r_k + G_{k+1}(x_{k+1}) − G_k(x_k))
 * </pre>
 *
 * over the rows that the episode has; w is 1 for a mean return and 0 for a function of the states.
 * Rests on cuts that, given step and state, do not depend on what would have followed.
 */
final class ChainScores implements Serializable {
  private final Shape shape;
  private final double[][] weights;
  private final double[][] expected; // G, by step and state, the end included
  private final int last; // the last step whose rows add something
  private final double ownReward; // w
  private final double center;

  ChainScores(
      Shape shape,
      double[][] weights,
      double[][] expected,
      int last,
      double ownReward,
      double center) {
    this.shape = shape;
    this.weights = weights;
    this.expected = expected;
    this.last = last;
    this.ownReward = ownReward;
    this.center = center;
  }

  /** ψ of an episode, less its center. */
  double of(Episode episode) {
    double sum = expected[1][episode.state(1)] - center;
    for (int k = 1; k <= Math.min(last, episode.length()); k++) {
      int x = episode.state(k);
      double after = k == shape.horizon() ? 0 : expected[k + 1][episode.next(k)];
      double own = ownReward == 0 ? 0 : ownReward * episode.unitReward(k);
      sum += weights[k][x] * (own + after - expected[k][x]);
    }
    return sum;
  }
}
