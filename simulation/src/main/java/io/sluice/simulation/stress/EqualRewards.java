package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * All rewards are 0.5, and the evaluated policy is the logged one, (1/7, 2/7, 4/7), from a file of
 * 12 digits. Nothing can differ, but rounding does: by parts in 10¹².
 */
public final class EqualRewards {
  private EqualRewards() {}

  public static HiddenProblem of() {
    List<Double> taken = List.of(1 / 7.0, 2 / 7.0, 4 / 7.0);
    Choice behavior = (h, z, a) -> taken.get(a);
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(2),
            3,
            6,
            HiddenProcess.evenly(2),
            behavior,
            (h, z, a, to) -> {
              to.add(0.5, 0.5, 0);
              to.add(0.5, 0.5, 1);
            });
    return new HiddenProblem(
        "equal-rewards",
        process,
        (h, x, a) -> Math.rint(taken.get(a) * 1e12) / 1e12,
        LogDesign.episodes(500).withPropensities(behavior));
  }
}
