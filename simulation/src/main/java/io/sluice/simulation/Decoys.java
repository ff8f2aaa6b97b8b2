package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A problem to be fooled by: one good action, which the log nearly always takes, among many that
 * are a little worse and rarely seen. Some of those look best by luck, and whoever trusts them
 * leaves a good policy for a worse one.
 *
 * <p>Rewards are 0 or 1. The next state is uniform, whatever the action.
 *
 * @param good the probability that the good action, the first, pays
 * @param decoy the probability that any of the others pays
 * @param exploring how often the log takes one of the others
 */
public record Decoys(Shape shape, double good, double decoy, double exploring) {
  public Decoys {
    if (shape.actions() < 2) {
      throw new IllegalArgumentException(
          "decoys: needs at least two actions, got " + shape.actions());
    }
  }

  public Environment environment() {
    int states = shape.states();
    Model model =
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              for (int next = 0; next < states; next++) {
                to.add(next, 1.0 / states);
              }
              return a == 0 ? good : decoy;
            });
    double[] start = new double[states];
    Arrays.fill(start, 1.0 / states);
    double each = exploring / (shape.actions() - 1);
    return new Environment(
        "decoys",
        names("s", states),
        names("a", shape.actions()),
        model,
        RewardLaw.BERNOULLI,
        StateVector.of(start),
        Policy.stationary(shape, (x, a) -> a == 0 ? 1 - exploring : each));
  }

  private static List<String> names(String letter, int size) {
    return IntStream.rangeClosed(1, size).mapToObj(i -> letter + i).toList();
  }
}
