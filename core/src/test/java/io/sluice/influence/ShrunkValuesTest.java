package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Values that borrow from other rows, on three rows by hand. */
class ShrunkValuesTest {
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Policy EVALUATED = Policy.everywhere(SHAPE, 0.5, 0.5);

  /**
   * Step 1: state 0, action 0, reward 1, to state 1, twice. Step 2: state 1, action 1, reward ½.
   */
  private static TransitionCounts counts() {
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    counts.add(1, 0, 0, 1, 1);
    counts.add(1, 0, 0, 1, 1);
    counts.add(2, 1, 1, SHAPE.end(), 0.5);
    counts.add(2, 1, 1, SHAPE.end(), 0.5);
    return counts.toCounts();
  }

  private static PolicyValues values(ValueRange range, double kappa) {
    return ShrunkValues.of(
        counts(), Model.estimate(counts(), Pooling.POOLED), range, EVALUATED, kappa);
  }

  @Test
  void withoutShrinkageTheyArePlainMeansAndNothingElse() {
    PolicyValues q = values(ValueRange.of(SHAPE), 0);
    assertThat(q.actionValue(2, 1, 1)).isEqualTo(0.5);
    assertThat(q.actionValue(2, 1, 0)).isZero();
    assertThat(q.value(2, 1)).isEqualTo(0.25); // ½·0 + ½·0.5
    assertThat(q.actionValue(1, 0, 0)).isEqualTo(1.25); // 1 + V̂_2(1)
    assertThat(q.actionValue(1, 0, 1)).isZero();
  }

  @Test
  void pairsNeverSeenBorrowFromTheirStateStepAndLog() {
    PolicyValues q = values(ValueRange.of(SHAPE), 1);
    // Step 2, where y is the reward. The log's mean (1 + 1 + ½ + ½)/4 = ¾; the step's
    // (1 + ¾)/(2+1) = 7/12; state 1: (1 + 7/12)/(2+1) = 19/36; state 0: (2 + 7/12)/3 = 31/36.
    double one = 19 / 36.0;
    double zero = 31 / 36.0;
    assertThat(q.actionValue(2, 1, 0)).isCloseTo(one, CLOSE);
    assertThat(q.actionValue(2, 0, 1)).isCloseTo(zero, CLOSE);
    // Pair (1,1) over all steps: (1 + 19/36)/3; at its step: (1 + that)/3.
    double seen = (1 + (1 + one) / 3) / 3;
    assertThat(q.actionValue(2, 1, 1)).isCloseTo(seen, CLOSE);
    // Pair (0,0) was seen at step 1 only, and helps at step 2: (2 + 31/36)/3.
    assertThat(q.actionValue(2, 0, 0)).isCloseTo((2 + zero) / 3, CLOSE);
    assertThat(q.value(2, 1)).isCloseTo((one + seen) / 2, CLOSE);
    // Step 1: only pair (0,0) is known to lead anywhere, to state 1, so y = 1 + V̂_2(1) all over.
    double y = 1 + (one + seen) / 2;
    for (int pair = 0; pair < 4; pair++) {
      assertThat(q.actionValue(1, pair / 2, pair % 2)).isCloseTo(y, CLOSE);
    }
  }

  /** A return of 1.2 to 1.8: from step 2 on at least 0.2, as step 1 pays at most 1. */
  @Test
  void bothEndsOfTheReturnRangeClipActionValues() {
    PolicyValues q = values(new ValueRange(2, 1.8, 0, 1.2), 0);
    assertThat(q.actionValue(2, 1, 0)).isCloseTo(0.2, CLOSE); // never seen, 0
    assertThat(q.value(2, 1)).isCloseTo(0.35, CLOSE); // of clipped Q̂, not clipped itself
    assertThat(q.actionValue(1, 0, 0)).isCloseTo(1.35, CLOSE);
    assertThat(q.actionValue(1, 1, 0)).isCloseTo(1.2, CLOSE);
    assertThat(values(new ValueRange(2, 1.1), 0).actionValue(1, 0, 0)).isEqualTo(1.1);
  }

  @Test
  void valuesAreMeansOfActionValuesExactly() {
    PolicyValues q = values(new ValueRange(2, 1.1, 0.25), 1);
    for (int h = 1; h <= 2; h++) {
      for (int x = 0; x < 2; x++) {
        double mean = 0.5 * q.actionValue(h, x, 0) + 0.5 * q.actionValue(h, x, 1);
        assertThat(q.value(h, x)).isEqualTo(mean);
      }
    }
    assertThat(q.value(2, SHAPE.end())).isEqualTo(0.25);
    assertThat(q.value(3, SHAPE.end())).isZero();
  }

  @Test
  void negativeShrinkageIsRefused() {
    assertThatThrownBy(() -> values(ValueRange.of(SHAPE), -1))
        .hasMessage("shrunken values: κ must be at least 0, got -1.0");
  }
}
