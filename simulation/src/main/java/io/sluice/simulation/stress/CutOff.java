package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;

/**
 * Half of the episodes are cut, after step 1, 2 or 3 of 4, whatever happened; the next state says
 * where they were, and nothing says that they went on. Two states that follow each other by chance;
 * P(r = 1) = 0.5 with a0 and 0.5 + more with a1.
 */
public final class CutOff {
  private CutOff() {}

  /** The logged policy against itself: its total effect is 0, and it is worth 2. */
  public static HiddenProblem same() {
    return problem("cut-off-same", 0, HiddenProblem.uniform(2));
  }

  /** Always a1, which pays 0.1 more: 0.05 at each step, 2.4 in all. */
  public static HiddenProblem better() {
    return problem("cut-off-better", 0.1, HiddenProblem.always(1));
  }

  private static HiddenProblem problem(String name, double more, HiddenProblem.Rule rule) {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(2),
            2,
            4,
            HiddenProcess.evenly(2),
            half,
            (h, z, a, to) -> {
              to.bernoulli(0.5, 0.5 + more * a, 0);
              to.bernoulli(0.5, 0.5 + more * a, 1);
            });
    return new HiddenProblem(
        name,
        process,
        rule,
        LogDesign.episodes(2_000).withPropensities(half).withNextStates("over").withCuts());
  }
}
