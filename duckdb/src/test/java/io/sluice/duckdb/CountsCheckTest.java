package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a counts file that are what they have to be, and rows that are not. */
class CountsCheckTest {
  /** A reward of 1 on the grid of 2⁻⁶⁰. */
  private static final String ONE = "1152921504606846976";

  private static final String COLUMNS =
      "kind VARCHAR, half INTEGER, key BIGINT, n BIGINT, high BIGINT, low BIGINT, square_high BIGINT, square_low BIGINT, least DOUBLE, most DOUBLE, label VARCHAR";

  private static final List<String> NAMES =
      List.of(
          "kind",
          "half",
          "key",
          "n",
          "high",
          "low",
          "square_high",
          "square_low",
          "least",
          "most",
          "label");

  /** One step, two states, one action: two pairs and six cells. */
  private static final List<String> SOUND =
      List.of(
          "'cell', 0, 0, 2, 0, 2 * " + ONE + ", 0, " + ONE + ", NULL, NULL, NULL",
          "'cell', 1, 5, 1, 0, 0, 0, 0, NULL, NULL, NULL",
          "'pair', NULL, 0, 2, 0, " + ONE + ", NULL, NULL, 0.5, 0.5, NULL",
          "'pair', NULL, 1, 1, 0, " + ONE + ", NULL, NULL, 1, 1, NULL",
          "'state', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 's'",
          "'state', NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 't'",
          "'action', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'a'");

  private DuckDb engine;

  @BeforeEach
  void start() {
    engine = DuckDb.start(1);
  }

  @AfterEach
  void end() {
    engine.close();
  }

  private void table(List<String> rows, String columns) {
    engine.execute("CREATE OR REPLACE TEMP TABLE saved (%s)".formatted(columns));
    rows.forEach(row -> engine.execute("INSERT INTO saved VALUES (%s)".formatted(row)));
  }

  private void check(List<String> rows, int horizon, long logged) {
    table(rows, COLUMNS);
    CountsCheck.of(engine, "saved", "c.parquet", NAMES, horizon, logged);
  }

  /** The sound rows with one of them in other words. */
  private static List<String> with(int place, String... words) {
    List<String> rows = new ArrayList<>(SOUND);
    for (int i = 0; i < words.length; i += 2) {
      assertThat(rows.get(place)).contains(words[i]);
      rows.set(
          place,
          rows.get(place).replaceFirst(java.util.regex.Pattern.quote(words[i]), words[i + 1]));
    }
    return rows;
  }

  private void refused(String what, List<String> rows) {
    assertThatThrownBy(() -> check(rows, 1, 3))
        .as("%s", rows)
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("c.parquet")
        .hasMessageContaining(what);
  }

  @Test
  void whatIsWrittenIsSound() {
    check(SOUND, 1, 3);
  }

  @Test
  void cellsHaveSumsOfAsManyRewardsAsTheyHaveRows() {
    String cells = "cells that cannot be right";
    refused(cells, with(0, "'cell', 0", "'cell', 2"));
    refused(cells, with(0, "'cell', 0", "'cell', NULL"));
    refused(cells, with(0, "0, 0, 2", "0, -1, 2"));
    refused(cells, with(1, "1, 5, 1", "1, 6, 1"));
    refused(cells, with(1, "1, 5, 1, 0, 0", "1, 5, 0, 0, 0"));
    refused(cells, with(0, "0, 2 * " + ONE, "0, 2 * " + ONE + " + 10000000000"));
    refused(cells, with(0, "0, 2 * " + ONE, "1, 0"));
    refused(cells, with(0, "0, 2 * " + ONE, "-1, 0"));
    refused(cells, with(0, "0, " + ONE, "0, 3 * " + ONE));
    refused(cells, with(2, "NULL, 0, 2", "NULL, 2, 2"));
    refused(cells, with(2, "NULL, 0, 2", "NULL, -1, 2"));
    refused(cells, with(2, "NULL, 0, 2", "NULL, 0, 0"));
    refused(cells, with(2, "0, " + ONE, "0, 3 * " + ONE));
    refused(cells, with(2, "0.5, 0.5", "0, 0.5"));
    refused(cells, with(2, "0.5, 0.5", "0.5, 0.25"));
    refused(cells, with(2, "0.5, 0.5", "0.5, 1.5"));
    refused(cells, with(2, "'pair'", "'other'"));
  }

  @Test
  void cellsMakeUpTheRowsOfTheLog() {
    String total = "cells that do not make up its rows";
    refused(total, with(0, "0, 0, 2", "0, 0, 3"));
    refused(total, with(1, "'cell', 1, 5", "'cell', 0, 0"));
    refused(total, with(3, "NULL, 1, 1", "NULL, 0, 1"));
  }

  @Test
  void namesAreNumberedFromZero() {
    String names = "names that cannot be right";
    refused(names, with(5, "NULL, 1", "NULL, 2"));
    refused(names, with(5, "NULL, 1", "NULL, 0"));
    refused(names, with(5, "NULL, 1", "NULL, -1"));
    refused(names, with(5, "'t'", "'s'"));
    refused(names, SOUND.subList(0, 6));
    refused(names, List.of(SOUND.get(0), SOUND.get(1), SOUND.get(6)));
    refused(names, with(6, "NULL, 0", "NULL, 1"));
  }

  /** 2³¹ − 1 pairs have numbers, and one more has not. */
  @Test
  void pairsHaveNumbers() {
    List<String> one =
        List.of(SOUND.get(1).replace("1, 5, 1", "1, 1, 1"), SOUND.get(4), SOUND.get(6));
    check(one, Integer.MAX_VALUE, 1);
    assertThatThrownBy(() -> check(SOUND, 1 << 30, 3))
        .hasMessageContaining("names that cannot be right");
  }

  @Test
  void columnsAreThoseThatAreWritten() {
    table(SOUND, COLUMNS.replace("half INTEGER", "half BIGINT"));
    assertThatThrownBy(() -> CountsCheck.of(engine, "saved", "c.parquet", NAMES, 1, 3))
        .hasMessageContaining("other columns");
    table(SOUND, COLUMNS);
    assertThatThrownBy(
            () -> CountsCheck.of(engine, "saved", "c.parquet", NAMES.subList(0, 10), 1, 3))
        .hasMessageContaining("other columns");
  }

  @Test
  void theChecksumIsThatOfRowsInAnyOrderAndOfMetadata() {
    TreeMap<String, String> entries = new TreeMap<>(java.util.Map.of("a", "b"));
    table(SOUND, COLUMNS);
    String sum = CountsCheck.checksum(engine, "FROM saved", entries);
    table(SOUND.stream().sorted().toList(), COLUMNS);
    assertThat(CountsCheck.checksum(engine, "FROM saved", entries)).isEqualTo(sum).hasSize(32);
    table(with(5, "'t'", "'u'"), COLUMNS);
    assertThat(CountsCheck.checksum(engine, "FROM saved", entries)).isNotEqualTo(sum);
    table(SOUND, COLUMNS);
    entries.put("a", "c");
    assertThat(CountsCheck.checksum(engine, "FROM saved", entries)).isNotEqualTo(sum);
  }
}
