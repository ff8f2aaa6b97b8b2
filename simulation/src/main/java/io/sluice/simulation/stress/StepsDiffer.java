package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import io.sluice.simulation.stress.HiddenProcess.Outcomes;

/**
 * What pays changes with the step: a1 pays 0.8 and a0 0.2 on average at step 1, and the other way
 * round at step 2. Always a1 against ½: effects of +0.30 and −0.30. Pooled over steps, both are 0.
 */
public final class StepsDiffer {
  private static final Choice HALF = (h, z, a) -> 0.5;

  private StepsDiffer() {}

  /** One state, which a table of steps by rewards sees through at once. */
  public static HiddenProblem of() {
    return problem("steps-differ", 1, 2_000);
  }

  /**
   * Ours, not one of the listed problems: the same with 1,000 states, ten of which can follow each
   * (all are as likely at both steps), and 500 episodes, so that nearly every (state, action) has
   * no row or one. Tests that add up tables within (state, action) have hardly any to add up: that
   * they reject nothing must not be read as "steps are alike". Rewards are just as in the other
   * one, so a pooled model is as wrong.
   */
  public static HiddenProblem sparse() {
    return problem("steps-differ-sparse", 1_000, 500);
  }

  private static HiddenProblem problem(String name, int states, int episodes) {
    Outcomes changing =
        (h, z, a, to) -> {
          double mean = (h == 1) == (a == 1) ? 0.8 : 0.2;
          int successors = Math.min(states, 10);
          for (int k = 0; h == 1 && k < successors; k++) {
            to.bernoulli(1.0 / successors, mean, (successors * z + k) % states);
          }
          if (h == 2) {
            to.bernoulli(mean, HiddenProcess.END);
          }
        };
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(states), 2, 2, HiddenProcess.evenly(states), HALF, changing);
    return new HiddenProblem(
        name,
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(episodes).withPropensities(HALF));
  }
}
