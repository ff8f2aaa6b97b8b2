package io.sluice.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which columns of a log can be features, if a user asks for all of them: those that have no role
 * and are not names, and that do not tell the action or the reward of the same row, as what is
 * logged after a decision does.
 *
 * <p>A column tells the action if each of its values goes with one action only, and values repeat
 * at least five times on average, or if its being missing goes with the action. It tells the reward
 * if the same holds of the reward; see also {@link ToldAfterwards}.
 */
final class AllFeatures {
  private static final int REPEATED = 5;

  private final SqlEngine engine;
  private final String action;
  private final String reward;
  private final ToldAfterwards afterwards;
  private final List<String> kept = new ArrayList<>();
  private final List<String> left = new ArrayList<>();

  private AllFeatures(SqlEngine engine, ColumnMap columns) {
    this.engine = engine;
    this.action = action(engine, columns);
    this.reward = engine.number(engine.identifier(columns.of(Role.REWARD).get(0)));
    this.afterwards = new ToldAfterwards(engine, columns, action, reward);
  }

  /** The action's name in SQL. */
  static String action(SqlEngine engine, ColumnMap columns) {
    return columns.of(Role.ACTION).stream()
        .map(c -> engine.asText(engine.identifier(c)))
        .collect(Collectors.joining(" || '|' || "));
  }

  /**
   * @param candidates columns without a role
   * @param notes gets what was left out, and why
   */
  static List<String> of(
      SqlEngine engine, ColumnMap columns, List<String> candidates, List<String> notes) {
    AllFeatures all = new AllFeatures(engine, columns);
    candidates.forEach(all::judge);
    all.kept.removeIf(all::isTold);
    notes.add("features: " + String.join(", ", all.kept));
    all.left.forEach(notes::add);
    return List.copyOf(all.kept);
  }

  private boolean isTold(String column) {
    Optional<String> what =
        isMissingBy(column, action)
            ? Optional.of("action")
            : isMissingBy(column, engine.asText(reward))
                ? Optional.of("reward")
                : afterwards.of(column);
    what.ifPresent(
        w ->
            left.add("column %s reveals the %s and is not used as a feature".formatted(column, w)));
    return what.isPresent();
  }

  private void judge(String column) {
    String value = engine.asText(engine.identifier(column));
    String number = engine.number(engine.identifier(column));
    String grouped =
        "SELECT %s AS v, count(*) AS n, CASE WHEN min(%s) <> max(%s) THEN 1 ELSE 0 END AS a, CASE WHEN min(%s) <> max(%s) THEN 1 ELSE 0 END AS r, CASE WHEN max(%s) IS NULL THEN 0 WHEN max(%s) = floor(max(%s)) THEN 1 ELSE 0 END AS whole FROM %s WHERE %s IS NOT NULL GROUP BY %s"
            .formatted(
                value,
                action,
                action,
                reward,
                reward,
                number,
                number,
                number,
                RowSql.INPUT,
                value,
                value);
    String sql =
        "SELECT count(*), %s, %s, %s, %s, count(%s) FROM (%s) g"
            .formatted(
                sum("n"),
                sum("a"),
                sum("r"),
                sum("whole"),
                "CASE WHEN %s IS NULL AND %s IS NULL AND NOT trim(v) LIKE '[%%]' THEN 1 END"
                    .formatted(engine.number("v"), engine.days("v")),
                grouped);
    engine.query(sql, row -> decide(column, numbers(row)));
  }

  /** Whether a column is missing for some actions, or rewards, always, and for others never. */
  private boolean isMissingBy(String column, String what) {
    long[] mixed = {0, 0, 0};
    engine.query(
        "SELECT count(*), %s, %s FROM (SELECT g, CASE WHEN count(v) = 0 THEN 1 ELSE 0 END AS none, CASE WHEN count(v) = count(*) THEN 1 ELSE 0 END AS every FROM (SELECT %s AS g, %s AS v FROM %s) t GROUP BY g HAVING count(*) >= %s) q"
            .formatted(
                sum("none"),
                sum("every"),
                what,
                engine.asText(engine.identifier(column)),
                RowSql.INPUT,
                REPEATED),
        row -> {
          for (int i = 0; i < mixed.length; i++) {
            mixed[i] = row.integer(i);
          }
        });
    return mixed[1] > 0 && mixed[2] > 0 && mixed[1] + mixed[2] == mixed[0];
  }

  private static String sum(String column) {
    return "CAST(coalesce(sum(%s), 0) AS BIGINT)".formatted(column);
  }

  private static long[] numbers(SqlEngine.Row row) {
    long[] numbers = new long[6];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = row.integer(i);
    }
    return numbers;
  }

  /** By values, rows, values with several actions, with several rewards, whole ones, texts. */
  private void decide(String column, long[] found) {
    long values = found[0];
    long rows = found[1];
    boolean repeats = rows >= REPEATED * values;
    boolean isText = found[5] > 0;
    if (values <= 1) {
      left.add("column %s has at most one value and is not used as a feature".formatted(column));
    } else if (repeats && found[2] == 0) {
      left.add("column %s reveals the action and is not used as a feature".formatted(column));
    } else if (repeats && found[3] == 0) {
      left.add("column %s reveals the reward and is not used as a feature".formatted(column));
    } else if (isText && 2 * values > rows || !isText && values == rows && found[4] == values) {
      left.add(
          "column %s has a different value in most rows and is not used as a feature"
              .formatted(column));
    } else {
      kept.add(column);
    }
  }
}
