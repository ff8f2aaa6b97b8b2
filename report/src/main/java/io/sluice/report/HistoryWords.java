package io.sluice.report;

import io.sluice.assumptions.LogFindings;
import io.sluice.fit.CheckResult;
import io.sluice.fit.HistoryCheck;

/** Whether a longer past in the state would help, for people. */
public final class HistoryWords {
  private HistoryWords() {}

  /**
   * @param answer for which this was tried
   */
  public static String of(CheckResult answer, HistoryCheck tried) {
    String with =
        Numbers.say(
            "With --history %s (%,d states instead of %,d)",
            tried.history(), tried.states(), answer.states());
    return with
        + switch (tried.markov().verdict()) {
          case HOLDS -> " the state is all that matters of the past, as far as the log shows.";
          case CANNOT_TELL ->
              " too few rows can be compared to see whether the state is all that matters of the past.";
          case CONTRADICTED ->
              " the log still contradicts that the state is all that matters of the past: "
                  + (tried.isOfReward()
                      ? "the last reward matters, and a history has no rewards. "
                          + LogFindings.LAST_REWARD_MATTERS
                      : "a longer history, or what is not in the log, matters.");
        };
  }
}
