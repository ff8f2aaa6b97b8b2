package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.Collections;
import java.util.List;

/**
 * Ours, not one of the listed problems: made to break an interval that rests on propensities only,
 * of doubly robust sequential scores.
 *
 * <p>Three steps in one visible state, actions taken with ½. a0 pays 0.5 and a1 0.505, always; but
 * a third a1 in a row pays 0 in 2.5% of episodes. Propensities are right, and the weights of
 * always-a1 are tame: 8 in one episode of eight, an effective sample size of 62 in 500. Yet of
 * those 62 episodes only 1.6 are expected to show the harm, and 21% of logs have none: their scores
 * hardly vary, and say "better" with confidence. No prediction Q̂ of the visible state helps,
 * because the harm depends on what was done before; shrinking it to the mean hides it further. What
 * would help: knowing that a score's variance rests on two or three episodes, or a bound from the
 * range.
 *
 * <p>Truth: always a1 gains 3·½·0.005 = 0.0075 and loses 0.025·0.505·(1 − 1/8) = 0.011047.
 */
public final class RareHarmOnPath {
  private RareHarmOnPath() {}

  public static HiddenProblem of() {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process = // hidden: how many a1 in a row since step 1; 3 for "not all"
        HiddenProcess.unit(
            Collections.nCopies(4, "screen"),
            2,
            3,
            List.of(1.0, 0.0, 0.0, 0.0),
            half,
            (h, z, a, to) -> {
              double harm = z == 2 && a == 1 ? 0.025 : 0;
              int next = a == 1 && z < 2 ? z + 1 : 3;
              to.add(1 - harm, a == 1 ? 0.505 : 0.5, next);
              to.add(harm, 0, next);
            });
    return new HiddenProblem(
        "rare-harm-on-path",
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(500).withPropensities(half));
  }
}
