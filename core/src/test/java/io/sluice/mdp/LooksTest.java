package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LooksTest {
  private static Looks days(int days, long each) {
    Map<String, Long> counts = new HashMap<>();
    for (int day = 1; day <= days; day++) {
      counts.put(String.valueOf(day), each);
    }
    return Objects.requireNonNull(Segments.periods("day", counts).looks());
  }

  /** Days of 60: the log has 120 after day 2, at least 240 after day 4, 480 after day 8. */
  @Test
  void stagesBeginWhereTheLogHasDoubled() {
    Looks looks = days(9, 60);
    assertThat(looks.names()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
    assertThat(looks.episodes().get(3)).isEqualTo(240);
    assertThat(looks.stages()).containsExactly(0, 0, 1, 1, 2, 2, 2, 2, 3);
    assertThat(looks.stageCount()).isEqualTo(4);
  }

  /** With single episodes, a look comes when there are half a percent more. */
  @Test
  void looksBecomeRarerThanValues() {
    Looks looks = days(5_000, 1);
    assertThat(looks.size()).isBetween(700, 900);
    assertThat(looks.episodes().subList(0, 3)).containsExactly(1L, 2L, 3L);
    assertThat(looks.episodes().get(looks.size() - 1)).isEqualTo(5_000);
  }

  /** All but the last look are those of a longer log: nothing is decided by what comes later. */
  @Test
  void aLongerLogHasTheSameLooksAtFirst() {
    Looks shorter = days(1_700, 3);
    Looks longer = days(4_000, 3);
    int same = shorter.size() - 1;
    assertThat(longer.names().subList(0, same)).isEqualTo(shorter.names().subList(0, same));
    assertThat(longer.stages().subList(0, same + 1)).isEqualTo(shorter.stages());
  }
}
