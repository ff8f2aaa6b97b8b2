package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts of two logs add up to the counts of both, to the last bit and in any order. */
class CountsMonoidTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);

  private record Row(int step, int state, int action, int next, double reward) {}

  private final Random random = new Random(11);

  /** Rewards whose double sums depend on the order of adding. */
  private List<Row> rows(int size) {
    double[] rewards = {0.1, 0.3, 1 / 3.0, 0.7, 1e-17, 1, 0};
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int step = 1 + random.nextInt(SHAPE.horizon());
      int next = step == SHAPE.horizon() ? SHAPE.end() : random.nextInt(SHAPE.states() + 1);
      double reward = rewards[random.nextInt(rewards.length)];
      rows.add(new Row(step, random.nextInt(3), random.nextInt(2), next, reward));
    }
    return rows;
  }

  private static TransitionCounts count(List<Row> rows) {
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    rows.forEach(r -> counts.add(r.step, r.state, r.action, r.next, r.reward));
    return counts.toCounts();
  }

  @Test
  void aSumIsWhatCountingBothLogsGives() {
    List<Row> rows = rows(5_000);
    TransitionCounts first = count(rows.subList(0, 1_234));
    TransitionCounts second = count(rows.subList(1_234, 5_000));
    assertThat(first.plus(second)).isEqualTo(count(rows)).hasSameHashCodeAs(count(rows));
    assertSameNumbers(first.plus(second), count(rows));
  }

  @Test
  void addingIsCommutativeAndAssociative() {
    TransitionCounts a = count(rows(700));
    TransitionCounts b = count(rows(40));
    TransitionCounts c = count(rows(1_000));
    assertSameNumbers(a.plus(b), b.plus(a));
    assertSameNumbers(a.plus(b).plus(c), a.plus(b.plus(c)));
    assertThat(a.plus(b)).isEqualTo(b.plus(a)).isNotEqualTo(a).isNotEqualTo(a.plus(c));
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
  }

  @Test
  void nothingIsTheIdentity() {
    TransitionCounts a = count(rows(500));
    TransitionCounts none = TransitionCounts.none(SHAPE);
    assertThat(a.plus(none)).isEqualTo(a);
    assertThat(none.plus(a)).isEqualTo(a);
    assertThat(none.plus(none)).isEqualTo(none).isEqualTo(count(List.of()));
    assertThat(none.cells()).isZero();
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    List<Row> rows = rows(3_000);
    TransitionCounts inOrder = count(rows);
    for (int seed = 0; seed < 20; seed++) {
      List<Row> shuffled = new ArrayList<>(rows);
      Collections.shuffle(shuffled, new Random(seed));
      assertThat(count(shuffled)).isEqualTo(inOrder);
      assertSameNumbers(count(shuffled), inOrder);
    }
  }

  /** The negative control: the test above would fail for sums of doubles. */
  @Test
  void sumsOfDoublesWouldDependOnTheOrder() {
    List<Row> rows = rows(3_000);
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(0));
    double inOrder = 0;
    double other = 0;
    for (int i = 0; i < rows.size(); i++) {
      inOrder += rows.get(i).reward;
      other += shuffled.get(i).reward;
    }
    assertThat(inOrder).isNotEqualTo(other);
  }

  @Test
  void oneDifferentRewardIsADifferentLog() {
    List<Row> rows = rows(100);
    List<Row> changed = new ArrayList<>(rows);
    Row r = rows.get(50);
    changed.set(50, new Row(r.step, r.state, r.action, r.next, 0.123));
    assertThat(count(changed)).isNotEqualTo(count(rows));
  }

  @Test
  void manyCellsSurviveTheGrowthOfTheTable() {
    Shape shape = new Shape(400, 5, 2);
    CountsAccumulator counts = new CountsAccumulator(shape);
    for (int x = 399; x >= 0; x--) {
      for (int a = 0; a < 5; a++) {
        counts.add(1, x, a, (x * 7 + a) % 401, 0.5);
      }
    }
    TransitionCounts result = counts.toCounts();
    assertThat(result.cells()).isEqualTo(2_000);
    for (int i = 0; i < result.cells(); i++) {
      assertThat(result.state(i)).isEqualTo(i / 5);
      assertThat(result.action(i)).isEqualTo(i % 5);
      assertThat(result.next(i)).isEqualTo((i / 5 * 7 + i % 5) % 401);
      assertThat(result.step(i)).isEqualTo(1);
      assertThat(result.rewardSum(i)).isEqualTo(0.5);
    }
  }

  @Test
  void largeSumsStayExact() {
    // 2⁴⁰ ones: beyond 64 bits of a grid of 2⁻⁶⁰ after the fourth doubling.
    CountsAccumulator one = new CountsAccumulator(SHAPE);
    one.add(1, 0, 0, 1, 1);
    TransitionCounts sum = one.toCounts();
    for (int i = 0; i < 40; i++) {
      sum = sum.plus(sum);
    }
    assertThat(sum.rewardSum(0)).isEqualTo(0x1p40);
    assertThat(sum.squareSum(0)).isEqualTo(0x1p40);
    assertThat(sum.count(0)).isEqualTo(1L << 40);
    // and 0.75 more is not lost, though one 2⁻⁶⁰ would be in a double
    CountsAccumulator more = new CountsAccumulator(SHAPE);
    more.add(1, 0, 0, 1, 0.75);
    assertThat(sum.plus(more.toCounts()).rewardSum(0)).isEqualTo(0x1p40 + 0.75);
  }

  @Test
  void logsOfDifferentShapesDoNotAdd() {
    TransitionCounts other = TransitionCounts.none(new Shape(3, 2, 4));
    assertThatThrownBy(() -> count(rows(5)).plus(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("same shape")
        .hasMessageContaining("horizon=3")
        .hasMessageContaining("horizon=4");
  }

  private static void assertSameNumbers(TransitionCounts a, TransitionCounts b) {
    assertThat(a.cells()).isEqualTo(b.cells()).isPositive();
    for (int i = 0; i < a.cells(); i++) {
      assertThat(a.count(i)).isEqualTo(b.count(i));
      assertThat(Double.doubleToLongBits(a.rewardSum(i)))
          .isEqualTo(Double.doubleToLongBits(b.rewardSum(i)));
      assertThat(Double.doubleToLongBits(a.squareSum(i)))
          .isEqualTo(Double.doubleToLongBits(b.squareSum(i)));
    }
  }
}
