package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input 3: what it computes, and what it refuses to be. */
class ShiftEstimateTest {
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final Policy EVEN = Policy.uniform(SHAPE);
  private static final Policy SECOND = Policy.everywhere(SHAPE, 0, 1);

  private static double[] row(ShiftEstimate shift, int state) {
    double[] row = new double[3];
    for (int k = shift.rows().start(state); k < shift.rows().start(state + 1); k++) {
      row[shift.rows().column(k)] = shift.rows().value(k);
    }
    return row;
  }

  @Test
  void byHand() {
    // state 0: action 0 ten times to 0, twenty times to 1, action 1 never
    // state 1: action 0 twenty times to 1, action 1 twenty times over
    TransitionCounts counts =
        new Log(SHAPE)
            .episodes(10, 0, 0, 0, 0, 0, 0)
            .episodes(20, 0, 0, 0, 1, 0, 0)
            .episodes(20, 1, 0, 0, 1, 0, 0)
            .episodes(20, 1, 1, 0)
            .counts();
    ShiftEstimate shift = ShiftEstimate.of(counts, 1, EVEN, SECOND, Holdout.of(counts), 3, 0.1);
    // state 0: the unseen action takes the seen one's row, so nothing moves
    assertThat(row(shift, 0)).containsExactly(new double[] {0, 0, 0}, within(1e-15));
    // state 1: −0.5 of going to 1, +0.5 of the end
    assertThat(row(shift, 1)).containsExactly(new double[] {0, -0.5, 0.5}, within(1e-15));
    // m ln 2 + ln(2|X||A|/δ) = 3 ln 2 + ln 80 = 6.4614682; √(2·6.4614682/30) = 0.6563266, /20:
    // 0.8038326
    // state 0: 0.5·0.6563266 + 0.5·2 = 1.3281633; state 1: 0.8038326
    // mean (30·1.3281633 + 40·0.8038326)/70 = 1.0285457; τ = 0.5: + 4·0.5·√(ln 20/140) = 0.2925617
    assertThat(shift.error()).isCloseTo(1.0285457361359418 + 0.29256170404373016, within(1e-12));
    assertThat(shift.delta()).isEqualTo(0.1);
    assertThat(shift.step()).isEqualTo(1);
  }

  @Test
  void nothingFollowsTheLastStep() {
    TransitionCounts counts = new Log(SHAPE).episode(0, 0, 0, 1, 0, 0).counts();
    ShiftEstimate last = ShiftEstimate.of(counts, 2, EVEN, SECOND, Holdout.of(counts), 3, 0.1);
    assertThat(last.rows().entries()).isZero();
    assertThat(last.error()).isZero();
    assertThat(last.delta()).isZero();
    assertThat(last.step()).isEqualTo(2);
    assertThat(last.rows().rows()).isEqualTo(2);
  }

  @Test
  void whereEveryPairWasSeenItIsThePlugIn() {
    Shape shape = new Shape(4, 3, 3);
    for (int seed = 0; seed < 5; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = random.model(shape, Model.Pooling.PER_STEP, 0.1);
      Policy behavior = random.policy(shape);
      Policy evaluated = random.policy(shape);
      TransitionCounts counts = random.log(truth, random.start(shape), behavior, 3_000);
      Model estimated = Model.estimate(counts, Model.Pooling.PER_STEP);
      for (int h = 1; h < 3; h++) {
        ShiftEstimate shift =
            ShiftEstimate.of(counts, h, behavior, evaluated, Holdout.of(counts), 5, 0.1);
        for (int x = 0; x < 4; x++) {
          double[] expected = Dense.shift(estimated, behavior, h, x, evaluated);
          double[] actual = new double[5];
          for (int k = shift.rows().start(x); k < shift.rows().start(x + 1); k++) {
            actual[shift.rows().column(k)] = shift.rows().value(k);
          }
          assertThat(actual).containsExactly(expected, within(1e-12));
        }
      }
    }
  }

  @Test
  void fewerPossibleSuccessorsAreASmallerError() {
    TransitionCounts counts = new Log(SHAPE).episodes(500, 0, 0, 0, 1, 0, 0).counts();
    Holdout holdout = Holdout.of(counts);
    double three = ShiftEstimate.of(counts, 1, EVEN, SECOND, holdout, 3, 0.1).error();
    double two = ShiftEstimate.of(counts, 1, EVEN, SECOND, holdout, 2, 0.1).error();
    assertThat(two).isLessThan(three);
  }

  @Test
  void rowsSumToZero() {
    assertThatThrownBy(() -> of(0, 0.5, -0.4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 1, state 1")
        .hasMessageContaining("sums to 0")
        .hasMessageContaining("got sum " + (0.5 - 0.4));
    assertThatThrownBy(() -> of(0, Double.NaN, 0)).hasMessageContaining("NaN");
    assertThat(of(0, 0.5, -0.5).rows().entries()).isEqualTo(2);
  }

  @Test
  void rowsMoveNoMoreThanEverything() {
    assertThat(of(0, 1, -1).rows().entries()).isEqualTo(2);
    assertThatThrownBy(() -> of(0, 1.5, -1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("state 1")
        .hasMessageContaining("‖·‖₁ = 3.0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN})
  void theErrorIsNotBelowZero(double error) {
    assertThatThrownBy(() -> of(error, 0.5, -0.5))
        .hasMessage("shift at step 1: the error must be at least 0, got " + error);
  }

  /** State 0 does not move, state 1 as given. */
  private static ShiftEstimate of(double error, double... row) {
    SparseRows.Writer rows = new SparseRows.Writer(2, 0);
    rows.endRow();
    for (int y = 0; y < row.length; y++) {
      rows.entry(y, row[y]);
    }
    rows.endRow();
    return new ShiftEstimate(1, rows.done(), error, 0.05);
  }
}
