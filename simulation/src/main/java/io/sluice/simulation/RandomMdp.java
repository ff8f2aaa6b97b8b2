package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Random problems between bandit and planning: P(·|x,a) = (1−λ)·P₀(·|x) + λ·P₁(·|x,a).
 *
 * <p>At λ = 0 actions never move the next state; at 1 every action has next states of its own.
 *
 * @param successors how many next states P₀ and P₁ have each
 * @param shiftWeight λ
 * @param endProbability the probability, at any step and whatever the action, that the episode ends
 *     there
 */
public record RandomMdp(Shape shape, int successors, double shiftWeight, double endProbability) {
  public RandomMdp {
    if (!(shiftWeight >= 0 && shiftWeight <= 1) || !(endProbability >= 0 && endProbability < 1)) {
      throw new IllegalArgumentException(
          "random MDP: the weight of the shift must lie in [0, 1] and the end probability in [0, 1), got %s and %s"
              .formatted(shiftWeight, endProbability));
    }
    if (successors < 1) {
      throw new IllegalArgumentException(
          "random MDP: needs at least one successor, got " + successors);
    }
  }

  public static RandomMdp of(int states, int actions, int horizon, double shiftWeight) {
    return new RandomMdp(new Shape(states, actions, horizon), Math.min(states, 5), shiftWeight, 0);
  }

  /** One such problem, the same at every step. */
  public Environment environment(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return environment(random, ModelTable.stationary(shape, rule(random, 1)));
  }

  /** One such problem, different at every step. */
  public Environment changingEnvironment(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return environment(random, ModelTable.perStep(shape, rule(random, shape.horizon())));
  }

  private Environment environment(SplittableRandom random, Model model) {
    StateVector start = StateVector.of(distribution(random, shape.states()));
    return new Environment(
        "random-mdp",
        IntStream.rangeClosed(1, shape.states()).mapToObj(i -> "s" + i).toList(),
        List.copyOf(IntStream.rangeClosed(1, shape.actions()).mapToObj(i -> "a" + i).toList()),
        model,
        RewardLaw.BERNOULLI,
        start,
        policy(random, 0.1));
  }

  /**
   * A random policy that gives every action at least the share {@code floor} of a uniform choice.
   */
  public Policy policy(SplittableRandom random, double floor) {
    double[][] table = new double[shape.states()][];
    for (int x = 0; x < shape.states(); x++) {
      table[x] = distribution(random, shape.actions());
    }
    double uniform = 1.0 / shape.actions();
    return Policy.stationary(shape, (x, a) -> floor * uniform + (1 - floor) * table[x][a]);
  }

  private ModelTable.Rule rule(SplittableRandom random, int steps) {
    int[][][] sharedNext = new int[steps][shape.states()][];
    double[][][] sharedWeight = new double[steps][shape.states()][];
    for (int h = 0; h < steps; h++) {
      for (int x = 0; x < shape.states(); x++) {
        sharedNext[h][x] = random.ints(successors, 0, shape.states()).toArray();
        sharedWeight[h][x] = distribution(random, successors);
      }
    }
    double goesOn = 1 - endProbability;
    return (h, x, a, to) -> {
      int[] next = random.ints(successors, 0, shape.states()).toArray();
      double[] weight = distribution(random, successors);
      for (int i = 0; i < successors; i++) {
        to.add(next[i], goesOn * shiftWeight * weight[i]);
        to.add(sharedNext[h - 1][x][i], goesOn * (1 - shiftWeight) * sharedWeight[h - 1][x][i]);
      }
      to.add(shape.end(), endProbability);
      return random.nextDouble();
    };
  }

  private static double[] distribution(SplittableRandom random, int size) {
    double[] weights = random.doubles(size).map(u -> -Math.log1p(-u)).toArray();
    double sum = 0;
    for (double w : weights) {
      sum += w;
    }
    for (int i = 0; i < size; i++) {
      weights[i] /= sum;
    }
    return weights;
  }
}
