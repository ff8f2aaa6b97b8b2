package io.sluice.inputs;

import io.sluice.model.Model;

/**
 * A prediction of the mean reward of a pair, for a doubly robust estimate: any prediction from
 * other episodes leaves the estimate unbiased, a good one makes its interval narrow.
 */
@FunctionalInterface
public interface RewardPrediction {
  /** How many rows the mean of all pairs counts as, where a prediction is shrunk towards it. */
  double ROWS = 2;

  /** Half of the most that a reward can be: fixed beforehand, so that it suits every log. */
  RewardPrediction MIDDLE = (state, action) -> 0.5;

  /** The prediction for a pair of the step that the estimate is about. */
  double of(int state, int action);

  /** R̂ as it is: 0 where never seen. */
  static RewardPrediction of(Model rewards, int step) {
    return (state, action) -> rewards.reward(rewards.pair(step, state, action));
  }

  /**
   * (n·R̂ + 2·R̄)/(n + 2), R̄ being the mean of all rows that the model has for the step. A pair
   * seen once or never is then predicted to be like the others, where R̂ would add its own noise.
   */
  static RewardPrediction shrunk(Model rewards, int step) {
    int first = rewards.pair(step, 0, 0);
    int pairs = rewards.shape().states() * rewards.shape().actions();
    double rows = 0;
    double sum = 0;
    for (int pair = first; pair < first + pairs; pair++) {
      rows += rewards.visits(pair);
      sum += rewards.visits(pair) * rewards.reward(pair);
    }
    double mean = rows == 0 ? 0.5 : sum / rows;
    return (state, action) -> {
      int pair = rewards.pair(step, state, action);
      double n = rewards.visits(pair);
      return (n * rewards.reward(pair) + ROWS * mean) / (n + ROWS);
    };
  }
}
