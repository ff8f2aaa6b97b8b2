package io.sluice.inputs;

import io.sluice.model.Model;

/**
 * What the mean reward of a pair is guessed to be, for a doubly robust estimate: any guess that has
 * not seen its episodes leaves it unbiased, a good one makes it narrow.
 */
@FunctionalInterface
public interface RewardGuess {
  /** How many rows the mean of all pairs counts as, where a guess is shrunk towards it. */
  double ROWS = 2;

  /** Half of the most that a reward can be: fixed beforehand, so that it suits every log. */
  RewardGuess MIDDLE = (state, action) -> 0.5;

  /** The guess for a pair of the step that the estimate is about. */
  double of(int state, int action);

  /** R̂ as it is: 0 where never seen. */
  static RewardGuess of(Model rewards, int step) {
    return (state, action) -> rewards.reward(rewards.pair(step, state, action));
  }

  /**
   * (n·R̂ + 2·R̄)/(n + 2), R̄ being the mean of all rows that the model has for the step. A pair
   * seen once or never is then guessed to be like the others, where R̂ would add its own noise.
   */
  static RewardGuess shrunk(Model rewards, int step) {
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
