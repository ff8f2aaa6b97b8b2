package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * Wet Chicken, the river of Hans and Udluft (2009) in the 5 × 5 version of Scholl et al. (2022): a
 * canoe earns more the nearer it comes to the waterfall, and starts again if it falls.
 *
 * <p>At (x, y), y being the distance from the slow bank, the stream moves v = 3y/5 and the
 * turbulence is s = 3.5 − v: with τ uniform on [−1, 1], the next x is x + a_x + v + s·τ, rounded
 * and kept at 0 or more; above 4 the canoe falls, back to (0, 0). The next y is y + a_y, kept on
 * the river. Actions (a_x, a_y): drift (0, 0), neutral (−1, 0), paddle back (−2, 0), left (0, −1),
 * right (0, 1).
 *
 * <p>A step earns the x that it arrives at, here divided by 4 so that rewards lie in [0, 1]. States
 * are numbered 5x + y; an episode starts at (0, 0).
 *
 * @param horizon H
 * @param exploring ε: logged with a heuristic that, with this probability, acts uniformly instead
 */
public record WetChicken(int horizon, double exploring) {
  private static final int SIDE = 5;

  /** The largest reward in the authors' units. */
  public static final int MOST = SIDE - 1;

  private static final int[][] MOVES = {{0, 0}, {-1, 0}, {-2, 0}, {0, -1}, {0, 1}};
  private static final int DRIFT = 0;
  private static final int NEUTRAL = 1;
  private static final int PADDLE = 2;
  private static final int LEFT = 3;
  private static final int RIGHT = 4;

  public WetChicken {
    if (!(exploring >= 0 && exploring <= 1)) {
      throw new IllegalArgumentException(
          "wet chicken: the probability of exploring must lie in [0, 1], got " + exploring);
    }
  }

  /** Logged with ε = 0.1, as published. */
  public static WetChicken of(int horizon) {
    return new WetChicken(horizon, 0.1);
  }

  public Environment environment() {
    Shape shape = new Shape(SIDE * SIDE, MOVES.length, horizon);
    Model model = ModelTable.stationary(shape, (h, state, a, to) -> describe(state, a, to));
    double[] start = new double[shape.states()];
    start[0] = 1;
    List<String> labels = new ArrayList<>();
    for (int state = 0; state < shape.states(); state++) {
      labels.add(state / SIDE + "," + state % SIDE);
    }
    Policy heuristic =
        Policy.stationary(shape, (state, a) -> a == heuristic(state / SIDE, state % SIDE) ? 1 : 0);
    return new Environment(
        "wet-chicken",
        labels,
        List.of("drift", "neutral", "paddle-back", "left", "right"),
        model,
        new Arrival(),
        StateVector.of(start),
        Policy.mixture(exploring, Policy.uniform(shape), heuristic));
  }

  private static double describe(int state, int action, ModelTable.Successors to) {
    int x = state / SIDE;
    int y = state % SIDE;
    double stream = 3.0 * y / SIDE;
    double turbulence = 3.5 - stream;
    double lowest = x + MOVES[action][0] + stream - turbulence;
    double highest = lowest + 2 * turbulence;
    int nextY = Math.max(0, Math.min(SIDE - 1, y + MOVES[action][1]));
    double mean = 0;
    for (int nextX = 0; nextX <= SIDE; nextX++) {
      double from = nextX == 0 ? lowest : Math.max(lowest, nextX - 0.5);
      double until = nextX == SIDE ? highest : Math.min(highest, nextX + 0.5);
      double probability = Math.max(0, until - from) / (2 * turbulence);
      boolean falls = nextX == SIDE;
      to.add(falls ? 0 : SIDE * nextX + nextY, probability);
      mean += falls ? 0 : probability * nextX / MOST;
    }
    return mean;
  }

  /** Stay in the middle, go down the river, and paddle back before the waterfall. */
  private static int heuristic(int x, int y) {
    if (x > 2) {
      return PADDLE;
    }
    if (y != 2) {
      return y < 2 ? RIGHT : LEFT;
    }
    return x == 2 ? PADDLE : x == 1 ? NEUTRAL : DRIFT;
  }

  /** What is earned depends on where the canoe arrives, and on nothing else. */
  private static final class Arrival implements RewardLaw {
    @Override
    public double draw(int pair, double mean, double uniform) {
      return mean;
    }

    /** Not of its own: what a step earns is where it arrives. */
    @Override
    public double variance(int pair, double mean) {
      throw new UnsupportedOperationException("wet chicken: rewards depend on the next state");
    }

    @Override
    public double draw(int pair, double mean, int next, double uniform) {
      int downstream = next / SIDE;
      return downstream / (double) MOST;
    }
  }
}
