package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mdp.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting and adding do what a sorted map of big integers does, to the last bit. */
class CountsAgainstAMapTest {
  private static final Shape SMALL = new Shape(3, 2, 3);
  private static final double[] REWARDS = {0, 1, 0.1, 1 / 3.0, 1e-17, 0.999};

  private record Row(int step, int state, int action, int next, double reward) {}

  private record Cell(long n, BigInteger rewards, BigInteger squares) {
    Cell plus(Cell other) {
      return new Cell(n + other.n, rewards.add(other.rewards), squares.add(other.squares));
    }
  }

  /** One cell for each key; few; many; keys of 56 bits, nearly all of them different. */
  static List<Shape> shapes() {
    return List.of(new Shape(1, 1, 1), SMALL, new Shape(40, 5, 6), new Shape(40_000_000, 5, 5));
  }

  private static List<Row> rows(Shape shape, int size, long seed) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int step = 1 + random.nextInt(shape.horizon());
      int state = random.nextInt(shape.states());
      int action = random.nextInt(shape.actions());
      int next = step == shape.horizon() ? shape.end() : random.nextInt(shape.states() + 1);
      rows.add(new Row(step, state, action, next, REWARDS[random.nextInt(REWARDS.length)]));
    }
    return rows;
  }

  private static TransitionCounts count(Shape shape, List<Row> rows) {
    CountsAccumulator counts = new CountsAccumulator(shape);
    rows.forEach(r -> counts.add(r.step, r.state, r.action, r.next, r.reward));
    return counts.toCounts();
  }

  private static Map<List<Integer>, Cell> map(List<Row> rows) {
    Map<List<Integer>, Cell> cells =
        new TreeMap<>(
            (a, b) -> {
              int i = 0;
              while (i < 3 && a.get(i).equals(b.get(i))) {
                i++;
              }
              return a.get(i).compareTo(b.get(i));
            });
    for (Row r : rows) {
      cells.merge(
          List.of(r.step, r.state, r.action, r.next),
          new Cell(1, grid(r.reward), grid(r.reward * r.reward)),
          Cell::plus);
    }
    return cells;
  }

  private static BigInteger grid(double value) {
    return BigInteger.valueOf(ExactSum.toGrid(value));
  }

  private static BigInteger sum(long high, long low) {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(low));
    return BigInteger.valueOf(high).shiftLeft(64).add(unsigned);
  }

  private static void assertSame(TransitionCounts counts, List<Row> rows) {
    List<Map.Entry<List<Integer>, Cell>> expected = new ArrayList<>(map(rows).entrySet());
    List<Map.Entry<List<Integer>, Cell>> got = new ArrayList<>();
    counts.forEachCell(
        0,
        counts.cells(),
        (i, key, n, rewardHigh, rewardLow, squareHigh, squareLow) ->
            got.add(
                Map.entry(
                    List.of(counts.step(i), counts.state(i), counts.action(i), counts.next(i)),
                    new Cell(n, sum(rewardHigh, rewardLow), sum(squareHigh, squareLow)))));
    assertThat(got).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aLogOfAnyLengthIsCountedAsInAMap(Shape shape) {
    for (int size : new int[] {0, 1, 2, 255, 256, 257, 512, 5_000}) { // rows wait in 256s
      List<Row> rows = rows(shape, size, size);
      assertSame(count(shape, rows), rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 256, 300})
  void countingGoesOnAfterEachResult(int every) {
    Shape shape = new Shape(40, 5, 6);
    List<Row> rows = rows(shape, 1_000, 5);
    CountsAccumulator counts = new CountsAccumulator(shape);
    for (int i = 0; i < rows.size(); i++) {
      Row r = rows.get(i);
      counts.add(r.step, r.state, r.action, r.next, r.reward);
      if (i % every == 0 && i % 50 == 0) {
        assertSame(counts.toCounts(), rows.subList(0, i + 1));
      }
    }
    assertSame(counts.toCounts(), rows);
  }

  @Test
  void theVeryFirstCellIsFound() {
    List<Row> rows = List.of(new Row(1, 0, 0, 0, 0.5), new Row(1, 0, 0, 0, 0.25)); // its key is 0
    assertSame(count(SMALL, rows), rows);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aSumIsTheMapOfBothLogs(Shape shape) {
    int[][] sizes = {{0, 0}, {0, 900}, {900, 0}, {1, 900}, {900, 1}, {700, 700}, {20, 3_000}};
    for (int[] size : sizes) {
      assertSum(shape, rows(shape, size[0], 1), rows(shape, size[1], 2));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void oneSideMayContainTheOther(Shape shape) {
    List<Row> rows = rows(shape, 2_000, 3);
    assertSum(shape, rows, rows);
    assertSum(shape, rows, rows.subList(500, 600));
    assertSum(shape, rows.subList(500, 600), rows);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void sidesMayHaveNothingInCommon(Shape shape) {
    List<Row> rows = rows(shape, 2_000, 4);
    List<Predicate<Row>> cuts =
        List.of(r -> r.step == 1, r -> r.state % 2 == 0, r -> r.state < shape.states() / 2);
    for (Predicate<Row> cut : cuts) { // one after the other; in turns; in long runs
      List<Row> one = rows.stream().filter(cut).toList();
      List<Row> other = rows.stream().filter(cut.negate()).toList();
      assertSum(shape, one, other);
      assertSum(shape, other, one);
    }
  }

  private static void assertSum(Shape shape, List<Row> one, List<Row> other) {
    List<Row> both = new ArrayList<>(one);
    both.addAll(other);
    TransitionCounts first = count(shape, one);
    TransitionCounts second = count(shape, other);
    assertSame(first.plus(second), both);
    assertSame(first, one); // and the sides are as they were
    assertSame(second, other);
  }
}
