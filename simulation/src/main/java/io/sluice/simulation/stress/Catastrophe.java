package io.sluice.simulation.stress;

import io.sluice.mdp.RewardRange;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;

/**
 * An action that is a little better nearly always, and a catastrophe now and then. A log that has
 * seen none shows no variance, and a small benefit.
 */
public final class Catastrophe {
  private Catastrophe() {}

  /** a0 pays 0.99; a1 pays 1, but 0 so many times in 1,000. The effect is ½(0.01 − p). */
  public static HiddenProblem inThousand(int harms, int episodes) {
    String name = "catastrophe-%s-%s".formatted(harms, episodes);
    return problem(name, RewardRange.UNIT, 0.99, 1, 0, harms / 1000.0, episodes);
  }

  /** a0 pays 0.5; a1 pays 0.6, but −50 in 0.5%: 0.995·0.6 − 0.25 = 0.347, an effect of −0.0765. */
  public static HiddenProblem large(int episodes) {
    RewardRange range = new RewardRange(-50, 1);
    return problem("catastrophe-large-" + episodes, range, 0.5, 0.6, -50, 0.005, episodes);
  }

  private static HiddenProblem problem(
      String name,
      RewardRange range,
      double safe,
      double risky,
      double harm,
      double probability,
      int episodes) {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process =
        new HiddenProcess(
            List.of("plant"),
            List.of("a0", "a1"),
            1,
            range,
            List.of(1.0),
            half,
            (h, z, a, to) -> {
              if (a == 0) {
                to.add(1, safe, HiddenProcess.END);
              } else {
                to.add(1 - probability, risky, HiddenProcess.END);
                to.add(probability, harm, HiddenProcess.END);
              }
            });
    return new HiddenProblem(
        name,
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(episodes).withPropensities(half));
  }
}
