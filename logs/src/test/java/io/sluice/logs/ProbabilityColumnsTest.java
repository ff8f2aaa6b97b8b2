package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Columns that hold a policy's probabilities, by their names and by what an engine says. */
class ProbabilityColumnsTest {
  /** Answers: the actions, then how many rows are no probabilities. */
  private static Set<String> of(List<String> open, String... answers) {
    SqlEngine engine = Answers.of(answers);
    return ProbabilityColumns.of(
        engine, new FeatureSql(engine, RowSql.INPUT, false), "action", open, 1e-6);
  }

  private static final List<String> OPEN = List.of("age", "p_a", "p_b");

  @Test
  void columnsOfAllActionsThatSumToOneAreProbabilities() {
    assertThat(of(OPEN, "a;b", "0")).containsExactly("p_a", "p_b");
    assertThat(of(OPEN, "a;;b", "0")).containsExactly("p_a", "p_b"); // one action is missing
    assertThat(of(OPEN, "a;b", "3", "3")).isEmpty();
    assertThat(of(List.of("age", "p_a"), "a;b")).isEmpty(); // not of all actions
    assertThat(of(List.of("a", "b"), "a;b")).isEmpty(); // nothing before the action
  }

  /** The log shows two of three actions: of these alone the sum is not 1, but with the third. */
  @Test
  void anActionThatTheLogNeverShowsCounts() {
    List<String> three = List.of("p_a", "p_b", "p_c", "age");
    assertThat(of(three, "a;b", "7", "0")).containsExactlyInAnyOrder("p_a", "p_b", "p_c");
    assertThat(of(three, "a;b", "7", "7")).isEmpty();
  }

  @Test
  void oneActionOrMoreThanAHundredAreNotLookedAt() {
    assertThat(of(List.of("p_a"), "a")).isEmpty();
    for (int n : new int[] {100, 101}) {
      List<String> names = IntStream.range(0, n).mapToObj(i -> "p_x" + i + "x").toList();
      String actions =
          IntStream.range(0, n).mapToObj(i -> "x" + i + "x").collect(Collectors.joining(";"));
      assertThat(of(names, actions, "0")).hasSize(n == 100 ? 100 : 0);
    }
  }
}
