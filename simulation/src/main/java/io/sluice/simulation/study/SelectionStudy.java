package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How often a choice of a policy is worse than the logged one, and how much is gained, over many
 * independent logs; values are exact.
 *
 * @param episodes of a log, both halves together
 */
public record SelectionStudy(
    Environment environment, Method method, int episodes, int runs, long seed) {

  /** Chooses a policy from a log in two halves. */
  @FunctionalInterface
  public interface Method {
    Choice choose(TransitionCounts firstHalf, TransitionCounts secondHalf);
  }

  /**
   * A policy, with what is promised of it.
   *
   * @param bound the promised lower bound of V_π − V_πb; −∞ if there is none
   */
  public record Choice(Policy policy, double bound) {}

  /**
   * What came of it.
   *
   * @param worse in how many runs the chosen policy is worse than the logged one
   * @param broken in how many runs it gains less than promised
   * @param kept in how many runs the logged policy was kept
   * @param gain the mean of V_π − V_πb over runs
   * @param best the largest gain there is
   */
  public record Result(int runs, int worse, int broken, int kept, double gain, double best) {
    public double worseShare() {
      return worse / (double) runs;
    }
  }

  /** Runs the study; one unit of progress per run. */
  public Result run(Progress progress) {
    double logged = Truth.value(environment, environment.behavior());
    double rounding = 1e-12 * (1 + Math.abs(logged));
    record One(boolean kept, double gain, double bound) {}
    List<One> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  Rollouts rollouts = new Rollouts(environment, seed + run);
                  Choice choice =
                      method.choose(
                          rollouts.count(0, episodes / 2), rollouts.count(episodes / 2, episodes));
                  boolean kept = choice.policy() == environment.behavior();
                  double gain = kept ? 0 : Truth.value(environment, choice.policy()) - logged;
                  progress.advance(1);
                  return new One(kept, gain, choice.bound());
                })
            .toList();
    return new Result(
        runs,
        (int) all.stream().filter(one -> one.gain < -rounding).count(),
        (int) all.stream().filter(one -> one.gain < one.bound - rounding).count(),
        (int) all.stream().filter(One::kept).count(),
        all.stream().mapToDouble(One::gain).sum() / runs,
        Truth.optimum(environment) - logged);
  }
}
