package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Depth 2 against all trees of depth 2, each summed row by row. */
class TreeSearchTest {
  private static final int ACTIONS = 3;
  private static final int ROWS = 90;
  private static final int LEAST = 10;

  private final StepRows rows = new StepRows();
  private final double[][] scores = new double[ROWS][ACTIONS];
  private final List<TreeColumn> columns = new ArrayList<>();

  private void draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextInt(5) == 0 ? Double.NaN : random.nextDouble();
      double[] row = {x, random.nextInt(4), random.nextInt(3)};
      rows.rows.add(new LearningData.Row(row, new double[ACTIONS], 0, 0, 1));
      for (int a = 0; a < ACTIONS; a++) {
        scores[i][a] = random.nextDouble() + (a == 1 && x > 0.6 == row[1] > 1 ? 0.5 : 0);
      }
    }
    columns.add(TreeColumn.of(rows, FeatureColumn.number("x"), 0));
    columns.add(TreeColumn.of(rows, FeatureColumn.number("y"), 1));
    columns.add(TreeColumn.of(rows, FeatureColumn.category("z", List.of("a", "b")), 2));
  }

  private double leaf(int[] of) {
    double most = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < ACTIONS; a++) {
      int action = a;
      most = Math.max(most, IntStream.of(of).mapToDouble(i -> scores[i][action]).sum());
    }
    return most;
  }

  private double best(int[] of, int depth) {
    double most = leaf(of);
    for (TreeColumn column : columns) {
      if (depth == 0) {
        break;
      }
      short[] bins = column.bins();
      List<boolean[]> questions =
          column.questions(
              ACTIONS,
              (bin, a) ->
                  IntStream.of(of)
                      .filter(i -> bins[i] == bin)
                      .mapToDouble(i -> scores[i][a])
                      .sum());
      for (boolean[] question : questions) {
        int[] yes = IntStream.of(of).filter(i -> question[bins[i]]).toArray();
        int[] no = IntStream.of(of).filter(i -> !question[bins[i]]).toArray();
        if (yes.length >= LEAST && no.length >= LEAST) {
          most = Math.max(most, best(yes, depth - 1) + best(no, depth - 1));
        }
      }
    }
    return most;
  }

  @Test
  void depthTwoIsTheBestOfAllTrees() {
    for (long seed = 1; seed <= 3; seed++) {
      rows.rows.clear();
      columns.clear();
      draw(seed);
      int[] all = IntStream.range(0, ROWS).toArray();
      TreeSearch.Found found = new TreeSearch(scores, columns, ACTIONS).search(2);
      assertThat(found.sum()).isCloseTo(best(all, 2), within(1e-9));
      assertThat(found.sum()).isGreaterThan(best(all, 1));
      double reached = 0;
      for (int i = 0; i < ROWS; i++) {
        reached += scores[i][SavedPolicy.leaf(found.root(), rows.row(i).x).action()];
      }
      assertThat(reached).isCloseTo(found.sum(), within(1e-9));
    }
  }
}
