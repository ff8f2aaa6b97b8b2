package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Contexts with rankings of the actions: in context z, action a has rank (a − z) modulo the number
 * of actions, and both its probability and its mean reward depend on the rank.
 */
public final class RankedContexts {
  private RankedContexts() {}

  /**
   * 1,000 contexts, 500 episodes, five actions: nearly every context is met once, so only the
   * propensity of the action that was taken is known there. Ranks are taken with 0.2, 0.2, 0.2,
   * 0.36, 0.04 and pay 0.5, 0.5, 0.5, 0.1, 0.9. Uniform: 0.5, against 0.372. Whoever splits the
   * rest evenly takes the logged policy for uniform wherever an action of 0.2 was taken, so for the
   * same as the evaluated one.
   */
  public static HiddenProblem metOnce() {
    List<Double> taken = List.of(0.2, 0.2, 0.2, 0.36, 0.04);
    List<Double> pays = List.of(0.5, 0.5, 0.5, 0.1, 0.9);
    HiddenProcess process = process(1_000, taken, pays);
    return new HiddenProblem(
        "contexts-met-once",
        process,
        HiddenProblem.uniform(5),
        LogDesign.episodes(500).withPropensities(process.behavior()));
  }

  /**
   * 50 contexts, 500 episodes, four actions, and no propensities: the logged policy must be
   * estimated from ten rows in each. Ranks are taken with 0.55, 0.3, 0.1, 0.05 and pay 0.6, 0.5,
   * 0.4, 0.3. Uniform: 0.45, against 0.535.
   */
  public static HiddenProblem estimated() {
    List<Double> taken = List.of(0.55, 0.3, 0.1, 0.05);
    HiddenProcess process = process(50, taken, List.of(0.6, 0.5, 0.4, 0.3));
    return new HiddenProblem(
        "estimated-behavior", process, HiddenProblem.uniform(4), LogDesign.episodes(500));
  }

  /**
   * Ten contexts, 10,000 episodes, ten actions: rank k is taken with a probability in proportion to
   * exp(−1.32·k), the last with 5 in a million, so that weights of the uniform policy reach 20,000
   * and a handful of episodes has nearly all of the weight. The first rank pays 0.05, the others
   * 0.02.
   */
  public static HiddenProblem smallOverlap() {
    List<Double> raw = IntStream.range(0, 10).mapToObj(k -> Math.exp(-1.32 * k)).toList();
    double sum = raw.stream().mapToDouble(p -> p).sum();
    List<Double> pays = IntStream.range(0, 10).mapToObj(k -> k == 0 ? 0.05 : 0.02).toList();
    HiddenProcess process = process(10, raw.stream().map(p -> p / sum).toList(), pays);
    return new HiddenProblem(
        "small-overlap",
        process,
        HiddenProblem.uniform(10),
        LogDesign.episodes(10_000).withPropensities(process.behavior()));
  }

  private static HiddenProcess process(int contexts, List<Double> taken, List<Double> pays) {
    int actions = taken.size();
    Choice ranked = (h, z, a) -> taken.get(Math.floorMod(a - z, actions));
    return HiddenProcess.unit(
        HiddenProcess.names(contexts),
        actions,
        1,
        HiddenProcess.evenly(contexts),
        ranked,
        (h, z, a, to) -> to.bernoulli(pays.get(Math.floorMod(a - z, actions)), HiddenProcess.END));
  }
}
