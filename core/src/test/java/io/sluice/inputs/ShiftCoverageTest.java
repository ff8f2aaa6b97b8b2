package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import io.sluice.model.Occupancy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often Input 3's mean L1 error over the true states of the step exceeds what it says, over
 * 1,000 seeded logs at δ = 0.1.
 *
 * <p>100 misses are allowed in the mean; a bound that misses with probability 0.05 or less exceeds
 * that with probability P(Bin(1000, 0.05) &gt; 100) &lt; 1e-9. The control: a tenth of the bound
 * must miss more than 100 times.
 */
class ShiftCoverageTest {
  private static final int RUNS = 1_000;
  private static final int ALLOWED = 100;
  private static final Shape SHAPE = new Shape(3, 2, 3);

  private final RandomMdps random = new RandomMdps(9);
  private final Model truth = random.model(SHAPE, Model.Pooling.PER_STEP, 0.1);
  private final Policy behavior = random.policy(SHAPE);
  private final Policy evaluated = random.policy(SHAPE);
  private final StateVector start = random.start(SHAPE);

  /**
   * Runs whose error exceeds the shrunk bound.
   *
   * @param episodes few of them leave pairs unseen
   */
  private int misses(int step, int episodes, double shrink) {
    List<StateVector> states = Occupancy.forward(truth, behavior, start);
    int misses = 0;
    for (int i = 0; i < RUNS; i++) {
      TransitionCounts counts = random.log(truth, start, behavior, episodes);
      Holdout holdout = Holdout.of(random.log(truth, start, behavior, episodes));
      ShiftEstimate shift = ShiftEstimate.of(counts, step, behavior, evaluated, holdout, 4, 0.1);
      double error = 0;
      for (int x = 0; x < SHAPE.states(); x++) {
        error += states.get(step - 1).at(x) * distance(shift, step, x);
      }
      misses += error > shrink * shift.error() ? 1 : 0;
    }
    return misses;
  }

  /** ‖Δ̂(·|x,π) − Δ(·|x,π)‖₁. */
  private double distance(ShiftEstimate shift, int step, int state) {
    double[] row = Dense.shift(truth, behavior, step, state, evaluated);
    for (int k = shift.rows().start(state); k < shift.rows().start(state + 1); k++) {
      row[shift.rows().column(k)] -= shift.rows().value(k);
    }
    double sum = 0;
    for (double d : row) {
      sum += Math.abs(d);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 200})
  void theErrorIsWithinItsBound(int episodes) {
    assertThat(misses(1, episodes, 1)).isLessThanOrEqualTo(ALLOWED);
    assertThat(misses(2, episodes, 1)).isLessThanOrEqualTo(ALLOWED);
  }

  @Test
  void aTenthOfTheBoundIsFoundOut() {
    assertThat(misses(1, 200, 0.1)).isGreaterThan(ALLOWED);
    assertThat(misses(2, 200, 0.1)).isGreaterThan(ALLOWED);
  }
}
