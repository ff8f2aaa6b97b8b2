package io.sluice.influence;

import io.sluice.mdp.Shape;
import java.util.Arrays;

/** The action probabilities of π and π_b at one step, a block of states at a time. */
final class PolicyBlocks {
  /** With so many pairs, the buffers of a block fit the first-level cache. */
  private static final int PAIRS_PER_BLOCK = 256;

  private final PlugIn plugIn;
  private final int step;
  private final int length;
  private int from;
  private int to;

  /** The state of each pair of a block, counted from the block's first. */
  final int[] stateOf;

  /** π(a|x) of the block's pairs, if asked for. */
  final double[] evaluated;

  /** π_b(a|x) of the block's pairs, if asked for. */
  final double[] behavior;

  private PolicyBlocks(PlugIn plugIn, int step, boolean withEvaluated, boolean withBehavior) {
    this.plugIn = plugIn;
    this.step = step;
    length = length(plugIn.shape);
    stateOf = new int[length * actions()];
    Arrays.setAll(stateOf, i -> i / actions());
    evaluated = new double[withEvaluated ? length * actions() : 0];
    behavior = new double[withBehavior ? length * actions() : 0];
  }

  PolicyBlocks(PlugIn plugIn, int step, boolean withBehavior) {
    this(plugIn, step, true, withBehavior);
  }

  /** π_b alone. */
  static PolicyBlocks logged(PlugIn plugIn, int step) {
    return new PolicyBlocks(plugIn, step, false, true);
  }

  /** How many states a block has. */
  static int length(Shape shape) {
    return Math.max(1, Math.min(PAIRS_PER_BLOCK / shape.actions(), shape.states()));
  }

  /** Moves to the block that begins with a state, within those before {@code end}. */
  PolicyBlocks at(int state, int end) {
    from = state;
    to = Math.min(end, state + length);
    if (evaluated.length > 0) {
      plugIn.evaluated.write(step, from, to, evaluated);
    }
    if (behavior.length > 0) {
      plugIn.behavior.write(step, from, to, behavior);
    }
    return this;
  }

  int from() {
    return from;
  }

  /** The state after the block. */
  int to() {
    return to;
  }

  int actions() {
    return plugIn.shape.actions();
  }
}
