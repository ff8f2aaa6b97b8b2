package io.sluice.fit;

import io.sluice.assumptions.Finding;

/**
 * Whether the state contains all that matters of the past after a history is added to it.
 *
 * @param history the added history, as written for the setting {@code history}
 * @param states how many states there are then
 * @param markov the test of the Markov property with it
 */
public record HistoryCheck(String history, int states, Finding markov) {}
