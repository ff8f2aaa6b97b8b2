package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.assumptions.SharedValues;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns of small logs are compared, with what, and which becomes the cluster. */
class UndeclaredByHandTest {
  private static final int ROWS = 60;

  @TempDir Path folder;

  private Map<String, SharedColumn> shared(List<String> lines) {
    String path = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    try (DuckDb engine = DuckDb.start(1)) {
      Map<String, SharedColumn> found = new LinkedHashMap<>();
      LogReader.open(engine, List.of(path), LogOptions.defaults(), Set.of())
          .sharedColumns()
          .forEach(c -> found.put(c.name(), c));
      return found;
    }
  }

  /** Sixty rows of one step in a state, with these columns. */
  private Map<String, SharedColumn> shared(
      String columns, IntFunction<String> row, IntToDoubleFunction reward) {
    List<String> lines = new ArrayList<>(List.of("state,action,reward," + columns));
    for (int i = 0; i < ROWS; i++) {
      lines.add("s,%s,%s,%s".formatted(action(i), reward.applyAsDouble(i), row.apply(i)));
    }
    return shared(lines);
  }

  private static String action(int i) {
    return i / 2 % 3 == 0 ? "a" : "b";
  }

  /** Six different rewards, which are much alike within tens. */
  private static double reward(int i) {
    return (i / 10 % 2 * 8 + i * 7 % 3) / 10.0;
  }

  /** X² by the value and bin of episodes with these returns, within what they are compared. */
  private static double z(
      double[] returns, double largest, IntUnaryOperator table, IntUnaryOperator value) {
    long[] earned =
        Arrays.stream(returns).mapToLong(r -> (long) (r / largest * (1 << 20))).toArray();
    double mean = Arrays.stream(earned).average().orElseThrow();
    double below = Arrays.stream(earned).filter(e -> e <= mean).average().orElseThrow();
    double above = Arrays.stream(earned).filter(e -> e > mean).average().orElseThrow();
    int values = IntStream.range(0, returns.length).map(value).max().orElseThrow() + 1;
    SharedValues tables = new SharedValues(values, 4);
    for (int i = 0; i < returns.length; i++) {
      int bin = earned[i] <= below ? 0 : earned[i] <= mean ? 1 : earned[i] <= above ? 2 : 3;
      tables.add(table.applyAsInt(i), value.applyAsInt(i), bin, 1);
    }
    return tables.column("any").z();
  }

  private static double[] rewards(IntToDoubleFunction reward) {
    return IntStream.range(0, ROWS).mapToDouble(reward).toArray();
  }

  private static double largest(double[] rewards) {
    return Arrays.stream(rewards).max().orElseThrow();
  }

  @Test
  void rowsAreComparedWithinTheirAction() {
    double[] rewards = rewards(UndeclaredByHandTest::reward);
    double expected = z(rewards, largest(rewards), i -> i / 2 % 3 == 0 ? 0 : 1, i -> i / 10);
    SharedColumn customer =
        shared("customer", i -> "u" + i / 10, UndeclaredByHandTest::reward).get("customer");
    assertThat(customer.z()).isCloseTo(expected, within(1e-9)).isGreaterThan(3);
    assertThat(customer.outcome()).isEqualTo(Outcome.CLUSTER);
  }

  /** Thirteen ages are compared two and two, and the last three together. */
  @Test
  void ofWholeNumbersNeighborsAreCompared() {
    double[] rewards = rewards(i -> (i % 13 * 5 % 7 + i % 2) / 8.0);
    double expected =
        z(
            rewards,
            largest(rewards),
            i -> Math.min(i % 13 / 2, 5) + (i / 2 % 3 == 0 ? 0 : 6),
            i -> i % 13);
    SharedColumn age = shared("age", i -> "" + (i % 13 + 4), i -> rewards[i]).get("age");
    assertThat(age.z()).isCloseTo(expected, within(1e-9));
    assertThat(Math.abs(expected)).isGreaterThan(0.1);
  }

  /** Two or three steps; the usual action is b, and each episode takes it more or less often. */
  @Test
  void longerEpisodesAreComparedAmongThoseThatTakeTheUsualActionAsOften() {
    List<String> lines =
        new ArrayList<>(List.of("episode,step,state,action,reward,customer,label"));
    int episodes = 120;
    double[] returns = new double[episodes];
    int[] usual = new int[episodes];
    int[] steps = new int[episodes];
    for (int e = 0; e < episodes; e++) {
      steps[e] = 2 + e % 2;
      for (int h = 1; h <= steps[e]; h++) {
        boolean b = e * 7 % 3 + h > 2;
        double reward = (e / 10 % 2 * 4 + (e + h) % 3) / 8.0;
        returns[e] += Math.floor(reward / 0.75 * (1 << 20));
        usual[e] += b ? 1 : 0;
        // the label is said by the first state
        lines.add(
            "%d,%d,%s,%s,%s,u%d,l%d"
                .formatted(
                    e, h, h == 1 ? "s" + e / 10 : "t", b ? "b" : "a", reward, e / 10, e / 10));
      }
    }
    double all = (double) Arrays.stream(usual).sum() / Arrays.stream(steps).sum();
    double expected = z(returns, 1 << 20, e -> usual[e] >= all * steps[e] ? 0 : 1, e -> e / 10);
    Map<String, SharedColumn> found = shared(lines);
    assertThat(found.get("customer").z()).isCloseTo(expected, within(1e-9)).isGreaterThan(3);
    assertThat(found).containsOnlyKeys("customer");
  }

  /** A state says the label unless it is nearly every episode's own: more than 15 of 60. */
  @Test
  void whatTheStateSaysIsNotWhoseEpisodeItIs() {
    for (int states : new int[] {15, 20}) {
      List<String> lines = new ArrayList<>(List.of("state,action,reward,label"));
      for (int i = 0; i < ROWS; i++) {
        lines.add(
            "s%d,%s,%s,l%d"
                .formatted(i * states / ROWS, action(i), i * 5 / ROWS % 2, i * 15 / ROWS));
      }
      // with 20 states, some labels are in two states, and no state in two labels
      if (states == 20) {
        for (int i = 0; i < ROWS; i++) {
          lines.set(i + 1, "s%d,%s,%s,l%d".formatted(i / 3, action(i), i / 6 % 2, i / 6));
        }
      }
      assertThat(shared(lines).containsKey("label")).as("%s", states).isEqualTo(states == 20);
    }
  }

  private static String joined(int n, IntFunction<String> one) {
    return String.join(",", IntStream.range(0, n).mapToObj(one).toList());
  }

  /** Eight columns are compared; names of units come first, then identifiers. */
  @Test
  void namesOfUnitsAndIdentifiersComeFirst() {
    IntToDoubleFunction reward = UndeclaredByHandTest::reward;
    Map<String, SharedColumn> found =
        shared(
            joined(8, j -> "x" + j) + ",y_id,fold",
            i -> "1.5,".repeat(8) + "y" + i / 5 + "," + i / 5,
            i -> i / 5 % 2);
    assertThat(found).containsOnlyKeys("y_id");
    assertThat(found.get("y_id").outcome()).isEqualTo(Outcome.GROUP);
    assertThat(shared("fold", i -> "f" + i / 5, i -> i / 5 % 2)).isEmpty();
    found =
        shared(
            joined(8, j -> "x" + j + "_id") + ",customer",
            i -> "1,".repeat(8) + "c" + i / 10,
            reward);
    assertThat(found).containsOnlyKeys("customer", "x7_id");
    assertThat(found.get("customer").outcome()).isEqualTo(Outcome.CLUSTER);
    assertThat(found.get("x7_id").outcome()).isEqualTo(Outcome.NOT_COMPARED);
  }

  private static String cluster(Map<String, SharedColumn> found) {
    return found.values().stream()
        .filter(SharedColumn::isCluster)
        .map(SharedColumn::name)
        .findFirst()
        .orElse("none");
  }

  /** Fives are alike; of the worse column, two values are another's. */
  @Test
  void theClusterIsAUnitOrAnIdentifierOrWhatIsMostAlike() {
    IntToDoubleFunction reward = i -> i / 5 % 2;
    IntFunction<String> fives = i -> "v" + i / 5;
    IntFunction<String> worse = i -> "v" + (i % 30 == 0 ? (i / 5 + 1) % 12 : i / 5);
    IntFunction<String> both = i -> fives.apply(i) + "," + worse.apply(i);
    assertThat(cluster(shared("x_id,customer", both, reward))).isEqualTo("customer");
    assertThat(cluster(shared("x,y_id", both, reward))).isEqualTo("y_id");
    assertThat(cluster(shared("x,y", both, reward))).isEqualTo("x");
    assertThat(cluster(shared("x,y", i -> worse.apply(i) + "," + fives.apply(i), reward)))
        .isEqualTo("y");
  }

  @Test
  void valuesHaveToRepeat() {
    IntToDoubleFunction twos = i -> i / 2 % 2;
    // each of thirty values twice, which is often enough; forty values are too many
    assertThat(shared("x", i -> "v" + i / 2, twos)).containsOnlyKeys("x");
    IntToDoubleFunction forty = i -> i < 40 ? i / 2 % 2 : 0;
    assertThat(shared("x", i -> "v" + (i < 40 ? i / 2 : i), forty)).isEmpty();
    assertThat(shared("customer", i -> "v" + (i < 40 ? i / 2 : i), forty))
        .containsOnlyKeys("customer");
    assertThat(shared("visitor", i -> "v" + i, twos)).isEmpty();
    assertThat(shared("clinic", i -> "v" + i / 30, i -> i < 30 ? 0 : 1).get("clinic").outcome())
        .isEqualTo(Outcome.CLUSTER);
    assertThat(shared("price", i -> i / 5 + ".5", twos)).isEmpty();
  }

  /** Where all returns are equal there is nothing to compare; if they are 0, not even a size. */
  @Test
  void returnsHaveToDiffer() {
    Map<String, SharedColumn> found = shared("x,customer", i -> i / 5 + "v,c" + i / 5, i -> 1);
    assertThat(found).containsOnlyKeys("customer");
    assertThat(found.get("customer").outcome()).isEqualTo(Outcome.NOT_COMPARED);
    assertThat(shared("customer", i -> "c" + i / 5, i -> 0)).isEmpty();
  }
}
