package io.sluice.logs;

import io.sluice.fit.LogData;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.function.IntFunction;

/**
 * What a policy has to be about: states and actions by their names, and which states are met at
 * which step.
 *
 * @param of whose states and actions they are, for messages
 * @param firstStep the number of the first step: 0 or 1
 * @param visits for a step, more than 0 in the states that are met there
 */
public record Names(
    String of,
    Shape shape,
    int firstStep,
    Labels states,
    Labels actions,
    IntFunction<StateVector> visits) {
  /** Steps are counted from 1. */
  public Names(
      String of, Shape shape, Labels states, Labels actions, IntFunction<StateVector> visits) {
    this(of, shape, 1, states, actions, visits);
  }

  /** Those of a log. */
  public static Names of(LogData log) {
    return new Names(
        "the log", log.shape(), log.firstStep(), log.states(), log.actions(), log.counts()::visits);
  }
}
