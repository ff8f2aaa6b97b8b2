package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelsTest {
  @Test
  void numbersAreSpelledOneWayAndSortedAsNumbers() {
    Labels labels = Labels.of(List.of("10", "9.0", "9", "-1e1", "1E2", "0.50", "-0"));
    assertThat(labels.names()).containsExactly("-10", "0", "0.5", "9", "10", "100");
    assertThat(labels.id("9.00")).isEqualTo(3);
    assertThat(labels.id("0.5")).isEqualTo(2);
    assertThat(labels.id("11")).isEqualTo(-1);
    assertThat(labels.id("nine")).isEqualTo(-1);
  }

  @Test
  void leadingZerosMakeAName() {
    Labels labels = Labels.of(List.of("007", "7", "10"));
    assertThat(labels.names()).containsExactly("007", "10", "7");
    assertThat(labels.id("007")).isNotEqualTo(labels.id("7"));
  }

  @Test
  void oneNameMakesNamesOfAll() {
    assertThat(Labels.of(List.of("10", "9", "x")).names()).containsExactly("10", "9", "x");
  }

  @Test
  void namesAreSortedByTheirBytesWhateverTheLocale() {
    // U+FF5E comes before U+1F642 in UTF-8, after it in Java's UTF-16
    assertThat(Labels.of(List.of("🙂", "～", "b", "B", "é")).names())
        .containsExactly("B", "b", "é", "～", "🙂");
  }

  @Test
  void moreNamesKeepOtherSpellingsOfNumbersKnown() {
    Labels numbers = Labels.of(List.of("1.0", "2.0"));
    Labels more = numbers.with(List.of("none"));
    assertThat(more.names()).containsExactly("1", "2", "none");
    assertThat(more.id("1.0")).isZero();
    assertThat(more.id("2")).isEqualTo(1);
    assertThat(more.id("none")).isEqualTo(2);
    assertThat(numbers.with(List.of("0.0", "1")).names()).containsExactly("0", "1", "2");
  }
}
