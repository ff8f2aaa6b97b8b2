package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * A rare action and rare rewards: a1 is taken with probability 0.1, P(r = 1) is 0.005 with a0 and
 * 0.01 with a1. With 1,000 episodes, a1 is expected to be rewarded once. The effect is 0.9·0.005.
 */
public final class RareArm {
  private RareArm() {}

  public static HiddenProblem of() {
    Choice rarely = (h, z, a) -> a == 1 ? 0.1 : 0.9;
    HiddenProcess process =
        HiddenProcess.unit(
            List.of("page"),
            2,
            1,
            List.of(1.0),
            rarely,
            (h, z, a, to) -> to.bernoulli(a == 1 ? 0.01 : 0.005, HiddenProcess.END));
    return new HiddenProblem(
        "rare-arm",
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(1_000).withPropensities(rarely));
  }
}
