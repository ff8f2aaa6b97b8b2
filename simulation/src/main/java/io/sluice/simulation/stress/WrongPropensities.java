package io.sluice.simulation.stress;

/**
 * The log says 0.5 for every action, but a0 was taken with 0.65 and a1 with 0.35, in 100 states of
 * about 20 rows each: too few in any one state to notice. a0 pays 0.2 and a1 0.8 on average.
 */
public final class WrongPropensities {
  private WrongPropensities() {}

  /** Always a1: the effect is 0.65·0.6 = 0.39; by the logged propensities it is 0.30. */
  public static HiddenProblem always() {
    return problem("wrong-propensities", HiddenProblem.always(1));
  }

  /** Both alike, as the log says it was: the effect is 0.15·0.6 = 0.09, and seems to be 0. */
  public static HiddenProblem uniform() {
    return problem("wrong-propensities-uniform", HiddenProblem.uniform(2));
  }

  private static HiddenProblem problem(String name, HiddenProblem.Rule rule) {
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(100),
            2,
            1,
            HiddenProcess.evenly(100),
            (h, z, a) -> a == 1 ? 0.35 : 0.65,
            (h, z, a, to) -> to.bernoulli(a == 1 ? 0.8 : 0.2, HiddenProcess.END));
    return new HiddenProblem(
        name, process, rule, LogDesign.episodes(2_000).withPropensities((h, z, a) -> 0.5));
  }
}
