package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;

/**
 * Episodes that no input of the theorem has seen; only their states are used.
 *
 * <p>A type of its own, so that a log cannot be passed by mistake. That the episodes really were
 * set aside is the promise of whoever calls {@link #of}.
 */
public final class Holdout {
  private final TransitionCounts counts;

  private Holdout(TransitionCounts counts) {
    this.counts = counts;
  }

  /** Declares that these episodes played no part in any input. */
  public static Holdout of(TransitionCounts setAside) {
    if (setAside.episodes() == 0) {
      throw new IllegalArgumentException("holdout: needs at least one episode, got none");
    }
    return new Holdout(setAside);
  }

  public Shape shape() {
    return counts.shape();
  }

  /** T. */
  public long episodes() {
    return counts.episodes();
  }

  /** The share of episodes in each state at a step. */
  public StateVector distribution(int step) {
    return counts.distribution(step);
  }
}
