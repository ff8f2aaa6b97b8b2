package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * Luck at step 1 decides everything: with probability ½ the good absorbing state follows, which
 * pays 1 a step, or else the bad one, which pays 0, whatever is done. All effects are 0, but
 * returns vary by H−1, so that a bonus without V_max is too small.
 */
public final class Lottery {
  private static final int GOOD = 1;
  private static final int BAD = 2;

  private Lottery() {}

  public static HiddenProblem of(int horizon) {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process =
        HiddenProcess.unit(
            List.of("start", "good", "bad"),
            2,
            horizon,
            List.of(1.0, 0.0, 0.0),
            half,
            (h, z, a, to) -> {
              if (z == 0) {
                to.add(0.5, 0, GOOD);
                to.add(0.5, 0, BAD);
              } else {
                to.add(1, z == GOOD ? 1 : 0, z);
              }
            });
    return new HiddenProblem(
        "lottery-" + horizon,
        process,
        HiddenProblem.always(0),
        LogDesign.episodes(2_000).withPropensities(half));
  }
}
