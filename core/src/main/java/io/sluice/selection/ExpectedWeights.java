package io.sluice.selection;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.io.Serializable;

/**
 * How large squared weights are to be expected in the states that a log was in: Σ w_{h−1}² Σ_a
 * π(a|x_h)²/π_b(a|x_h), beside Σ w_h², what they happened to be. A decision of π that π_b hardly
 * ever makes has a large weight where the log has it, and is missing without a trace where it has
 * not: it counts here in both cases.
 */
final class ExpectedWeights implements Serializable {
  private final Policy behavior;
  private final Policy evaluated;
  private final double[] expected; // of the steps, from index 0
  private final double[] seen;
  private long episodes;

  ExpectedWeights(Policy behavior, Policy evaluated) {
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.expected = new double[evaluated.shape().horizon()];
    this.seen = new double[expected.length];
  }

  void add(Episode episode) {
    episodes++;
    double square = 1; // w², of an ended episode its last
    for (int h = 1; h <= expected.length; h++) {
      boolean going = h <= episode.length();
      expected[h - 1] += going ? square * mean(h, episode.state(h)) : square;
      if (going) {
        double ratio =
            evaluated.probability(h, episode.state(h), episode.action(h)) / episode.propensity(h);
        square *= ratio * ratio;
      }
      seen[h - 1] += square;
    }
  }

  /** Σ_a π²/π_b. */
  private double mean(int step, int state) {
    double sum = 0;
    for (int a = 0; a < evaluated.shape().actions(); a++) {
      double p = evaluated.probability(step, state, a);
      sum += p == 0 ? 0 : p * p / behavior.probability(step, state, a);
    }
    return sum;
  }

  ExpectedWeights plus(ExpectedWeights later) {
    episodes += later.episodes;
    for (int i = 0; i < expected.length; i++) {
      expected[i] += later.expected[i];
      seen[i] += later.seen[i];
    }
    return this;
  }

  /** T²/Σ of expected squares, at the step where it is smallest. */
  double effectiveSampleSize() {
    double least = episodes;
    for (double squares : expected) {
      least = Math.min(least, episodes * (double) episodes / squares);
    }
    return least;
  }

  /** By how much the squares are larger than those that were seen, at most; at least 1. */
  double shortfall() {
    double most = 1;
    for (int i = 0; i < expected.length; i++) {
      most = Math.max(most, seen[i] == 0 ? Double.POSITIVE_INFINITY : expected[i] / seen[i]);
    }
    return most;
  }
}
