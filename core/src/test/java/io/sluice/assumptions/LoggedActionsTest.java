package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;

/** Actions of a state between steps, by hand. */
class LoggedActionsTest {
  /** In the one state the action changes after the first step, in the other it does not. */
  @Test
  void stepsAreComparedWithinStates() {
    Shape shape = new Shape(2, 3, 3);
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 0; i < 4; i++) {
      rows.add(1, 0, 0, shape.end(), 0);
      rows.add(2, 0, 2, shape.end(), 0);
      rows.add(1, 1, 1 + i % 2, shape.end(), 0);
      rows.add(2, 1, 1 + i % 2, shape.end(), 0);
      rows.add(3, 0, 2, shape.end(), 0);
      rows.add(3, 1, 1 + i % 2, shape.end(), 0);
    }
    Comparison found = LoggedActions.byStep(rows.toCounts());
    assertThat(found.test().statistic())
        .isCloseTo(12, within(1e-12)); // 4 of the one, 8 of the other: n; and 0
    assertThat(found.test().tables()).isEqualTo(2);
    assertThat(found.rows()).isEqualTo(24);
  }
}
