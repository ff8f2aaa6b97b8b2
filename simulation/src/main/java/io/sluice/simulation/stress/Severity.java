package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * The logged policy knew more than the log shows: half of the patients are sick, and get a1 with
 * probability 0.8, the healthy with 0.2; both have the same state. Propensities are logged row by
 * row and right. P(r = 1) is 0.7 (sick) or 0.2 (healthy), and 0.1 more with a1.
 *
 * <p>Always a1: ½·0.8 + ½·0.3 = 0.55. Logged: ½(0.7 + 0.8·0.1) + ½(0.2 + 0.2·0.1) = 0.50. The
 * effect is +0.05. Within the state, a1 earns 0.8·0.8 + 0.2·0.3 = 0.70 and a0 0.2·0.7 + 0.8·0.2 =
 * 0.30 on average, which seems to be an effect of ½·0.4 = +0.20.
 */
public final class Severity {
  private Severity() {}

  public static HiddenProblem of(int episodes) {
    Choice knowing = (h, z, a) -> (z == 0) == (a == 1) ? 0.8 : 0.2;
    HiddenProcess process =
        HiddenProcess.unit(
            List.of("patient", "patient"),
            2,
            1,
            List.of(0.5, 0.5),
            knowing,
            (h, z, a, to) -> to.bernoulli((z == 0 ? 0.7 : 0.2) + 0.1 * a, HiddenProcess.END));
    return new HiddenProblem(
        "severity-" + episodes,
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(episodes).withPropensities(knowing));
  }
}
