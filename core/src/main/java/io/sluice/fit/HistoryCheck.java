package io.sluice.fit;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.LogFindings;

/**
 * The test of the Markov property after earlier rows were added to the state.
 *
 * @param history the added history, as written for the setting {@code history}
 * @param states how many states there are then
 * @param markov the test of the Markov property with it
 */
public record HistoryCheck(String history, int states, Finding markov) {

  /** Whether it is the last reward that still matters, which no history contains. */
  public boolean isOfReward() {
    return markov.advice().equals(LogFindings.LAST_REWARD_MATTERS);
  }
}
