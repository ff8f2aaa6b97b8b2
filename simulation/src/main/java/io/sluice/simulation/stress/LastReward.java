package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.Collections;
import java.util.List;

/**
 * The reward depends on the last one, and the state does not show it: a mood that rewards keep up.
 * Logged with ½, and the evaluated policy always takes a1.
 */
public final class LastReward {
  private static final Choice HALF = (h, z, a) -> 0.5;
  private static final int NONE = 2;

  private LastReward() {}

  /** Each reward moves the next one by 0.7, in 400 episodes. */
  public static HiddenProblem of() {
    return carrying(0.7);
  }

  /**
   * P(r = 1) = 0.5 + 0.1(a − ½) + c(last reward − ½), over six steps; before the first one the last
   * reward counts as ½. Effects: 0.05(1 + c + … + c^(6−h)) at step h; by the state alone, 0.05.
   *
   * @param c how much of a reward is carried over
   */
  static HiddenProblem carrying(double c) {
    HiddenProcess process =
        HiddenProcess.unit(
            Collections.nCopies(3, "screen"),
            2,
            6,
            List.of(0.0, 0.0, 1.0),
            HALF,
            (h, z, a, to) -> {
              double last = z == NONE ? 0.5 : z;
              double mean = 0.5 + 0.1 * (a - 0.5) + c * (last - 0.5);
              to.add(mean, 1, 1);
              to.add(1 - mean, 0, 0);
            });
    return new HiddenProblem(
        "last-reward",
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(400).withPropensities(HALF));
  }
}
