package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** X² of small tables, and what chance makes of it. */
class TableTestTest {
  private static MarginTable table(int[][] cells) {
    MarginTable.Builder builder = new MarginTable.Builder();
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        builder.add(i, j, cells[i][j]);
      }
    }
    return builder.table().orElseThrow();
  }

  /** Margins (3, 2) and (2, 3), n = 5, by hand. */
  @Test
  void theStatisticByHand() {
    TableTest test = TableTest.of(List.of(List.of(2, 1), List.of(0, 2)));
    // 5·(4/(3·2) + 1/(3·3) + 4/(2·3) − 1) = 5·4/9
    assertThat(test.statistic()).isCloseTo(20 / 9.0, within(1e-12));
    // n(R−1)(C−1)/(n−1) = 5/4
    assertThat(test.mean()).isCloseTo(1.25, within(1e-12));
    assertThat(test.rows()).isEqualTo(5);
  }

  /** Mean and variance are those over all permutations of the columns. */
  @Test
  void momentsAreThoseOfAllPermutations() {
    for (int[][] cells :
        List.of(
            new int[][] {{2, 1}, {0, 2}},
            new int[][] {{1, 2, 1}, {1, 0, 1}, {0, 0, 1}},
            new int[][] {{6, 0}, {0, 1}},
            new int[][] {{1, 1, 0, 0}, {0, 1, 1, 1}})) {
      List<Integer> rows = new ArrayList<>();
      List<Integer> columns = new ArrayList<>();
      for (int i = 0; i < cells.length; i++) {
        for (int j = 0; j < cells[i].length; j++) {
          for (int k = 0; k < cells[i][j]; k++) {
            rows.add(i);
            columns.add(j);
          }
        }
      }
      double[] sums = new double[3];
      permute(rows, columns, 0, cells.length, cells[0].length, sums);
      double mean = sums[1] / sums[0];
      TableTest test = table(cells).test();
      assertThat(test.mean()).isCloseTo(mean, within(1e-9));
      assertThat(test.variance()).isCloseTo(sums[2] / sums[0] - mean * mean, within(1e-9));
    }
  }

  private static void permute(
      List<Integer> rows, List<Integer> columns, int from, int height, int width, double[] sums) {
    if (from == columns.size()) {
      int[][] cells = new int[height][width];
      for (int i = 0; i < rows.size(); i++) {
        cells[rows.get(i)][columns.get(i)]++;
      }
      double x2 = table(cells).test().statistic();
      sums[0]++;
      sums[1] += x2;
      sums[2] += x2 * x2;
      return;
    }
    for (int i = from; i < columns.size(); i++) {
      java.util.Collections.swap(columns, from, i);
      permute(rows, columns, from + 1, height, width, sums);
      java.util.Collections.swap(columns, from, i);
    }
  }

  @Test
  void tooSmallOrTooUniformTablesAddNothing() {
    assertThat(TableTest.of(List.of(List.of(1, 1), List.of(0, 1)))).isEqualTo(TableTest.NONE);
    assertThat(TableTest.of(List.of(List.of(4, 4)))).isEqualTo(TableTest.NONE);
    assertThat(TableTest.of(List.of(List.of(4, 0), List.of(3, 0)))).isEqualTo(TableTest.NONE);
    assertThat(TableTest.NONE.z()).isEmpty();
  }

  /** 20,000 draws: the mean is off by at most 5 standard errors, with probability 1 − 6·10⁻⁷. */
  @Test
  void randomTablesHaveTheExactMoments() {
    MarginTable table = table(new int[][] {{5, 2, 1}, {1, 3, 0}, {9, 0, 2}});
    SplittableRandom random = new SplittableRandom(5);
    double sum = 0;
    double squares = 0;
    int draws = 20_000;
    for (int i = 0; i < draws; i++) {
      double x2 = table.draw(random);
      sum += x2;
      squares += x2 * x2;
    }
    double mean = sum / draws;
    TableTest test = table.test();
    assertThat(mean).isCloseTo(test.mean(), within(5 * Math.sqrt(test.variance() / draws)));
    assertThat(squares / draws - mean * mean)
        .isCloseTo(test.variance(), within(0.1 * test.variance()));
  }

  /** Of 20 rows 10 have a reward, and all of them are in one group: 1 in C(20,10) permutations. */
  @Test
  void whatNoPermutationReachesIsAnAlarm() {
    MarginTable split = table(new int[][] {{10, 0}, {0, 10}});
    TableTest test = split.test();
    assertThat(test.z().getAsDouble()).isBetween(4.0, 44.0);
    assertThat(
            Exceedance.alarms(
                test.statistic(), test.mean(), test.variance(), split.cost(), split::draw))
        .isTrue();
  }

  /** One reward in 40 rows, in a group of one: z = 38/√… is large, but happens 1 time in 40. */
  @Test
  void aRareRewardAloneIsNoAlarm() {
    MarginTable rare = table(new int[][] {{0, 1}, {39, 0}});
    TableTest test = rare.test();
    assertThat(test.z().getAsDouble()).isGreaterThan(6);
    assertThat(
            Exceedance.alarms(
                test.statistic(), test.mean(), test.variance(), rare.cost(), rare::draw))
        .isFalse();
  }
}
