package io.sluice.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Backups;
import io.sluice.model.Model;
import org.junit.jupiter.api.Test;

/**
 * The forest that is left to grow or cut: numbers of pymdptoolbox (BSD-3-Clause), docstring of
 * {@code FiniteHorizon} in src/mdptoolbox/mdp.py @7c96789c.
 *
 * <p>A discount is a chance of the episode being over: with discount 0.9, every step ends it with
 * probability 0.1.
 */
class ForestTest {
  private static final int WAIT = 0;
  private static final int CUT = 1;

  private static Learned optimum(int horizon, double discount) {
    Shape shape = new Shape(3, 2, horizon);
    Table table = new Table(shape);
    double[][] pays = {{0, 0}, {0, 1}, {4, 2}};
    for (int age = 0; age < 3; age++) {
      // it burns with probability 0.1, and is young again; else it grows
      table.outcome(age, WAIT, 0, 0.1 * discount, pays[age][WAIT]);
      table.outcome(age, WAIT, Math.min(age + 1, 2), 0.9 * discount, pays[age][WAIT]);
      table.outcome(age, CUT, 0, discount, pays[age][CUT]);
      for (int action = WAIT; action <= CUT; action++) {
        table.outcome(age, action, shape.end(), 1 - discount, pays[age][action]);
      }
    }
    Model model = table.model();
    return Learner.VI.learn(Backups.exact(model), Policy.uniform(shape));
  }

  @Test
  void discountedValuesOfEveryStageAgree() {
    double[][] expected = {{2.6973, 0.81, 0, 0}, {5.9373, 3.24, 1, 0}, {9.9373, 7.24, 4, 0}};
    Learned learned = optimum(3, 0.9);
    for (int x = 0; x < 3; x++) {
      for (int stage = 0; stage <= 3; stage++) {
        assertThat(learned.values().at(stage + 1).point().at(x))
            .isCloseTo(expected[x][stage], within(1e-12));
      }
    }
  }

  @Test
  void thePolicyCutsOnlyTheMiddleAgedAtTheEnd() {
    int[][] expected = {{WAIT, WAIT, WAIT}, {WAIT, WAIT, CUT}, {WAIT, WAIT, WAIT}};
    var policy = (DeterministicPolicy) optimum(3, 0.9).policy();
    for (int x = 0; x < 3; x++) {
      for (int stage = 0; stage < 3; stage++) {
        assertThat(policy.action(stage + 1, x)).isEqualTo(expected[x][stage]);
      }
    }
  }

  @Test
  void undiscountedValuesOfTenStagesAgree() {
    double[] expected = {26.01, 29.61, 33.61};
    Learned learned = optimum(10, 1);
    for (int x = 0; x < 3; x++) {
      assertThat(learned.values().at(1).point().at(x)).isCloseTo(expected[x], within(0.005));
    }
  }
}
