package io.sluice.simulation.stress;

import io.sluice.mdp.RewardRange;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.ArrayList;
import java.util.List;

/**
 * A walk on positions 1 to 5 from the middle, one to the left or to the right, that ends at 0 with
 * a reward of −1 or at 6 with +1, after at most 30 steps. Rows say what followed, but no column
 * says that an episode has ended: read as a state, the end seems to go on. Returns lie in [−1, 1].
 */
public final class EndedWithoutMark {
  private static final int POSITIONS = 5;

  private EndedWithoutMark() {}

  /** The next state after the end is a label that never begins a row. */
  public static HiddenProblem of() {
    return problem("ended-without-mark", "over");
  }

  /**
   * The next state after the end is where the next episode begins, as programs write it that start
   * again by themselves: the log alone does not say whether such an episode had ended.
   */
  public static HiddenProblem atStart() {
    return problem("ended-at-start", "p3");
  }

  private static HiddenProblem problem(String name, String after) {
    List<String> labels = new ArrayList<>();
    List<Double> start = new ArrayList<>();
    for (int p = 1; p <= POSITIONS; p++) {
      labels.add("p" + p);
      start.add(p == 3 ? 1.0 : 0.0);
    }
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process =
        new HiddenProcess(
            labels,
            List.of("left", "right"),
            30,
            new RewardRange(-1, 1),
            start,
            half,
            (h, z, a, to) -> {
              int next = a == 1 ? z + 1 : z - 1;
              boolean over = next < 0 || next == POSITIONS;
              to.add(1, over ? (next < 0 ? -1 : 1) : 0, over ? HiddenProcess.END : next);
            });
    return new HiddenProblem(
        name,
        process,
        (h, x, a) -> a == 1 ? 0.6 : 0.4,
        LogDesign.episodes(1_000).withPropensities(half).withNextStates(after));
  }
}
