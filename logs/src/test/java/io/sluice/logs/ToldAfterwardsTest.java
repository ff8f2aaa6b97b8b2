package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that give away what was logged after a decision: limits by hand. */
class ToldAfterwardsTest {
  private static final ColumnMap EPISODES =
      ColumnMap.resolve(List.of("episode", "step", "state", "action", "reward"), Map.of());
  private static final ColumnMap SINGLE =
      ColumnMap.resolve(List.of("state", "action", "reward"), Map.of());

  /** Answers of the queries by action, by reward, of a multiple and of sums. */
  private static String told(ColumnMap columns, String... answers) {
    return new ToldAfterwards(
            Answers.of(Stream.of(answers).map(a -> a.replace(',', '|')).toArray(String[]::new)),
            columns,
            "action",
            "reward")
        .of("x")
        .orElse("nothing");
  }

  /** Least, most, rows and numbers of two groups that overlap. */
  private static final String ALIKE = "0,2,9,9;1,3,9,9";

  private static String byAction(String groups) {
    return told(SINGLE, groups, ALIKE, "0");
  }

  @Test
  void numbersOfOneActionBetweenNoOthersTellTheAction() {
    assertThat(byAction("0,0,9,9;1,5,9,9")).isEqualTo("action");
    assertThat(byAction("0,1,5,5;2,5,5,5")).isEqualTo("action"); // five rows are enough
    assertThat(byAction("0,1,4,4;2,5,9,9")).isEqualTo("nothing"); // four are not
    assertThat(byAction("0,1,9,9;1,5,9,9")).isEqualTo("nothing"); // 1 is in both
    assertThat(byAction("0,1,9,8;2,5,9,9")).isEqualTo("nothing"); // not all are numbers
    assertThat(byAction("0,1,9,9")).isEqualTo("nothing"); // one group
    assertThat(byAction(",,9,0;0,1,9,9;2,5,9,9")).isEqualTo("nothing");
    assertThat(byAction(ALIKE)).isEqualTo("nothing");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21})
  void ofMoreThanTwentyValuesNothingIsSaid(int groups) {
    String apart =
        IntStream.range(0, groups)
            .mapToObj(i -> "%d,%d,9,9".formatted(i, i))
            .collect(Collectors.joining(";"));
    assertThat(told(SINGLE, ALIKE, apart, "0")).isEqualTo(groups == 20 ? "reward" : "nothing");
  }

  @Test
  void multiplesOfTheRewardTellIt() {
    assertThat(told(SINGLE, ALIKE, ALIKE, "0.999991")).isEqualTo("reward");
    assertThat(told(SINGLE, ALIKE, ALIKE, "0.99999")).isEqualTo("nothing");
    assertThat(told(SINGLE, ALIKE, ALIKE, "")).isEqualTo("nothing");
  }

  /** Largest differences from the three sums, largest number, numbers, rows, different numbers. */
  private static String bySums(String found) {
    return told(EPISODES, ALIKE, ALIKE, "0", found);
  }

  @Test
  void sumsOfRewardsTellThem() {
    assertThat(bySums("0,5,5,10,9,9,3")).isEqualTo("reward"); // so far
    assertThat(bySums("5,0,5,10,9,9,3")).isEqualTo("reward"); // from here on
    assertThat(bySums("5,5,0,10,9,9,3")).isEqualTo("reward"); // in all
    assertThat(bySums("5,5,5,10,9,9,3")).isEqualTo("nothing");
    // up to rounding of 10⁻⁹ of the largest number, or of 1
    assertThat(bySums("5,5,1e-8,10,9,9,3")).isEqualTo("reward");
    assertThat(bySums("5,5,2e-8,10,9,9,3")).isEqualTo("nothing");
    assertThat(bySums("5,5,1e-9,0.1,9,9,3")).isEqualTo("reward");
    assertThat(bySums("5,5,5,1e-10,9,9,3")).isEqualTo("nothing"); // small, and no sum
    assertThat(bySums("0,0,0,10,8,9,3")).isEqualTo("nothing"); // not all are numbers
    assertThat(bySums("0,0,0,0,0,0,3")).isEqualTo("nothing"); // no rows
    assertThat(bySums("0,0,0,10,9,9,1")).isEqualTo("nothing"); // one number only
  }
}
