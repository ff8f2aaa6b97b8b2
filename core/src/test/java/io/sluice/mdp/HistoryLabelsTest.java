package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names of states that hold something of the past. */
class HistoryLabelsTest {
  private static final Labels LABELS =
      Labels.ofHistories(List.of("home|push", "home|", "a\\|b|push", "shop|wait"));

  @Test
  void aStateStandsForAllOfItsPasts() {
    assertThat(LABELS.names()).containsExactly("a\\|b|push", "home|", "home|push", "shop|wait");
    assertThat(LABELS.idsOf("home")).containsExactly(1, 2);
    assertThat(LABELS.idsOf("a|b")).containsExactly(0);
    assertThat(LABELS.idsOf("away")).isEmpty();
    assertThat(LABELS.original(0)).isEqualTo("a|b");
    assertThat(LABELS.original(2)).isEqualTo("home");
    assertThat(LABELS.originals()).isEqualTo(3);
  }

  @Test
  void aNameWithItsPastStandsForItself() {
    assertThat(LABELS.idsOf("home|push")).containsExactly(2);
    assertThat(LABELS.id("home|push")).isEqualTo(2);
    assertThat(LABELS.id("home")).isEqualTo(-1);
  }

  @Test
  void withoutAPastANameIsItself() {
    Labels plain = Labels.of(List.of("home|push", "shop"));
    assertThat(plain.original(0)).isEqualTo("home|push");
    assertThat(plain.idsOf("shop")).containsExactly(1);
    assertThat(plain.idsOf("home")).isEmpty();
    assertThat(plain.originals()).isEqualTo(2);
  }

  @Test
  void numbersAreSpelledOneWayInEveryPart() {
    Labels numbers = Labels.ofHistories(List.of("1.0|2", "1|", "3|2.50"));
    assertThat(numbers.names()).containsExactly("1|", "1|2", "3|2.5");
    assertThat(numbers.id("1|2.0")).isEqualTo(1);
    assertThat(numbers.idsOf("1.00")).containsExactly(0, 1);
    assertThat(numbers.with(List.of("1|7.0")).names()).contains("1|7");
  }
}
