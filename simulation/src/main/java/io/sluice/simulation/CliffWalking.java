package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cliff Walking (Sutton and Barto) as Kallus and Uehara (2020) set it up for off-policy evaluation:
 * a walk along a cliff, in which a false step costs a hundred times as much as another.
 *
 * <p>4 × 12 positions, named by row from the top and column; start (3, 0), goal (3, 11). Every move
 * costs 1, but entering (3, 1) … (3, 10) costs 100 and ends the episode, as does the goal. Actions
 * up, right, down, left; moves off the grid stay. No discount.
 *
 * <p>Rewards are in [0, 1] here, (r + 100)/100; a step that an ended episode does not have counts
 * as 1, which is no cost.
 *
 * @param horizon where episodes are cut; published values have none. At 1,000 they differ by less
 *     than 1e-9.
 */
public record CliffWalking(int horizon) {
  private static final int ROWS = 4;
  private static final int COLUMNS = 12;
  private static final int START = 36;
  private static final int GOAL = 47;
  private static final int[][] MOVES = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

  /** What a reward can be, in the authors' units. */
  public static final RewardRange RANGE = new RewardRange(-100, 0);

  /** The authors' π_d, by rows from the top. */
  private static final String PREFERRED =
      "001101232222" + "103111112112" + "111111111112" + "000000000000";

  /** Logged with π_b = 0.8 π_d + 0.2 uniform. */
  public Environment environment() {
    Shape shape = new Shape(ROWS * COLUMNS, MOVES.length, horizon);
    Model model = ModelTable.stationary(shape, (h, x, a, to) -> describe(shape, x, a, to));
    double[] start = new double[shape.states()];
    start[START] = 1;
    List<String> labels = new ArrayList<>();
    for (int x = 0; x < shape.states(); x++) {
      labels.add(x / COLUMNS + "," + x % COLUMNS);
    }
    return new Environment(
        "cliff-walking",
        labels,
        List.of("up", "right", "down", "left"),
        model,
        new Fixed(),
        StateVector.of(start),
        exploring(shape, 0.2),
        ValueRange.of(RANGE, horizon, Optional.empty()));
  }

  /** π_e = 0.9 π_d + 0.1 uniform. */
  public static Policy evaluated(Environment cliff) {
    return exploring(cliff.shape(), 0.1);
  }

  /** A value in the authors' units. */
  public double published(double inUnits) {
    return RANGE.value(inUnits, horizon);
  }

  private static Policy exploring(Shape shape, double share) {
    return Policy.stationary(
        shape, (x, a) -> (1 - share) * (PREFERRED.charAt(x) - '0' == a ? 1 : 0) + share / 4);
  }

  private static double describe(Shape shape, int state, int action, ModelTable.Successors to) {
    int row = state / COLUMNS + MOVES[action][0];
    int column = state % COLUMNS + MOVES[action][1];
    boolean off = row < 0 || row >= ROWS || column < 0 || column >= COLUMNS;
    int next = off ? state : row * COLUMNS + column;
    boolean falls = next > START && next < GOAL;
    to.add(falls || next == GOAL ? shape.end() : next, 1);
    return RANGE.toUnit(falls ? -100 : -1);
  }

  /** Moves and rewards are certain. */
  private static final class Fixed implements RewardLaw {
    @Override
    public double draw(int pair, double mean, double uniform) {
      return mean;
    }

    @Override
    public double variance(int pair, double mean) {
      return 0;
    }
  }
}
