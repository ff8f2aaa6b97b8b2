package io.sluice.fit;

/**
 * A decision that another policy would take more often than the logged one.
 *
 * @param share of all decisions that are made in the state, at the step
 * @param probability with which the other policy takes the action
 * @param loggedProbability with which the logged one does
 * @param visits how often the log shows the action there, at this step
 */
public record Difference(
    int step,
    String state,
    String action,
    double share,
    double probability,
    double loggedProbability,
    long visits) {
  /** Returns the share of all decisions that change. */
  public double moved() {
    return share * (probability - loggedProbability);
  }
}
