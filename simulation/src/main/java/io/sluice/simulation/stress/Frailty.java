package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * Every episode has a hidden level, ±0.35, that is added to the mean of all its rewards: residuals
 * of one episode are correlated. Ten steps; a1 pays 0.05 more than a0. The state is what was done
 * last.
 */
public final class Frailty {
  private Frailty() {}

  /** Actions are random. */
  public static HiddenProblem random(int episodes) {
    return problem("frailty-random-" + episodes, 0.5, episodes);
  }

  /** The last action is repeated with probability 0.99. */
  public static HiddenProblem sticky(int episodes) {
    return problem("frailty-sticky-" + episodes, 0.99, episodes);
  }

  private static HiddenProblem problem(String name, double repeats, int episodes) {
    // hidden = 2·(level is high) + last action
    Choice repeated = (h, z, a) -> z % 2 == a ? repeats : 1 - repeats;
    HiddenProcess process =
        HiddenProcess.unit(
            List.of("last0", "last1", "last0", "last1"),
            2,
            10,
            HiddenProcess.evenly(4),
            repeated,
            (h, z, a, to) ->
                to.bernoulli(0.475 + 0.05 * a + (z < 2 ? -0.35 : 0.35), z / 2 * 2 + a));
    return new HiddenProblem(
        name,
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(episodes).withPropensities(repeated));
  }
}
