package io.sluice.assumptions;

import java.util.Locale;

/** What intervals rest on. What is assumed, not by which interval. */
public enum Assumption {
  /** Rewards and next states depend on the step only through state and action. */
  STATIONARY("steps are alike"),
  /** Given state, action and step, the past does not matter. */
  MARKOV("the state is all that matters of the past"),
  /** The logged policy knew no more than step and state. */
  UNCONFOUNDED("the logged policy knew no more than the state"),
  /** Actions were taken with the probabilities that are logged or given. */
  PROPENSITIES("the action probabilities are right"),
  /** The logged policy does what the judged policy does, often enough to be weighted. */
  OVERLAP("the log covers what the policy does"),
  /** Every episode was logged to its end. */
  COMPLETE_EPISODES("no episode was cut off"),
  /** Episodes (or clusters) tell nothing of each other. */
  INDEPENDENT_EPISODES("episodes are independent"),
  /** Rewards and returns lie in the declared ranges. */
  RANGES("rewards lie in the declared range"),
  /** The judged policy was made without this log. */
  POLICY_SOURCE("the policy comes from another log");

  private final String claim;

  Assumption(String claim) {
    this.claim = claim;
  }

  /** What is assumed, in a few words. */
  public String claim() {
    return claim;
  }

  /** The name in JSON: {@code completeEpisodes}. */
  @Override
  public String toString() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_", 2);
    return words.length == 1
        ? words[0]
        : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
  }
}
