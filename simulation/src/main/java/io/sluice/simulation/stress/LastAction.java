package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.Collections;

/**
 * The reward depends on earlier actions, and the state does not show them. Logged with ½, and the
 * evaluated policy always takes a1.
 */
public final class LastAction {
  private static final Choice HALF = (h, z, a) -> 0.5;

  private LastAction() {}

  /**
   * P(r = 1) = 0.2 + 0.6·1{the last action was a1} + 0.04·1{a1}; at step 1 of 2 the last action
   * counts as a0. Effects: 0.6·½ + 0.02 = 0.32 at step 1, 0.02 at step 2. By the state alone, both
   * are 0.02.
   */
  public static HiddenProblem of() {
    HiddenProcess process =
        HiddenProcess.unit(
            Collections.nCopies(2, "screen"),
            2,
            2,
            java.util.List.of(1.0, 0.0),
            HALF,
            (h, z, a, to) -> to.bernoulli(0.2 + 0.6 * z + 0.04 * a, a));
    return problem("last-action", process);
  }

  /**
   * Ours, not one of the listed problems: P(r = 1) is 0.2 if the last two actions were the same and
   * 0.8 if not (actions before step 1 count as random). Given state and action, the reward is
   * independent of the action before, and of the one before that, under the logged policy; only
   * both together tell. So no table of the previous (state, action) by rewards or next states shows
   * anything, however large the log; nor do steps differ. The evaluated policy makes the last two
   * actions the same always.
   *
   * <p>With H = 4, the reward at step k depends on actions k−1 and k−2. Effect at step h: action h
   * and h+1 become the same, so that step h+2 pays 0.2 and not 0.5 on average: −0.3 at steps 1 and
   * 2; nothing at steps 3 and 4, whose actions pay after the last step.
   */
  public static HiddenProblem parity() {
    // hidden = 2·(last action but one) + last action
    HiddenProcess process =
        HiddenProcess.unit(
            Collections.nCopies(4, "screen"),
            2,
            4,
            HiddenProcess.evenly(4),
            HALF,
            (h, z, a, to) -> to.bernoulli(z / 2 == z % 2 ? 0.2 : 0.8, z % 2 * 2 + a));
    return problem("parity-of-actions", process);
  }

  private static HiddenProblem problem(String name, HiddenProcess process) {
    return new HiddenProblem(
        name, process, HiddenProblem.always(1), LogDesign.episodes(2_000).withPropensities(HALF));
  }
}
