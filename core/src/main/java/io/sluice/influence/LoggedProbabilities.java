package io.sluice.influence;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.io.Serializable;
import java.util.BitSet;

/**
 * Where π_b is known for all actions of a state, and not only for the logged ones. Scores lose some
 * noise there.
 *
 * <p>Propensities of the actions seen in a state determine the rest if at most one action was never
 * seen. Whether they do must not depend on the row that is scored, or the choice would be a choice
 * by outcome: so the other half of the log decides.
 */
public final class LoggedProbabilities implements Serializable {
  private final Policy behavior;
  private final boolean everywhere;
  private final BitSet[] ofFold; // by (step, state)

  private LoggedProbabilities(Policy behavior, boolean everywhere, BitSet first, BitSet second) {
    this.behavior = behavior;
    this.everywhere = everywhere;
    this.ofFold = new BitSet[] {first, second};
  }

  /** A policy that was given, or is known otherwise, in every state. */
  public static LoggedProbabilities known(Policy behavior) {
    return new LoggedProbabilities(behavior, true, new BitSet(), new BitSet());
  }

  /**
   * Nothing but the propensity of each row is known: they depend on more than step, state and
   * action.
   */
  public static LoggedProbabilities ofRowsOnly(Policy behavior) {
    return new LoggedProbabilities(behavior, false, new BitSet(), new BitSet());
  }

  /**
   * Propensities that depend on step, state and action only.
   *
   * @param behavior has them; what it says of actions never seen is not used
   * @param first the episodes of fold 0
   * @param second the episodes of fold 1
   */
  public static LoggedProbabilities ofSeen(
      Policy behavior, TransitionCounts first, TransitionCounts second) {
    return new LoggedProbabilities(
        behavior, false, determined(behavior, second), determined(behavior, first));
  }

  private static BitSet determined(Policy behavior, TransitionCounts counts) {
    Shape shape = counts.shape();
    BitSet determined = new BitSet();
    for (int h = 1; h <= shape.horizon(); h++) {
      int step = h;
      int[] seen = new int[shape.states()];
      double[] sum = new double[shape.states()];
      counts.forEachPair(
          h,
          (x, a, n, r, rr) -> {
            seen[x]++;
            sum[x] += behavior.probability(step, x, a);
          });
      for (int x = 0; x < seen.length; x++) {
        if (seen[x] >= shape.actions() - 1 || sum[x] >= 1 - Policy.TOLERANCE) {
          determined.set(place(shape, h, x));
        }
      }
    }
    return determined;
  }

  private static int place(Shape shape, int step, int state) {
    return (step - 1) * shape.states() + state;
  }

  Policy behavior() {
    return behavior;
  }

  /** Whether all of π_b is known in a state, for the episodes of a fold. */
  boolean isKnown(int fold, int step, int state) {
    return everywhere || ofFold[fold].get(place(behavior.shape(), step, state));
  }
}
