package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Log;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two states, two actions, two steps, four episodes; one ends early. */
class TransitionCountsByHandTest {
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final TransitionCounts COUNTS =
      new Log(SHAPE)
          .episode(0, 0, 0.5, 1, 1, 1)
          .episode(0, 0, 0.25, 1, 0, 0)
          .episode(0, 0, 1, 0, 1, 0.5)
          .episode(1, 1, 0.75)
          .counts();

  @Test
  void cellsAreSortedByStepStateActionAndNextState() {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < COUNTS.cells(); i++) {
      cells.add(
          "%d: %d,%d→%d n=%d r=%s rr=%s"
              .formatted(
                  COUNTS.step(i),
                  COUNTS.state(i),
                  COUNTS.action(i),
                  COUNTS.next(i),
                  COUNTS.count(i),
                  COUNTS.rewardSum(i),
                  COUNTS.squareSum(i)));
    }
    // (0,0)→1 twice: 0.5 + 0.25 = 0.75, 0.25 + 0.0625 = 0.3125. The end is state 2.
    assertThat(cells)
        .containsExactly(
            "1: 0,0→0 n=1 r=1.0 rr=1.0",
            "1: 0,0→1 n=2 r=0.75 rr=0.3125",
            "1: 1,1→2 n=1 r=0.75 rr=0.5625",
            "2: 0,1→2 n=1 r=0.5 rr=0.25",
            "2: 1,0→2 n=1 r=0.0 rr=0.0",
            "2: 1,1→2 n=1 r=1.0 rr=1.0");
  }

  @Test
  void firstCellsDelimitStepsAndPairs() {
    assertThat(COUNTS.firstCell(1)).isZero();
    assertThat(COUNTS.firstCell(2)).isEqualTo(3);
    assertThat(COUNTS.firstCell(3)).isEqualTo(6); // one past the last
    assertThat(COUNTS.firstCell(1, 0, 1)).isEqualTo(2); // never seen: where it would be
    assertThat(COUNTS.firstCell(1, 1, 1)).isEqualTo(2);
  }

  @Test
  void pairsAddUpTheirNextStates() {
    List<String> pairs = new ArrayList<>();
    COUNTS.forEachPair(
        1, (x, a, n, r, rr) -> pairs.add("%d,%d n=%d r=%s rr=%s".formatted(x, a, n, r, rr)));
    // (0,0): three rows, 1 + 0.75 = 1.75, 1 + 0.3125 = 1.3125
    assertThat(pairs).containsExactly("0,0 n=3 r=1.75 rr=1.3125", "1,1 n=1 r=0.75 rr=0.5625");
  }

  @Test
  void episodesThatEndedAreCountedAtTheEnd() {
    assertThat(COUNTS.episodes()).isEqualTo(4);
    assertThat(COUNTS.visits(1)).isEqualTo(StateVector.withEnd(3, 1, 0));
    // step 2: one episode in state 0, two in state 1, one of four is over
    assertThat(COUNTS.visits(2)).isEqualTo(StateVector.withEnd(1, 2, 1));
    assertThat(COUNTS.distribution(2)).isEqualTo(StateVector.withEnd(0.25, 0.5, 0.25));
  }

  @Test
  void theMeanReturnCountsEveryReward() {
    // (1.5 + 0.25 + 1.5 + 0.75) / 4 = 4 / 4
    assertThat(COUNTS.meanReturn()).isEqualTo(1.0);
  }

  @Test
  void anEmptyLogHasNoMeanAndSaysSo() {
    TransitionCounts none = TransitionCounts.none(SHAPE);
    assertThat(none.episodes()).isZero();
    assertThatThrownBy(none::meanReturn)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("counts: need at least one episode, got none");
    assertThatThrownBy(() -> none.distribution(1)).hasMessageContaining("at least one episode");
    assertThatThrownBy(() -> COUNTS.visits(3)).hasMessage("step must be one of 1 … 2, got 3");
  }

  @Test
  void exactSumsReadBackAsTheNumbersThatWentIn() {
    for (double v : new double[] {0, 0.1, 0.3, 1 / 3.0, 0x1p-7, 1}) {
      assertThat(ExactSum.toDouble(0, ExactSum.toGrid(v))).isEqualTo(v);
    }
    // below 2⁻⁸ a number may be cut, by less than 2⁻⁶⁰ < 10⁻¹⁸
    double small = 1e-5 / 3;
    double cut = ExactSum.toDouble(0, ExactSum.toGrid(small));
    assertThat(cut).isNotEqualTo(small).isLessThan(small).isCloseTo(small, within(1e-18));
    // low as unsigned: 2⁶³ is 8, 2⁶⁴ is 16
    assertThat(ExactSum.toDouble(0, Long.MIN_VALUE)).isEqualTo(8);
    assertThat(ExactSum.toDouble(1, 0)).isEqualTo(16);
    assertThat(ExactSum.toDouble(1, -1)).isEqualTo(32);
  }
}
