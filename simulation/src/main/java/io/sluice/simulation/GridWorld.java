package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A grid to walk on towards a goal that pays 1 on entering and is never left: every action leads
 * somewhere else, so planning is all there is.
 *
 * <p>States are (column, row) from 0, row by row; actions left, right, up (row + 1), down; walls
 * keep the position.
 *
 * @param startColumn −1, with the row −1, to start uniformly on the grid, as one sentence of the
 *     paper has it
 */
public record GridWorld(
    int columns,
    int rows,
    int startColumn,
    int startRow,
    int goalColumn,
    int goalRow,
    int horizon) {
  private static final int[][] MOVES = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}};

  public GridWorld {
    boolean uniform = startColumn == -1 && startRow == -1;
    if (!on(goalColumn, goalRow, columns, rows)
        || !uniform && !on(startColumn, startRow, columns, rows)) {
      throw new IllegalArgumentException(
          "GridWorld: start and goal must lie on the %s × %s grid, got (%s, %s) and (%s, %s)"
              .formatted(columns, rows, startColumn, startRow, goalColumn, goalRow));
    }
  }

  /** The paper's: 8 × 3, from (1, 1) to (2, 2) in 3 steps. */
  public static GridWorld paper() {
    return new GridWorld(8, 3, 1, 1, 2, 2, 3);
  }

  /** The same grid, started uniformly. */
  public GridWorld uniformStart() {
    return new GridWorld(columns, rows, -1, -1, goalColumn, goalRow, horizon);
  }

  /** Logged with (0.20, 0.10, 0.50, 0.20), as in the paper. */
  public Environment environment() {
    Shape shape = new Shape(columns * rows, 4, horizon);
    int goal = state(goalColumn, goalRow);
    Model model =
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              int column = x % columns + MOVES[a][0];
              int row = x / columns + MOVES[a][1];
              boolean wall = column < 0 || column >= columns || row < 0 || row >= rows;
              int next = x == goal || wall ? x : state(column, row);
              to.add(next, 1);
              return next == goal && x != goal ? 1 : 0;
            });
    double[] start = new double[shape.states()];
    if (startColumn < 0) {
      Arrays.fill(start, 1.0 / shape.states());
    } else {
      start[state(startColumn, startRow)] = 1;
    }
    List<String> labels = new ArrayList<>();
    for (int x = 0; x < shape.states(); x++) {
      labels.add(x % columns + "," + x / columns);
    }
    return new Environment(
        "grid-world",
        labels,
        List.of("left", "right", "up", "down"),
        model,
        RewardLaw.BERNOULLI,
        StateVector.of(start),
        Policy.everywhere(shape, 0.2, 0.1, 0.5, 0.2));
  }

  /** The paper's evaluated policies: (0.25, 0.20, 0.55−λ, λ) everywhere. */
  public static Policy evaluated(Environment grid, double lambda) {
    return Policy.everywhere(grid.shape(), 0.25, 0.2, 0.55 - lambda, lambda);
  }

  private static boolean on(int column, int row, int columns, int rows) {
    return column >= 0 && column < columns && row >= 0 && row < rows;
  }

  private int state(int column, int row) {
    return row * columns + column;
  }
}
