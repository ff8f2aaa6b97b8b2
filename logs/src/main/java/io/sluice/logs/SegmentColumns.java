package io.sluice.logs;

import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns by which rows are assigned to segments.
 *
 * @param names of columns of the log, any but those of what the decision brought
 * @param over whether they are a time that episodes are ordered by, divided into periods
 */
public record SegmentColumns(List<String> names, boolean over) {
  /** The column of the kept rows. */
  static final String SEGMENT = "segment";

  public SegmentColumns {
    names = List.copyOf(names);
    if (names.isEmpty() || over && names.size() > 1) {
      throw new SettingException(
          over ? "over" : "by",
          "needs %s, got %s".formatted(over ? "one column" : "a column", names.size()));
    }
  }

  /** The setting that names them. */
  String setting() {
    return over ? "over" : "by";
  }

  /** Columns of the log that are these; what a decision leads to does not tell decisions apart. */
  SegmentColumns in(List<String> available, ColumnMap columns) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      String column =
          available.stream()
              .filter(c -> c.equals(name))
              .findFirst()
              .or(() -> available.stream().filter(c -> c.equalsIgnoreCase(name)).findFirst())
              .orElseThrow(
                  () ->
                      new SettingException(
                          setting() + " " + name,
                          "needs a column of the log, which has " + String.join(", ", available)));
      for (Role role :
          List.of(
              Role.ACTION,
              Role.REWARD,
              Role.NEXT_STATE,
              Role.PROPENSITY,
              Role.END,
              Role.TRUNCATED)) {
        if (columns.of(role).contains(column)) {
          throw new SettingException(
              setting() + " " + name,
              "needs a column that was known before the decision, got the "
                  + role.columnName().replace('_', ' '));
        }
      }
      found.add(column);
    }
    return new SegmentColumns(found, over);
  }

  /** The segment of a row, as it is written, as a column to keep. */
  String sql(RowSql rows, SqlEngine engine) {
    return value(rows, engine) + " AS " + SEGMENT;
  }

  /** The segment of a row, as it is written. */
  String value(RowSql rows, SqlEngine engine) {
    List<String> parts = new ArrayList<>();
    for (String name : names) {
      String text = rows.plain(rows.raw(name));
      parts.add(
          "CASE WHEN coalesce(%s, '') = '' THEN %s ELSE %s END"
              .formatted(rows.raw(name), engine.text(Segments.MISSING), text));
    }
    return String.join(" || '|' || ", parts);
  }

  /** Which segments the kept rows are in. */
  Segments read(SqlEngine engine, boolean episodes, long base) {
    boolean constant = over || !episodes || isConstant(engine);
    Map<String, Long> counts = new HashMap<>();
    engine.query(
        "SELECT %s, count(*) FROM %s%s GROUP BY %s"
            .formatted(
                SEGMENT, RowSql.ROWS, constant && episodes ? " WHERE step = " + base : "", SEGMENT),
        row -> counts.put(String.valueOf(row.text(0)), row.integer(1)));
    String column = String.join(", ", names);
    return over ? Segments.periods(column, counts) : Segments.of(column, counts, constant);
  }

  private static boolean isConstant(SqlEngine engine) {
    long[] changing = new long[1];
    engine.query(
        "SELECT count(*) FROM (SELECT episode FROM %s GROUP BY episode HAVING min(%s) <> max(%s)) c"
            .formatted(RowSql.ROWS, SEGMENT, SEGMENT),
        row -> changing[0] = row.integer(0));
    return changing[0] == 0;
  }
}
