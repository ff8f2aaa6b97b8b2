package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LookSumsTest {
  /** Weights 3 and 0, so squares of 4 and 1; residuals 1 and −2. */
  private static LookSums sums() {
    LookSums first = new LookSums(2, 2);
    first.add(0, 2, 5, new double[] {0, 3, 0}, new double[] {0, 1, -2});
    LookSums second = first.empty();
    second.add(0, 1, -1, new double[] {0, 3, 9}, new double[] {0, 3, 9});
    second.add(1, 2, 2, new double[] {0, 0, 1}, new double[] {0, -1, 0.5});
    return first.plus(second);
  }

  @Test
  void addsUpWhatIsNewAtALook() {
    LookSums sums = sums();
    assertThat(sums.episodes(0)).isEqualTo(2);
    assertThat(sums.sum(0)).isEqualTo(4);
    assertThat(sums.squares(0)).isEqualTo(26);
    assertThat(sums.weightSquares(0, 1)).isEqualTo(8);
    assertThat(sums.residualSquares(0, 1)).isEqualTo(10);
    assertThat(sums.largestSquare(0, 1)).isEqualTo(9);
    assertThat(sums.largestSquare(0, 2)).isEqualTo(4); // the second episode had ended
    assertThat(sums.sum(1)).isEqualTo(2);
  }

  @Test
  void aLookHasEverythingUpToIt() {
    LookSums all = sums().cumulative();
    assertThat(all.episodes(1)).isEqualTo(3);
    assertThat(all.sum(1)).isEqualTo(6);
    assertThat(all.squares(1)).isEqualTo(30);
    assertThat(all.weightSquares(1, 2)).isEqualTo(1);
    assertThat(all.residualSquares(1, 2)).isEqualTo(4.25);
    assertThat(all.largestSquare(1, 1)).isEqualTo(9);
    assertThat(all.largestSquare(1, 2)).isEqualTo(4);
  }
}
