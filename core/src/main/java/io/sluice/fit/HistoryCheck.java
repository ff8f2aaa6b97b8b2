package io.sluice.fit;

import io.sluice.assumptions.Finding;

/**
 * The test of the Markov property after earlier rows were added to the state.
 *
 * @param history the added history, as written for the setting {@code history}
 * @param states how many states there are then
 * @param markov the test of the Markov property with it
 */
public record HistoryCheck(String history, int states, Finding markov) {}
