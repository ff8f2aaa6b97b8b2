package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tables of any size against the definition of X², and what a draw of one costs. */
class MarginTableTest {
  private static MarginTable.Builder cells(int[][] table) {
    MarginTable.Builder cells = new MarginTable.Builder();
    put(cells, table);
    return cells;
  }

  private static void put(MarginTable.Builder cells, int[][] table) {
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        cells.add(i, j, table[i][j]);
      }
    }
  }

  /** Σ (o − e)²/e. */
  private static double chiSquare(int[][] table, int size) {
    double[] rows = new double[size];
    double[] columns = new double[size];
    double n = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        rows[i] += table[i][j];
        columns[j] += table[i][j];
        n += table[i][j];
      }
    }
    double sum = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double e = rows[i] * columns[j] / n;
        sum += (table[i][j] - e) * (table[i][j] - e) / e;
      }
    }
    return sum;
  }

  /** Also one after the other in the same memory, the largest first. */
  @Test
  void tablesOfManyRowsAndColumnsHaveTheirChiSquare() {
    SplittableRandom random = new SplittableRandom(1);
    MarginTable.Builder used = new MarginTable.Builder();
    for (int size : new int[] {40, 12, 9, 8, 4, 3, 2}) {
      int[][] table = new int[size][size];
      int n = 0;
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          table[i][j] = 1 + random.nextInt(5);
          n += table[i][j];
        }
      }
      used.clear();
      put(used, table);
      for (MarginTable.Builder cells : new MarginTable.Builder[] {cells(table), used}) {
        TableTest test = cells.table().orElseThrow().test();
        assertThat(test.statistic()).isCloseTo(chiSquare(table, size), within(1e-9));
        assertThat(test.mean()).isCloseTo(n * (size - 1.0) * (size - 1) / (n - 1.0), within(1e-9));
        assertThat(cells.total()).isEqualTo(n);
        assertThat(cells.rowLabels()).isEqualTo(size);
      }
    }
  }

  @Test
  void fourObservationsAreEnough() {
    assertThat(cells(new int[][] {{2, 0}, {0, 2}}).table()).isPresent();
    assertThat(cells(new int[][] {{2, 0}, {0, 1}}).table()).isEmpty();
    assertThat(cells(new int[][] {{2, 2}}).table()).as("one row").isEmpty();
    assertThat(cells(new int[][] {{2}, {2}}).table()).as("one column").isEmpty();
  }

  /** All observations but those of the largest column, wherever it is. */
  @Test
  void theLargestColumnIsNotPlaced() {
    assertThat(cells(new int[][] {{5, 1}, {4, 1}}).table().orElseThrow().cost()).isEqualTo(2);
    assertThat(cells(new int[][] {{1, 5}, {1, 4}}).table().orElseThrow().cost()).isEqualTo(2);
  }
}
