package io.sluice.mdp;

import java.io.Serializable;

/**
 * What to do: a probability for every action, at every step and state.
 *
 * <p>Every instance is a policy: at each step and state its probabilities are at least 0 and sum to
 * 1 (to {@value #TOLERANCE}). The interface is sealed so that nothing else can be passed; a rule of
 * your own becomes one through {@link #tabular}.
 */
public sealed interface Policy extends Serializable
    permits TabularPolicy, FrequencyPolicy, DeterministicPolicy, MixturePolicy, SplicedPolicy {

  /** How far from 1 the probabilities of one state may sum, for rounding in files. */
  double TOLERANCE = 1e-9;

  Shape shape();

  /** π^(h)(a|x). */
  double probability(int step, int state, int action);

  /**
   * Writes π^(h)(a|x) of the states {@code from} … {@code to − 1}, action by action, for those who
   * work through all of them.
   */
  default void write(int step, int from, int to, double[] into) {
    int actions = shape().actions();
    for (int x = from, i = 0; x < to; x++) {
      for (int a = 0; a < actions; a++, i++) {
        into[i] = probability(step, x, a);
      }
    }
  }

  /**
   * True only if the probabilities are the same at every step, so that work done for one step
   * serves all.
   */
  boolean isStationary();

  /** A rule of the user's, called once for every (step, state, action) and checked. */
  static Policy tabular(Shape shape, Rule rule) {
    return TabularPolicy.perStep(shape, rule);
  }

  /** A rule that does not look at the step; takes 1/H of the memory. */
  static Policy stationary(Shape shape, StationaryRule rule) {
    return TabularPolicy.stationary(shape, rule);
  }

  /** The same action probabilities everywhere. */
  static Policy everywhere(Shape shape, double... probabilities) {
    if (probabilities.length != shape.actions()) {
      throw new IllegalArgumentException(
          "policy: needs one probability for each of %s actions, got %s"
              .formatted(shape.actions(), probabilities.length));
    }
    return TabularPolicy.stationary(shape, (state, action) -> probabilities[action]);
  }

  static Policy uniform(Shape shape) {
    return TabularPolicy.stationary(shape, (state, action) -> 1.0 / shape.actions());
  }

  /** λ·first + (1−λ)·second at every step and state. */
  static Policy mixture(double weight, Policy first, Policy second) {
    return new MixturePolicy(weight, first, second);
  }

  /** π̃_h: {@code before} at steps 1 … h−1, {@code from} at steps h … H. */
  static Policy spliced(Policy before, Policy from, int step) {
    return new SplicedPolicy(before, from, step);
  }

  /** A user's policy as a function. */
  @FunctionalInterface
  interface Rule {
    double probability(int step, int state, int action);
  }

  /** A user's policy as a function that is the same at every step. */
  @FunctionalInterface
  interface StationaryRule {
    double probability(int state, int action);
  }
}
