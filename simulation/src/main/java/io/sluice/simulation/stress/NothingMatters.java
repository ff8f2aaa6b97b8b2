package io.sluice.simulation.stress;

import io.sluice.learning.Learner;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** States follow each other by chance, and no action changes anything. All effects are 0. */
public final class NothingMatters {
  private NothingMatters() {}

  /**
   * 20 steps with a state of its own each, so that no rows are shared: 20 independent chances to
   * find an effect.
   */
  public static HiddenProblem longHorizon() {
    Choice half = (h, z, a) -> 0.5;
    List<Double> start = new ArrayList<>(Collections.nCopies(20, 0.0));
    start.set(0, 1.0);
    HiddenProcess process =
        HiddenProcess.unit(
            HiddenProcess.names(20),
            2,
            20,
            start,
            half,
            (h, z, a, to) -> to.bernoulli(0.5, h == 20 ? HiddenProcess.END : z + 1));
    return new HiddenProblem(
        "nothing-matters-20",
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(1_000).withPropensities(half));
  }

  /** The evaluated policy was learned from the same log, by the estimate alone. */
  public static HiddenProblem learnedAndJudged() {
    Choice quarter = (h, z, a) -> 0.25;
    HiddenProcess process = process(HiddenProcess.evenly(20), 4, 3, quarter, 0.5);
    return new HiddenProblem(
        "learned-and-judged",
        process,
        HiddenProblem.uniform(4),
        LogDesign.episodes(500).withPropensities(quarter),
        Optional.of(Learner.VI));
  }

  /**
   * 100 states of which the k-th is met in proportion to 1/k^1.2, actions taken with 0.75, 0.2,
   * 0.05, rewards in 5%: most tables of counts are thin and skewed. Propensities are right, and no
   * action moves the state; a test says otherwise only by chance.
   */
  public static HiddenProblem sparse(int episodes) {
    List<Double> start = new ArrayList<>();
    double sum = 0;
    for (int k = 1; k <= 100; k++) {
      start.add(Math.pow(k, -1.2));
      sum += start.get(k - 1);
    }
    double all = sum;
    List<Double> taken = List.of(0.75, 0.2, 0.05);
    Choice skewed = (h, z, a) -> taken.get(a);
    HiddenProcess process = process(start.stream().map(p -> p / all).toList(), 3, 3, skewed, 0.05);
    return new HiddenProblem(
        "sparse-null-" + episodes,
        process,
        HiddenProblem.uniform(3),
        LogDesign.episodes(episodes).withPropensities(skewed));
  }

  /** 500 episodes that are entered twice. */
  public static HiddenProblem enteredTwice() {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process = process(HiddenProcess.evenly(3), 2, 2, half, 0.5);
    return new HiddenProblem(
        "entered-twice",
        process,
        HiddenProblem.always(1),
        LogDesign.episodes(500).withPropensities(half).enteredTwice());
  }

  private static HiddenProcess process(
      List<Double> states, int actions, int horizon, Choice behavior, double mean) {
    return HiddenProcess.unit(
        HiddenProcess.names(states.size()),
        actions,
        horizon,
        states,
        behavior,
        (h, z, a, to) -> {
          for (int next = 0; next < states.size(); next++) {
            to.bernoulli(states.get(next), mean, next);
          }
        });
  }
}
