package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;

/** Episodes that were cut off: where they would be, and what they would earn. */
class WholeEpisodesByHandTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int END = 2;

  /**
   * Two states, one action, three steps, four episodes: A→B→A whole with rewards 1, 0, 1; A→B→A cut
   * off in A at step 3 with rewards 0, 1; A→B cut off in B at step 2 with reward 1; A ended with
   * reward 0.
   */
  private static TransitionCounts counts() {
    CountsAccumulator rows = new CountsAccumulator(new Shape(2, 1, 3));
    rows.add(1, A, 0, B, 1);
    rows.add(2, B, 0, A, 0);
    rows.add(3, A, 0, END, 1);
    rows.add(1, A, 0, B, 0);
    rows.add(2, B, 0, A, 1);
    rows.add(1, A, 0, B, 1);
    rows.add(1, A, 0, END, 0);
    return rows.toCounts();
  }

  @Test
  void statesAreThoseOfWholeEpisodes() {
    TransitionCounts counts = counts();
    assertThat(counts.cutEpisodes()).isEqualTo(2);
    // Of 4 rows at A, 3 go to B and 1 ends. Of 2 rows at B, both go to A: all of ¾ do.
    assertThat(counts.distribution(1).toArray()).containsExactly(1, 0, 0);
    assertThat(counts.distribution(2).toArray()).containsExactly(0, 0.75, 0.25);
    assertThat(counts.distribution(3).toArray()).containsExactly(0.75, 0, 0.25);
    // The shares of the episodes that have rows would be ½ at step 2 and ¼ at step 3.
    assertThat(counts.visits(2).toArray()).containsExactly(0, 2, 1);
    assertThat(counts.visits(3).toArray()).containsExactly(1, 0, 1);
  }

  @Test
  void rowsWeighOneOverTheProbabilityOfBeingObserved() {
    // 4·¾/2 = 1.5 at step 2, 4·¾/1 = 3 at step 3.
    assertThat(counts().weight(1, A)).isEqualTo(1);
    assertThat(counts().weight(2, B)).isEqualTo(1.5);
    assertThat(counts().weight(3, A)).isEqualTo(3);
    assertThat(counts().weight(3, B)).isZero(); // no row
  }

  @Test
  void theMeanReturnIsThatOfWholeEpisodes() {
    // (1+0+1+0)/4 + ¾·(0+1)/2 + ¾·1 = 0.5 + 0.375 + 0.75. Of what was logged it is (2+1+1+0)/4 = 1.
    assertThat(counts().meanReturn()).isCloseTo(1.625, within(1e-15));
    // A quarter has ended before steps 2 and 3: (¼ + ¼)·½ more.
    assertThat(counts().meanReturn(0.5)).isCloseTo(1.875, within(1e-15));
  }

  @Test
  void aStateThatNobodyWentOnFromBorrowsFromOtherSteps() {
    CountsAccumulator rows = new CountsAccumulator(new Shape(2, 1, 3));
    rows.add(1, A, 0, A, 0);
    rows.add(2, A, 0, A, 0);
    rows.add(3, A, 0, END, 0);
    rows.add(1, A, 0, B, 0);
    rows.add(2, B, 0, B, 1); // cut off in B at step 3, where there is no row
    // Half are in B at steps 2 and 3; its one row earned 1: ½ + ½.
    assertThat(rows.toCounts().distribution(3).toArray()).containsExactly(0.5, 0.5, 0);
    assertThat(rows.toCounts().meanReturn()).isEqualTo(1);
  }

  @Test
  void aStateWithoutRowsIsTakenToBeAsTheOthersAre() {
    CountsAccumulator rows = new CountsAccumulator(new Shape(2, 1, 2));
    rows.add(1, A, 0, A, 0);
    rows.add(2, A, 0, END, 1);
    rows.add(1, A, 0, B, 0); // cut off in B, which begins no row
    assertThat(rows.toCounts().distribution(2).toArray()).containsExactly(1, 0, 0);
    assertThat(rows.toCounts().meanReturn()).isEqualTo(1);
  }

  @Test
  void countsOfTwoLogsAddUpWithTheirCuts() {
    TransitionCounts twice = counts().plus(counts());
    assertThat(twice.cutEpisodes()).isEqualTo(4);
    assertThat(twice.meanReturn()).isCloseTo(1.625, within(1e-15));
  }
}
