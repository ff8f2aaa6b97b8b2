package io.sluice.duckdb;

import io.sluice.logs.SavedCounts;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Are the rows of a counts file what {@link CountsFile} writes? Files get damaged. */
final class CountsCheck {
  private static final List<String> COLUMNS =
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

  private static final String TYPES =
      "VARCHAR,INTEGER,BIGINT,BIGINT,BIGINT,BIGINT,BIGINT,BIGINT,DOUBLE,DOUBLE,VARCHAR";

  /** The entry of a file's metadata with its checksum. */
  static final String CHECKSUM = "sluice.checksum";

  private CountsCheck() {}

  /**
   * Of rows in any order, and of what the metadata says besides: a changed number may be as likely
   * as the one it was.
   */
  static String checksum(DuckDb engine, String rows, SortedMap<String, String> entries) {
    String row =
        COLUMNS.stream()
            .map("coalesce(CAST(%s AS VARCHAR), '')"::formatted)
            .collect(Collectors.joining(" || '|' || "));
    String[] sum = new String[1];
    engine.query(
        "SELECT md5(CAST(sum(md5_number_lower(%s)) AS VARCHAR) || %s) FROM (%s) r"
            .formatted(row, engine.text(entries.toString()), rows),
        found -> sum[0] = found.text(0));
    return String.valueOf(sum[0]);
  }

  /**
   * Holds one file to its rules.
   *
   * @param view under which it is readable
   * @param rows how many rows the log had
   */
  static void of(
      DuckDb engine, String view, String file, List<String> columns, int horizon, long rows) {
    if (!columns.equals(COLUMNS) || !TYPES.equals(types(engine, view))) {
      throw SavedCounts.corrupt(file, "other columns");
    }
    long states = names(engine, view, file, "state");
    long actions = names(engine, view, file, "action");
    double pairs = (double) horizon * states * actions;
    if (pairs > Integer.MAX_VALUE || states < 1 || actions < 1) {
      throw SavedCounts.corrupt(file, "names that cannot be right");
    }
    String bad =
        """
        SELECT count(*) FROM %s WHERE CASE kind
          WHEN 'cell' THEN (half IN (0, 1) AND key >= 0 AND key < %s AND n > 0 AND %s AND %s) IS NOT TRUE
          WHEN 'pair' THEN (key >= 0 AND key < %s AND n > 0 AND %s AND least > 0 AND most >= least AND most <= 1) IS NOT TRUE
          WHEN 'state' THEN false WHEN 'action' THEN false ELSE true END"""
            .formatted(
                view,
                (long) pairs * (states + 1),
                isShare("high", "low"),
                isShare("square_high", "square_low"),
                (long) pairs,
                isShare("high", "low"));
    if (number(engine, bad) > 0) {
      throw SavedCounts.corrupt(file, "cells that cannot be right");
    }
    String twice =
        "SELECT count(*) - count(DISTINCT (kind, half, key)) FROM %s WHERE kind IN ('cell', 'pair')"
            .formatted(view);
    String total =
        "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM %s WHERE kind = 'cell'".formatted(view);
    if (number(engine, twice) > 0 || number(engine, total) != rows) {
      throw SavedCounts.corrupt(file, "cells that do not make up its rows");
    }
  }

  /** That an exact sum of n numbers in [0, 1] is one. */
  private static String isShare(String high, String low) {
    return "%1$s >= 0 AND %1$s * 16.0 + (CASE WHEN %2$s < 0 THEN %2$s + 18446744073709551616.0 ELSE %2$s END) / 1152921504606846976.0 <= n * 1.000000001"
        .formatted(high, low);
  }

  /** How many names there are; they have to be numbered from 0, each once. */
  private static long names(DuckDb engine, String view, String file, String kind) {
    long[] found = new long[5];
    engine.query(
        "SELECT count(*), count(DISTINCT key), count(DISTINCT label), coalesce(min(key), 0), coalesce(max(key), -1) FROM %s WHERE kind = '%s'"
            .formatted(view, kind),
        row -> {
          for (int i = 0; i < found.length; i++) {
            found[i] = row.integer(i);
          }
        });
    boolean whole =
        found[1] == found[0] && found[2] == found[0] && found[3] == 0 && found[4] == found[0] - 1;
    if (!whole) {
      throw SavedCounts.corrupt(file, "names that cannot be right");
    }
    return found[0];
  }

  private static String types(DuckDb engine, String view) {
    StringBuilder types = new StringBuilder();
    engine.query(
        "DESCRIBE " + view,
        row -> {
          if (types.length() < TYPES.length()) {
            types.append(types.isEmpty() ? "" : ",").append(row.text(1));
          }
        });
    return types.toString();
  }

  private static long number(DuckDb engine, String sql) {
    long[] result = new long[1];
    engine.query(sql, row -> result[0] = row.integer(0));
    return result[0];
  }
}
