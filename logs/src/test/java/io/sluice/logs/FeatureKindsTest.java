package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import io.sluice.logs.FeatureKinds.Kind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What columns hold, by what an engine counts in them. */
class FeatureKindsTest {
  private static FeatureKinds of(List<String> columns, List<String> features, String... answers) {
    SqlEngine engine = Answers.of(answers);
    return FeatureKinds.of(engine, new FeatureSql(engine, "rows", true), columns, features);
  }

  /** Of each column: values, numbers, those that are too large, dates, lists. */
  @Test
  void aColumnIsWhatAllOfItsValuesAre() {
    FeatureKinds found =
        of(List.of("a", "b", "c", "d"), List.of("a"), "9|9|0|0|0|9|8|0|9|0|9|8|0|8|9|9|8|0|8|8");
    assertThat(found.of("a")).isEqualTo(Kind.NUMBER);
    assertThat(found.of("b")).isEqualTo(Kind.DATE);
    assertThat(found.of("c")).isEqualTo(Kind.LIST);
    assertThat(found.of("d")).isEqualTo(Kind.NAME);
    assertThat(found.of("none")).isEqualTo(Kind.NAME);
    assertThat(of(List.of(), List.of()).of("a")).isEqualTo(Kind.NAME);
  }

  @Test
  void featuresThatAreNumbersAreFinite() {
    assertThatThrownBy(() -> of(List.of("a"), List.of("a"), "9|9|2|0|0"))
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            "column a: needs numbers of at most 1e50 in size, got 2 that are larger or infinite");
    assertThat(of(List.of("a"), List.of(), "9|9|2|0|0").of("a")).isEqualTo(Kind.NUMBER);
    assertThat(of(List.of("a"), List.of("a"), "9|8|2|0|0").of("a")).isEqualTo(Kind.NAME);
  }

  private static final String LIST = "9|0|0|0|9";

  @Test
  void listsAreEquallyLong() {
    FeatureKinds found =
        of(List.of("v"), List.of("v"), LIST, "/x/a.csv|2|[1, 2];/x/a.csv|3|[ -1.5, nan]");
    assertThat(found.length("v", 7)).isEqualTo(2);
    assertThat(found.length("w", 7)).isEqualTo(7);
    assertThatThrownBy(
            () ->
                of(
                    List.of("v"),
                    List.of("v"),
                    LIST,
                    "/x/a.csv|2|[1,2];/x/a.csv|3|[1];b|0|[];a|4|[1,x];a|5|[1,Infinity];a|6|[1,]"))
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            """
            a.csv:3: v needs lists of one length, which is 2 in the first row, got 1
            b: v needs a list of numbers, got "[]"
            a:4: v needs a list of numbers, got "[1,x]"
            a:5: v needs a list of numbers, got "[1,Infinity]"
            a:6: v needs a list of numbers, got "[1,]\"""");
  }

  @Test
  void anEmptyListIsNoneFromTheFirstRowOn() {
    assertThatThrownBy(() -> of(List.of("v"), List.of("v"), LIST, "a|2|[ ]"))
        .hasMessage("a:2: v needs a list of numbers, got \"[ ]\"");
    assertThatThrownBy(() -> of(List.of("v"), List.of("v"), LIST, "a|2|[b];a|3|[1e60]"))
        .hasMessage(
            """
            a:2: v needs a list of numbers, got "[b]"
            a:3: v needs a list of numbers, got "[1e60]\"""");
  }

  @Test
  void twentyListsAreNamed() {
    String lists =
        IntStream.range(0, 23)
            .mapToObj(i -> "a|" + i + (i == 0 ? "|[1,2]" : "|[1]"))
            .collect(Collectors.joining(";"));
    assertThatThrownBy(() -> of(List.of("v"), List.of("v"), LIST, lists))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(22);
            });
  }

  @Test
  void numbersOfAListAreWrittenInOrder() {
    double[] into = {9, 9, 9, 9};
    FeatureKinds.write("[1, -2.5]", into, 1);
    assertThat(into).containsExactly(9, 1, -2.5, 9);
    FeatureKinds.write("[null]", into, 0);
    assertThat(into[0]).isNaN();
  }
}
