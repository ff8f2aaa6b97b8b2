package io.sluice.mdp;

import java.util.Arrays;

/** One action at every step and state: what the learners return. */
public final class DeterministicPolicy implements Policy {
  private final Shape shape;
  private final int[] actions;

  private DeterministicPolicy(Shape shape, int[] actions) {
    this.shape = shape;
    this.actions = actions;
  }

  /** From a choice for every (step, state). */
  public static DeterministicPolicy of(Shape shape, Choice choice) {
    int[] actions = new int[shape.horizon() * shape.states()];
    for (int h = 1; h <= shape.horizon(); h++) {
      for (int x = 0; x < shape.states(); x++) {
        actions[(h - 1) * shape.states() + x] = choice.action(h, x);
      }
    }
    return owning(shape, actions);
  }

  /** From an action for every (step, state), at (step − 1)·|X| + state. */
  public static DeterministicPolicy of(Shape shape, int... actions) {
    return owning(shape, actions.clone());
  }

  /** The same without a copy: the array is given away, and nobody writes to it any more. */
  public static DeterministicPolicy owning(Shape shape, int[] actions) {
    if (actions.length != shape.horizon() * shape.states()) {
      throw new IllegalArgumentException(
          "policy: needs an action for each of %s steps × %s states, got %s"
              .formatted(shape.horizon(), shape.states(), actions.length));
    }
    for (int i = 0; i < actions.length; i++) {
      if (actions[i] < 0 || actions[i] >= shape.actions()) {
        throw new IllegalArgumentException(
            "policy at step %s, state %s: action must be one of 0 … %s, got %s"
                .formatted(
                    i / shape.states() + 1, i % shape.states(), shape.actions() - 1, actions[i]));
      }
    }
    return new DeterministicPolicy(shape, actions);
  }

  @Override
  public Shape shape() {
    return shape;
  }

  public int action(int step, int state) {
    return actions[(step - 1) * shape.states() + state];
  }

  @Override
  public boolean isStationary() {
    return shape.horizon() == 1;
  }

  @Override
  public double probability(int step, int state, int action) {
    return action(step, state) == action ? 1 : 0;
  }

  @Override
  public void write(int step, int from, int to, double[] into) {
    int at = (step - 1) * shape.states();
    Arrays.fill(into, 0, (to - from) * shape.actions(), 0);
    for (int x = from, i = 0; x < to; x++, i += shape.actions()) {
      into[i + actions[at + x]] = 1;
    }
  }

  /** The action to take at a step and state. */
  @FunctionalInterface
  public interface Choice {
    int action(int step, int state);
  }
}
