package io.sluice.simulation.stress;

import io.sluice.mdp.RewardRange;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * Customers who leave, and an offer in month 1 that changes nothing: 60% stay after month 1, then
 * 97% a month, for 13 months; each month that a customer is there pays 1. All effects are 0.
 */
public final class Churn {
  private Churn() {}

  public static HiddenProblem of() {
    Choice offeredToHalf = (h, z, a) -> z == 0 ? 0.5 : a == 0 ? 1 : 0;
    HiddenProcess process =
        new HiddenProcess(
            List.of("new", "active"),
            List.of("none", "offer"),
            13,
            RewardRange.UNIT,
            List.of(1.0, 0.0),
            offeredToHalf,
            (h, z, a, to) -> {
              double stays = z == 0 ? 0.6 : 0.97;
              to.add(stays, 1, 1);
              to.add(1 - stays, 1, HiddenProcess.END);
            });
    return new HiddenProblem(
        "churn",
        process,
        (h, state, a) -> (state.equals("new") ? 1 : 0) == a ? 1 : 0,
        LogDesign.episodes(2_000).withPropensities(offeredToHalf));
  }
}
