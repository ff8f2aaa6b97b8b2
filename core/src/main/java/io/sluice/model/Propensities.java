package io.sluice.model;

/** Whether the probabilities π_b, by which the log's actions were drawn, are known. */
public enum Propensities {
  /** Logged or given: rows may be weighted by 1/π_b, which also corrects for pairs never seen. */
  KNOWN,
  /** Estimated from the log. A pair never seen then has π̂_b = 0, and no weight corrects for it. */
  ESTIMATED
}
