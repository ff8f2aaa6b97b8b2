package io.sluice.model;

/** What is known of the probabilities with which the log's actions were drawn, π_b. */
public enum Propensities {
  /** Logged or given: rows may be weighted by 1/π_b, so that pairs never seen are made up for. */
  KNOWN,
  /**
   * Taken from the log itself. There a pair never seen has π̂_b = 0, and no weight can stand in for
   * it.
   */
  ESTIMATED
}
