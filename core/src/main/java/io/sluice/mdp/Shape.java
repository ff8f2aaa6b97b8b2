package io.sluice.mdp;

import java.io.Serializable;

/**
 * How large a decision problem is: |X| states, |A| actions, H steps.
 *
 * <p>States are numbered 0 … |X|−1, actions 0 … |A|−1, steps 1 … H. An episode that is over sits at
 * {@link #end()}, the index |X|: it is no state (nothing is decided there), but it can follow one.
 */
public record Shape(int states, int actions, int horizon) implements Serializable {
  public Shape {
    if (states < 1 || actions < 1 || horizon < 1) {
      throw new IllegalArgumentException(
          "shape: needs at least one state, action and step, got %s states, %s actions, %s steps"
              .formatted(states, actions, horizon));
    }
    // Cells (step, state, action, next) are packed into one long, pairs (step, state, action) into
    // one int.
    double pairs = (double) states * actions * horizon;
    if (pairs > Integer.MAX_VALUE - 8 || pairs * (states + 1.0) > Long.MAX_VALUE / 2.0) {
      throw new IllegalArgumentException(
          "shape: states × actions × steps must stay below 2³¹, got %s × %s × %s"
              .formatted(states, actions, horizon));
    }
  }

  /** The index that stands in the place of the next state when the episode is over. */
  public int end() {
    return states;
  }

  /** Fails unless this is the shape that is needed. */
  public void requireSame(String what, Shape needed) {
    if (!equals(needed)) {
      throw new IllegalArgumentException("%s must have %s, got %s".formatted(what, needed, this));
    }
  }

  /** Fails unless the step is one of 1 … H. */
  public void requireStep(int step) {
    if (step < 1 || step > horizon) {
      throw new IllegalArgumentException(
          "step must be one of 1 … %s, got %s".formatted(horizon, step));
    }
  }
}
