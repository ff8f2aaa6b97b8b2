package io.sluice.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids of other people, with their published values. Actions: 0 left, 1 down, 2 right, 3 up. */
class GridTest {
  private static final String[] FOUR = {"SFFF", "FHFH", "FFFH", "HFFG"};
  private static final String[] EIGHT = {
    "SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF", "FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"
  };

  /** The cell reached by an action; walls keep the position. */
  private static int move(int side, int cell, int action) {
    int row = cell / side + (action == 1 ? 1 : action == 3 ? -1 : 0);
    int column = cell % side + (action == 2 ? 1 : action == 0 ? -1 : 0);
    boolean inside = row >= 0 && row < side && column >= 0 && column < side;
    return inside ? row * side + column : cell;
  }

  /**
   * Sutton and Barto's figure 4.1: corners 0 and 15 are absorbing, every move costs 1. Numbers from
   * AI-Toolbox, test/MDP/PolicyEvaluationTests.cpp @05c935cc.
   */
  private static double[] randomWalk(int horizon) {
    Shape shape = new Shape(16, 4, horizon);
    Table table = new Table(shape);
    for (int x = 0; x < 16; x++) {
      for (int a = 0; a < 4; a++) {
        boolean corner = x == 0 || x == 15;
        table.outcome(x, a, corner ? x : move(4, x, a), 1, corner ? 0 : -1);
      }
    }
    StateVector values = Backups.exact(table.model()).evaluate(Policy.uniform(shape)).at(1).point();
    return java.util.Arrays.copyOf(values.toArray(), 16);
  }

  @Test
  void theRandomWalkOfSuttonAndBartoAgreesAfterTwoSteps() {
    assertThat(randomWalk(2))
        .containsExactly(0, -1.75, -2, -2, -1.75, -2, -2, -2, -2, -2, -2, -1.75, -2, -2, -1.75, 0);
  }

  @Test
  void theRandomWalkOfSuttonAndBartoAgreesAfterThreeSteps() {
    assertThat(randomWalk(3))
        .containsExactly(
            0, -2.4375, -2.9375, -3, -2.4375, -2.875, -3, -2.9375, -2.9375, -3, -2.875, -2.4375, -3,
            -2.9375, -2.4375, 0);
  }

  @Test
  void theRandomWalkOfSuttonAndBartoAgreesAfterTenSteps() {
    double[] expected = {
      0, -6.138, -8.3524, -8.9673, -6.138, -7.7374, -8.4278, -8.3524, -8.3524, -8.4278, -7.7374,
      -6.138, -8.9673, -8.3524, -6.138, 0
    };
    assertThat(randomWalk(10)).containsExactly(expected, within(5e-5)); // given to 4 places
  }

  /** Gymnasium's frozen_lake.py @04b863db (MIT): slippery, a third each way but back. */
  private static Model frozenLake(String[] map, int horizon) {
    int side = map.length;
    Shape shape = new Shape(side * side, 4, horizon);
    Table table = new Table(shape);
    for (int x = 0; x < shape.states(); x++) {
      boolean over = "HG".indexOf(map[x / side].charAt(x % side)) >= 0;
      for (int a = 0; a < 4; a++) {
        for (int turn = 3; turn <= 5; turn++) {
          int next = move(side, x, (a + turn) % 4);
          boolean goal = map[next / side].charAt(next % side) == 'G';
          table.outcome(x, a, over ? shape.end() : next, 1 / 3.0, !over && goal ? 1 : 0);
        }
      }
    }
    return table.model();
  }

  @ParameterizedTest
  @CsvSource({
    "4, 6, 0.004115, 0.000732, 5e-7",
    "4, 10, 0.041406, 0.005476, 5e-7",
    "4, 20, 0.199133, 0.012445, 5e-7",
    "4, 50, 0.545909, 0.013935, 5e-7",
    "4, 100, 0.74419, 0.01394, 5e-6",
    "8, 200, 0.9132202, 0.0019014, 5e-8"
  })
  void frozenLakeAgrees(int side, int horizon, double optimal, double random, double places) {
    Model model = frozenLake(side == 4 ? FOUR : EIGHT, horizon);
    Backups exact = Backups.exact(model);
    Policy uniform = Policy.uniform(model.shape());
    assertThat(Learner.VI.learn(exact, uniform).values().at(1).point().at(0))
        .isCloseTo(optimal, within(places));
    assertThat(exact.evaluate(uniform).at(1).point().at(0)).isCloseTo(random, within(places));
  }
}
