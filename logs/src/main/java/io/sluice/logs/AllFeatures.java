package io.sluice.logs;

import java.util.ArrayList;
import java.util.List;

/**
 * Which columns of a log can be features, if a user asks for all of them: those that have no role
 * and are not names, and that do not tell the action or the reward of the same row, as what is
 * logged after a decision does.
 *
 * <p>A column tells the action if each of its values goes with one action only, and values repeat
 * at least five times on average. It tells the reward if the same holds of the reward, or if it is
 * the reward again.
 */
final class AllFeatures {
  private static final int REPEATED = 5;

  private final SqlEngine engine;
  private final String action;
  private final String reward;
  private final List<String> kept = new ArrayList<>();
  private final List<String> left = new ArrayList<>();

  private AllFeatures(SqlEngine engine, ColumnMap columns) {
    this.engine = engine;
    List<String> parts =
        columns.of(Role.ACTION).stream().map(c -> engine.asText(engine.identifier(c))).toList();
    this.action = String.join(" || '|' || ", parts);
    this.reward = engine.number(engine.identifier(columns.of(Role.REWARD).get(0)));
  }

  /**
   * @param candidates columns without a role
   * @param notes gets what was left out, and why
   */
  static List<String> of(
      SqlEngine engine, ColumnMap columns, List<String> candidates, List<String> notes) {
    AllFeatures all = new AllFeatures(engine, columns);
    candidates.forEach(all::judge);
    notes.add("features: " + String.join(", ", all.kept));
    all.left.forEach(notes::add);
    return List.copyOf(all.kept);
  }

  private void judge(String column) {
    String value = engine.asText(engine.identifier(column));
    String number = engine.number(engine.identifier(column));
    String grouped =
        "SELECT %s AS v, count(*) AS n, CASE WHEN min(%s) <> max(%s) THEN 1 ELSE 0 END AS a, CASE WHEN min(%s) <> max(%s) THEN 1 ELSE 0 END AS r, CASE WHEN max(abs(%s - %s)) > 0 OR max(%s) IS NULL THEN 1 ELSE 0 END AS differs, CASE WHEN max(%s) IS NULL THEN 0 WHEN max(%s) = floor(max(%s)) THEN 1 ELSE 0 END AS whole FROM %s WHERE %s IS NOT NULL GROUP BY %s"
            .formatted(
                value,
                action,
                action,
                reward,
                reward,
                number,
                reward,
                number,
                number,
                number,
                number,
                RowSql.INPUT,
                value,
                value);
    String sql =
        "SELECT count(*), %s, %s, %s, %s, %s, count(%s) FROM (%s) g"
            .formatted(
                sum("n"),
                sum("a"),
                sum("r"),
                sum("differs"),
                sum("whole"),
                "CASE WHEN %s IS NULL AND %s IS NULL AND NOT trim(v) LIKE '[%%]' THEN 1 END"
                    .formatted(engine.number("v"), engine.days("v")),
                grouped);
    engine.query(sql, row -> decide(column, numbers(row)));
  }

  private static String sum(String column) {
    return "CAST(coalesce(sum(%s), 0) AS BIGINT)".formatted(column);
  }

  private static long[] numbers(SqlEngine.Row row) {
    long[] numbers = new long[7];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = row.integer(i);
    }
    return numbers;
  }

  /** By values, rows, values with several actions, with several rewards, unlike the reward. */
  private void decide(String column, long[] found) {
    long values = found[0];
    long rows = found[1];
    boolean repeats = values > 1 && rows >= REPEATED * values;
    boolean isText = found[6] > 0;
    if (values <= 1) {
      left.add("column %s has one value or none and is no feature".formatted(column));
    } else if (repeats && found[2] == 0) {
      left.add("column %s tells the action and is no feature".formatted(column));
    } else if (repeats && found[3] == 0 || found[4] == 0) {
      left.add("column %s tells the reward and is no feature".formatted(column));
    } else if (isText && 2 * values > rows || !isText && values == rows && found[5] == values) {
      left.add("column %s has a name of its own in most rows and is no feature".formatted(column));
    } else {
      kept.add(column);
    }
  }
}
