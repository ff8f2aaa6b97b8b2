package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which columns may tell segments apart. */
class SegmentColumnsTest {
  private static final List<String> COLUMNS =
      List.of("state", "action", "reward", "propensity", "Country", "day");
  private static final ColumnMap ROLES = ColumnMap.resolve(COLUMNS, Map.of());

  @Test
  void columnsOfTheLogAreFoundInAnyCase() {
    assertThat(new SegmentColumns(List.of("country", "state"), false).in(COLUMNS, ROLES))
        .isEqualTo(new SegmentColumns(List.of("Country", "state"), false));
    SegmentColumns day = new SegmentColumns(List.of("day"), true).in(COLUMNS, ROLES);
    assertThat(day.over()).isTrue();
    assertThat(day.setting()).isEqualTo("over");
    // of two that differ in their case, the one that is written so
    List<String> two = List.of("state", "action", "reward", "DAY", "day");
    assertThat(new SegmentColumns(List.of("day"), false).in(two, ROLES).names())
        .containsExactly("day");
  }

  private static void refused(String message, boolean over, String... names) {
    assertThatThrownBy(() -> new SegmentColumns(List.of(names), over).in(COLUMNS, ROLES))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  @Test
  void whatADecisionBringsIsRefused() {
    refused(
        "by reward: needs a column that was known before the decision, got the reward",
        false,
        "day",
        "reward");
    refused(
        "over action: needs a column that was known before the decision, got the action",
        true,
        "action");
    refused(
        "by town: needs a column of the log, which has state, action, reward, propensity, Country, day",
        false,
        "town");
  }

  @Test
  void segmentsNeedAColumnAndPeriodsOne() {
    refused("by: needs a column, got 0", false);
    refused("over: needs one column, got 0", true);
    refused("over: needs one column, got 2", true, "day", "country");
  }
}
