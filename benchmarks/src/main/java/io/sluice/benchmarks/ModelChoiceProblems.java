package io.sluice.benchmarks;

import io.sluice.mdp.Policy;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.stress.CleanProblem;
import io.sluice.simulation.stress.HiddenProblem;
import io.sluice.simulation.stress.HiddenProcess;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import io.sluice.simulation.stress.LogDesign;
import io.sluice.simulation.stress.StressProblem;
import io.sluice.simulation.stress.StressProblems;
import java.util.ArrayList;
import java.util.List;

/** Logs whose steps are alike, differ, or differ by less than a test can see. */
final class ModelChoiceProblems {
  private static final Choice HALF = (h, z, a) -> 0.5;

  private ModelChoiceProblems() {}

  static List<StressProblem> all() {
    List<StressProblem> all = new ArrayList<>();
    for (String name :
        List.of(
            "steps-differ",
            "steps-differ-sparse",
            "last-action",
            "clean-chain-500",
            "clean-grid-500",
            "clean-search-500",
            "clean-random-planning-500")) {
      all.add(StressProblems.named(name));
    }
    for (int percent : new int[] {0, 2, 4, 6, 8, 10, 14}) {
      all.add(slightly(percent, 1, 2_000));
      all.add(slightly(percent, 10, 2_000));
    }
    all.add(late(20, 11, 1, 500));
    all.add(late(20, 20, 1, 500));
    all.add(late(50, 50, 1, 500));
    all.add(late(20, 11, 40, 300));
    all.add(late(20, 20, 40, 300));
    all.add(drifting(10, 40, 300));
    all.add(drifting(30, 40, 300));
    for (int horizon : new int[] {20, 50, 200}) {
      all.add(random(horizon, 300));
    }
    all.add(random(20, 2_000));
    return all;
  }

  /**
   * Two steps; a1 pays more than a0 by so many percent at step 1, and less by as many at step 2.
   */
  private static HiddenProblem slightly(int percent, int states, int episodes) {
    return problem(
        "differ-by-%d-percent-%d-states".formatted(percent, states),
        states,
        2,
        episodes,
        (h, a) -> 0.5 + (h == a + 1 ? -1 : 1) * percent / 400.0);
  }

  /** A1 pays more than a0 until a step, and less from then on. */
  private static HiddenProblem late(int horizon, int from, int states, int episodes) {
    return problem(
        "differ-from-%d-of-%d-%d-states".formatted(from, horizon, states),
        states,
        horizon,
        episodes,
        (h, a) -> (h < from) == (a == 1) ? 0.6 : 0.4);
  }

  /** 20 steps; what a1 pays more than a0 falls from so many percent to minus as many. */
  private static HiddenProblem drifting(int percent, int states, int episodes) {
    return problem(
        "drift-of-%d-percent-%d-states".formatted(percent, states),
        states,
        20,
        episodes,
        (h, a) -> 0.5 + (a == 1 ? 1 : -1) * (10.5 - h) / 9.5 * percent / 200.0);
  }

  /** The mean reward of an action at a step. */
  @FunctionalInterface
  private interface Mean {
    double of(int step, int action);
  }

  private static HiddenProblem problem(
      String name, int states, int horizon, int episodes, Mean mean) {
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(states),
            2,
            horizon,
            HiddenProcess.evenly(states),
            HALF,
            (h, z, a, to) -> {
              for (int next = 0; next < states; next++) {
                to.bernoulli(1.0 / states, mean.of(h, a), next);
              }
            });
    return new HiddenProblem(
        name,
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(episodes).withPropensities(HALF));
  }

  /** Steps are alike, and there are many. */
  private static CleanProblem random(int horizon, int episodes) {
    Environment random = RandomMdp.of(20, 3, horizon, 0.5).environment(2);
    return new CleanProblem(
        "alike-%d-steps-%d".formatted(horizon, episodes),
        random,
        Policy.uniform(random.shape()),
        episodes);
  }
}
