package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import java.util.List;

/**
 * A decision problem whose truth is known: what estimators are tested on.
 *
 * @param states a label for each state
 * @param actions a label for each action
 * @param model R and P
 * @param start the distribution of the first state
 * @param behavior the policy that logs are made with
 * @param range what estimators may know of returns; true values count the steps of an ended episode
 *     as it does
 */
public record Environment(
    String name,
    List<String> states,
    List<String> actions,
    Model model,
    RewardLaw rewards,
    StateVector start,
    Policy behavior,
    ValueRange range) {
  public Environment {
    states = List.copyOf(states);
    actions = List.copyOf(actions);
    Shape shape = model.shape();
    if (states.size() != shape.states() || actions.size() != shape.actions()) {
      throw new IllegalArgumentException(
          "environment %s: needs %s state and %s action labels, got %s and %s"
              .formatted(name, shape.states(), shape.actions(), states.size(), actions.size()));
    }
  }

  /** Rewards in [0, 1], nothing after the end. */
  public Environment(
      String name,
      List<String> states,
      List<String> actions,
      Model model,
      RewardLaw rewards,
      StateVector start,
      Policy behavior) {
    this(name, states, actions, model, rewards, start, behavior, ValueRange.of(model.shape()));
  }

  public Shape shape() {
    return model.shape();
  }

  /** The same problem, logged with another policy. */
  public Environment withBehavior(Policy policy) {
    return new Environment(name, states, actions, model, rewards, start, policy, range);
  }
}
