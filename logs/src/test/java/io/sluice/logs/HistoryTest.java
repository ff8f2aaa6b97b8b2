package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the past is part of the state: as written, in words and as SQL. */
class HistoryTest {
  @ParameterizedTest
  @CsvSource({
    "1, the last action",
    "100, the last 100 actions",
    "1:states, the last action with its state",
    "2:states, the last 2 actions with their states"
  })
  void writtenAndInWords(String written, String words) {
    assertThat(History.parse(written)).hasToString(written);
    assertThat(History.parse(written).words()).isEqualTo(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", ":states", "1:state", "1234567890"})
  void whatIsNoNumberIsRefused(String written) {
    assertThatThrownBy(() -> History.parse(written))
        .isInstanceOf(SettingException.class)
        .hasMessage("history: needs N or N:states, got " + written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "999999999"})
  void numbersHaveLimits(String written) {
    assertThatThrownBy(() -> History.parse(written))
        .isInstanceOf(SettingException.class)
        .hasMessage("history: needs 1 to 100 decisions, got " + written);
  }

  /** The next state's past is one decision ahead: the action of this row is its last one. */
  @Test
  void theSqlOfTwoDecisions() {
    String past = "lag(%s, %d) OVER (PARTITION BY episode ORDER BY step)";
    String sql = new History(2, true).of("rows", true, UnaryOperator.identity());
    assertThat(sql)
        .isEqualTo(
            "SELECT h.*, "
                + String.join(
                    " || '|' || ",
                    "own_state",
                    "coalesce(" + past.formatted("action", 1) + ", '')",
                    "coalesce(" + past.formatted("own_state", 1) + ", '')",
                    "coalesce(" + past.formatted("action", 2) + ", '')",
                    "coalesce(" + past.formatted("own_state", 2) + ", '')")
                + " AS state, CASE WHEN own_next_state IS NOT NULL THEN "
                + String.join(
                    " || '|' || ",
                    "own_next_state",
                    "coalesce(action, '')",
                    "coalesce(own_state, '')",
                    "coalesce(" + past.formatted("action", 1) + ", '')",
                    "coalesce(" + past.formatted("own_state", 1) + ", '')")
                + " END AS next_state FROM (rows) h");
    assertThat(new History(1, false).of("rows", false, value -> "e(" + value + ")"))
        .isEqualTo(
            "SELECT h.*, e(own_state) || '|' || coalesce(e("
                + past.formatted("action", 1)
                + "), '') AS state FROM (rows) h");
  }
}
