package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * The same problem at every step, but the logged policy explores early and exploits late: it takes
 * a1 with probability 0.1, 0.5, 0.9, and the log has no propensities. a1 pays 0.6 and a0 0.4 on
 * average; the evaluated policy takes a1 with 0.7. Effects are 0.12, 0.04, −0.04; a logged policy
 * that is pooled over steps makes them +0.04 each.
 */
public final class DriftingLogger {
  private static final List<Double> TAKES = List.of(0.1, 0.5, 0.9);

  private DriftingLogger() {}

  public static HiddenProblem of() {
    Choice drifting = (h, z, a) -> a == 1 ? TAKES.get(h - 1) : 1 - TAKES.get(h - 1);
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(2),
            2,
            3,
            HiddenProcess.evenly(2),
            drifting,
            (h, z, a, to) -> {
              to.bernoulli(0.5, a == 1 ? 0.6 : 0.4, 0);
              to.bernoulli(0.5, a == 1 ? 0.6 : 0.4, 1);
            });
    return new HiddenProblem(
        "drifting-logger", process, (h, x, a) -> a == 1 ? 0.7 : 0.3, LogDesign.episodes(2_000));
  }
}
