package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.List;

/**
 * Small enough to work out by hand, and noisy in nothing but where it goes: who waits may toss a
 * coin, to wait again or to arrive, or leave. Having arrived pays 1 and is the end.
 */
public final class CoinWalk {
  private CoinWalk() {}

  /** Starts with waiting; logged with ½ and ½. */
  public static Environment of(int horizon) {
    Shape shape = new Shape(2, 2, horizon);
    return new Environment(
        "coin-walk",
        List.of("waiting", "arrived"),
        List.of("toss", "leave"),
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              if (x == 0 && a == 0) {
                to.add(0, 0.5);
                to.add(1, 0.5);
              } else {
                to.add(shape.end(), 1);
              }
              return x;
            }),
        RewardLaw.BERNOULLI,
        StateVector.of(1, 0),
        Policy.uniform(shape));
  }

  public static Policy alwaysToss(Environment walk) {
    return Policy.everywhere(walk.shape(), 1, 0);
  }
}
