package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentsTest {
  @Test
  void valuesWithFewEpisodesArePooled() {
    Segments segments = Segments.of("device", Map.of("tv", 10L, "phone", 900L, "car", 3L), true);
    assertThat(segments.names()).containsExactly("phone", "other");
    assertThat(segments.pooled()).isEqualTo(2);
    assertThat(segments.of("car")).isEqualTo(1);
    assertThat(segments.of("phone")).isZero();
  }

  @Test
  void numbersAreInTheirOwnOrder() {
    Segments segments = Segments.of("age", Map.of("10", 100L, "9", 100L, "-1", 100L), true);
    assertThat(segments.names()).containsExactly("-1", "9", "10");
  }

  @Test
  void noMoreThanTheMostFrequentAreKept() {
    Map<String, Long> counts = new HashMap<>();
    for (int i = 0; i < 30; i++) {
      counts.put("v" + i, 100L + i);
    }
    Segments segments = Segments.of("v", counts, true);
    assertThat(segments.names()).hasSize(Segments.MOST + 1).contains("v29").doesNotContain("v9");
    assertThat(segments.pooled()).isEqualTo(10);
  }

  @Test
  void periodsHaveAboutAsManyEpisodes() {
    Map<String, Long> counts = new HashMap<>();
    for (int day = 1; day <= 28; day++) {
      counts.put("2024-01-%02d".formatted(day), 100L);
    }
    Segments periods = Segments.periods("day", counts);
    assertThat(periods.ordered()).isTrue();
    assertThat(periods.names()).hasSizeBetween(8, 10);
    assertThat(periods.names().get(0)).startsWith("2024-01-01 to ");
    assertThat(periods.of("2024-01-28")).isEqualTo(periods.names().size() - 1);
  }

  /** One value with most of the episodes does not leave tiny periods behind. */
  @Test
  void oneLargeDayIsOnePeriod() {
    Segments periods = Segments.periods("day", Map.of("1", 5000L, "2", 40L, "3", 40L, "4", 900L));
    assertThat(periods.names().get(0)).isEqualTo("1");
    assertThat(periods.names()).hasSizeLessThanOrEqualTo(3);
  }
}
