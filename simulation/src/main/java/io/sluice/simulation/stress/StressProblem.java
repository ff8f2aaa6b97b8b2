package io.sluice.simulation.stress;

import io.sluice.fit.Fit;
import io.sluice.fit.LogData;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Truth;
import java.util.Optional;

/** A problem whose truth is known, with a way to draw logs of it. */
public sealed interface StressProblem permits HiddenProblem, CleanProblem {
  /** Its name, in lower case with hyphens. */
  String name();

  /** T, the number of episodes of a log. */
  int episodes();

  /** H. */
  int horizon();

  /** Draws a log; the same seed gives the same log. */
  StressLog draw(long seed);

  /** The policy to judge by a log, numbered as that log is. */
  Policy evaluated(Fit fit);

  /**
   * The mark of the log that the policy was learned from, as its file has it; empty if it was not.
   */
  default Optional<String> learnedFrom(Fit fit) {
    return Optional.empty();
  }

  /** Effects and values of the evaluated policy, exactly, in the user's units. */
  Truth truth();

  /** V of any policy that was learned from a log, less V of the policy that made the log. */
  double gain(LogData log, Policy learned);
}
