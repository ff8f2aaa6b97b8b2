package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.junit.jupiter.api.Test;

/** What shrinking the shift comes to with many rows, and with many next states. */
class ShiftNoiseLimitTest {
  /**
   * What is kept where actions move the next state, and where they do not: one state of departure,
   * twenty to go to, three actions, 30 logs each. All seeds fixed.
   */
  @Test
  void withDataAllIsKeptWhereActionsMoveTheStateAndLittleWhereTheyDoNot() {
    // Seen: 0.60, and 0.9935.
    assertThat(meanKept(0.5, 300)).isBetween(0.4, 0.8);
    assertThat(meanKept(0.5, 30_000)).isGreaterThan(0.99);
    // Seen: 0.12, 0.11 and 0.10. Not 0, because noise exceeds its mean in about every second log.
    for (int episodes : new int[] {300, 3_000, 30_000}) {
      assertThat(meanKept(0, episodes)).as("%d episodes", episodes).isLessThan(0.15);
    }
  }

  /** Over logs and actions. */
  private static double meanKept(double dial, int episodes) {
    Shape shape = new Shape(20, 3, 2);
    double sum = 0;
    for (int seed = 1; seed <= 30; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = mixed(random.model(shape, Pooling.POOLED, 0), dial);
      double[] start = new double[20];
      start[0] = 1;
      Policy behavior = Policy.everywhere(shape, 0.2, 0.3, 0.5);
      Model model =
          Model.estimate(
              random.log(truth, StateVector.of(start), behavior, episodes), Pooling.PER_STEP);
      InducedShift shift = InducedShift.of(model, behavior);
      StateVector zero = StateVector.constant(shape, 0);
      ShiftNoise noise =
          new ShiftNoise(shift, 1, ValueArrays.of(new StepValues(zero, zero, zero))).at(0);
      for (int a = 0; a < 3; a++) {
        sum += noise.kept(a) / 90;
      }
    }
    return sum;
  }

  /**
   * Of a bandit with n next states, all alike, Σ|Δ̂|Γ grows as √n and what is charged in its place
   * as n^¼: shrinking pays from dozens of next states on.
   */
  @Test
  void shrinkingPaysWhereStatesHaveManyNextStates() {
    assertThat(carriedShare(5)).isBetween(0.95, 1.0);
    assertThat(carriedShare(400)).isBetween(0.4, 0.7);
  }

  /** Σπ_b·carried with the shrunk shift, over that with the plug-in, of one log. */
  private static double carriedShare(int states) {
    Shape shape = new Shape(states, 2, 2);
    SparseRows.Writer rows = new SparseRows.Writer(2 * states, 0);
    for (int i = 0; i < 2 * states; i++) {
      for (int y = 0; y < states; y++) {
        rows.entry(y, 1.0 / states);
      }
      rows.endRow();
    }
    Model truth = Model.known(shape, Pooling.POOLED, new double[2 * states], rows.done());
    double[] start = new double[states];
    start[0] = 1;
    Policy behavior = Policy.uniform(shape);
    Model model =
        Model.estimate(
            new RandomMdps(3).log(truth, StateVector.of(start), behavior, 20_000),
            Pooling.PER_STEP);
    InducedShift plain = InducedShift.of(model, behavior);
    StateVector low = StateVector.constant(shape, 0);
    StepValues next =
        new StepValues(low, StateVector.constant(shape, 0.5), StateVector.constant(shape, 1));
    double[] carried = new double[2];
    for (int i = 0; i < 2; i++) {
      ActionValues q =
          Backups.of(model, Bonus.paper(shape, 0.1), ValueRange.of(shape))
              .withShift(i == 0 ? plain : plain.shrunk())
              .actionValues(1, next)
              .at(0);
      carried[i] = (q.carried(0) + q.carried(1)) / 2;
    }
    return carried[1] / carried[0];
  }

  /** (1−dial)·P(·|x, first action) + dial·P(·|x,a). */
  private static Model mixed(Model model, double dial) {
    Shape shape = model.shape();
    int pairs = model.next().rows();
    SparseRows.Writer rows = new SparseRows.Writer(pairs, 0);
    double[] reward = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      double[] row = new double[shape.states()];
      int first = i - i % shape.actions();
      for (int k = model.next().start(first); k < model.next().start(first + 1); k++) {
        row[model.next().column(k)] += (1 - dial) * model.next().value(k);
      }
      for (int k = model.next().start(i); k < model.next().start(i + 1); k++) {
        row[model.next().column(k)] += dial * model.next().value(k);
      }
      for (int y = 0; y < row.length; y++) {
        if (row[y] > 0) {
          rows.entry(y, row[y]);
        }
      }
      rows.endRow();
    }
    return Model.known(shape, Pooling.POOLED, reward, rows.done());
  }
}
