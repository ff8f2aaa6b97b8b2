package io.sluice.fit;

import io.sluice.assumptions.Finding;

/**
 * Whether the state holds all that matters of the past once something of the past is part of it.
 *
 * @param history what is, as the setting {@code history} has it
 * @param states how many states there are then
 * @param markov what the log then says
 */
public record HistoryCheck(String history, int states, Finding markov) {}
