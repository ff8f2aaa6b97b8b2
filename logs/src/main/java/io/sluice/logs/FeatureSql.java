package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries about feature columns and probabilities of actions. */
final class FeatureSql {
  /** What is written where a value is missing; in some formats it is null. */
  private static final List<String> ABSENT = List.of("", "na", "n/a", "nan", "null", "none");

  private static final String MISSING =
      ABSENT.stream().map(v -> "'" + v + "'").collect(Collectors.joining(", ", "(", ")"));

  /** How many numbers {@link #kinds} gives for a column. */
  static final int KINDS = 5;

  /** The largest number of a feature or a reward: the fourth power of a score must be finite. */
  static final double LARGEST = 1e50;

  private final SqlEngine engine;
  private final String input;
  private final boolean numbered;

  /**
   * @param input where rows are
   * @param numbered whether they have their places already
   */
  FeatureSql(SqlEngine engine, String input, boolean numbered) {
    this.engine = engine;
    this.input = input;
    this.numbered = numbered;
  }

  private String numbered() {
    return numbered ? "SELECT * FROM " + input : engine.numbered(input);
  }

  static boolean isMissing(String value) {
    return ABSENT.contains(value.trim().toLowerCase(Locale.ROOT));
  }

  /** A column as text, null where it is missing. */
  private String present(String column) {
    String text = engine.asText(engine.identifier(column));
    return "CASE WHEN lower(trim(%s)) NOT IN %s THEN %s END".formatted(text, MISSING, text);
  }

  private String number(String column) {
    return engine.number(engine.identifier(column));
  }

  private String days(String column) {
    return engine.days(present(column));
  }

  private String list(String column) {
    String text = present(column);
    return "CASE WHEN trim(%s) LIKE '[%%]' THEN 1 END".formatted(text);
  }

  /** Values of a column as text, with file and row. */
  String lists(String column) {
    return "SELECT %s, sluice_row, %s FROM (%s) n WHERE %s IS NOT NULL ORDER BY %s, sluice_row"
        .formatted(
            SqlEngine.FILE_COLUMN,
            present(column),
            numbered(),
            present(column),
            SqlEngine.FILE_COLUMN);
  }

  /**
   * Of each column: values, values that are numbers, those that are not finite, values that are
   * dates, and that are lists.
   */
  String kinds(List<String> columns) {
    List<String> select = new ArrayList<>();
    for (String column : columns) {
      String number =
          "CASE WHEN %s IS NOT NULL THEN %s END".formatted(present(column), number(column));
      select.add("count(%s)".formatted(present(column)));
      select.add("count(%s)".formatted(number));
      select.add(
          "count(CASE WHEN abs(%s) > %s THEN 1 END)".formatted(number, RowSql.literal(LARGEST)));
      select.add("count(%s)".formatted(days(column)));
      select.add("count(%s)".formatted(list(column)));
    }
    return "SELECT %s FROM %s".formatted(String.join(", ", select), input);
  }

  /** The levels of a category, most frequent first. */
  String levels(String column, int most, int leastRows) {
    return "SELECT level, count(*) AS n FROM (SELECT %s AS level FROM %s) v WHERE level IS NOT NULL GROUP BY level HAVING count(*) >= %s ORDER BY n DESC, level LIMIT %s"
        .formatted(present(column), input, leastRows, most);
  }

  /**
   * All rows, numbers among columns without a role as numbers, so that rules can compare them.
   *
   * @param more further columns, made from the rows as they are
   */
  String typed(List<String> available, FeatureKinds kinds, Set<String> roles, List<String> more) {
    List<String> select = new ArrayList<>();
    for (String column : available) {
      String name = engine.identifier(column);
      boolean isNumber = kinds.of(column) == FeatureKinds.Kind.NUMBER && !roles.contains(column);
      select.add((isNumber ? number(column) : name) + " AS " + name);
    }
    select.addAll(more);
    select.add(SqlEngine.FILE_COLUMN);
    return "(SELECT %s FROM %s) typed".formatted(String.join(", ", select), input);
  }

  /** A feature as it is kept: a number, a date in days or a text, null where it is missing. */
  String feature(String column, FeatureKinds.Kind kind, int place) {
    return "%s AS x%s".formatted(value(column, kind), place);
  }

  private String value(String column, FeatureKinds.Kind kind) {
    return switch (kind) {
      case NUMBER -> engine.identifier(column);
      case DATE -> days(column);
      case LIST, NAME -> present(column);
    };
  }

  /** A column that a saved policy looks at, as it is kept. */
  String saved(String column, FeatureKinds.Kind kind, int place) {
    String value = kind == FeatureKinds.Kind.NUMBER ? number(column) : value(column, kind);
    return "%s AS %s".formatted(value, SavedColumns.name(place));
  }

  /** A probability as it is kept. */
  String probability(String column, String name) {
    return "%s AS %s".formatted(number(column), name);
  }

  /** What an SQL rule gives. */
  String rule(String expression, int place) {
    return "%s AS rule%s".formatted(engine.asText("(" + expression + ")"), place);
  }

  /** Whether a row's probabilities are none: one is missing or below 0, or their sum is not 1. */
  private String notProbabilities(List<String> columns, double tolerance) {
    List<String> bad = new ArrayList<>();
    List<String> sum = new ArrayList<>();
    for (String column : columns) {
      String p = number(column);
      bad.add("%s IS NULL OR isnan(%s) OR %s < 0".formatted(p, p, p));
      sum.add(p);
    }
    bad.add("abs(%s - 1) > %s".formatted(String.join(" + ", sum), RowSql.literal(tolerance)));
    return String.join(" OR ", bad);
  }

  /** How many rows have such probabilities. */
  String badProbabilities(List<String> columns, double tolerance) {
    return "SELECT count(*) FROM %s WHERE %s"
        .formatted(input, notProbabilities(columns, tolerance));
  }

  /** File, row and what is written in each column, for the first of them. */
  String listedProbabilities(List<String> columns, double tolerance) {
    List<String> select = new ArrayList<>(List.of(SqlEngine.FILE_COLUMN, "sluice_row"));
    columns.forEach(c -> select.add(engine.asText(engine.identifier(c))));
    return "SELECT %s FROM (%s) n WHERE %s ORDER BY %s, sluice_row LIMIT %s"
        .formatted(
            String.join(", ", select),
            numbered(),
            notProbabilities(columns, tolerance),
            SqlEngine.FILE_COLUMN,
            BadLogException.SHOWN);
  }

  /** Clusters, or else episodes, that are in two folds. */
  String twoFolds(String unit) {
    return "SELECT %s, min(fold), max(fold) FROM %s GROUP BY %s HAVING min(fold) <> max(fold) ORDER BY %s"
        .formatted(engine.asText(unit), RowSql.ROWS, unit, unit);
  }

  /** How many episodes stop before the last step, and how many of them say that they were cut. */
  String ends(ColumnMap columns, long last) {
    String marks =
        (columns.has(Role.END) ? ", ended" : "")
            + (columns.has(Role.TRUNCATED) ? ", truncated" : "");
    return "SELECT count(*), count(CASE WHEN %s THEN 1 END) FROM (SELECT step%s, lead(step) OVER (PARTITION BY episode ORDER BY step) AS follows FROM %s) r WHERE follows IS NULL AND step < %s"
        .formatted(EndSql.saysCut(columns), marks, RowSql.ROWS, last);
  }

  /**
   * Every row: step from 1, action, reward, hash, cluster, then the kept columns. Episodes come in
   * the order of a hash, those of a cluster one after the other, in an order that depends on what
   * rows say and on nothing else. Segments have no hand in that order, but where rows say the same
   * otherwise; they come before the kept columns.
   */
  OrderedRows decisions(RowSql rows, long base, long seed, boolean segmented, List<String> kept) {
    ColumnMap columns = rows.columns;
    boolean clustered = columns.has(Role.CLUSTER);
    boolean named = columns.has(Role.EPISODE);
    List<String> content = new ArrayList<>(List.of("action", engine.asText("reward")));
    kept.forEach(c -> content.add("coalesce(%s, '')".formatted(engine.asText(c))));
    String written = "concat_ws('/', %s)".formatted(String.join(", ", content));
    String same =
        "row_number() OVER (PARTITION BY action, reward%s ORDER BY action%s)"
            .formatted(
                ", " + String.join(", ", kept), segmented ? ", " + SegmentColumns.SEGMENT : "");
    String name =
        clustered || named
            ? rows.plain(clustered ? "cluster" : engine.asText("episode"))
            : written + " || '/' || " + engine.asText(same);
    String hash = "md5(%s || %s)".formatted(engine.text(seed + ":"), name);
    String columnsKept =
        (segmented ? ", " + SegmentColumns.SEGMENT : "") + ", " + String.join(", ", kept);
    String hashed =
        "SELECT step - %s AS place, %s AS episode_name, action, reward, %s AS hash, %s AS cluster_name, %s AS content%s FROM %s"
            .formatted(
                base - 1,
                named ? engine.asText("episode") : "''",
                hash,
                clustered ? "cluster" : engine.asText("NULL"),
                named ? "''" : written,
                columnsKept,
                RowSql.ROWS);
    return new OrderedRows(
        "place, action, reward, substr(hash, 1, 8) AS hash_digits, cluster_name" + columnsKept,
        "(%s) h".formatted(hashed),
        Stream.concat(
                Stream.of("substr(hash, 2, 2)", "cluster_name"),
                named ? Stream.of("episode_name", "place") : Stream.of("content", "hash"))
            .toList());
  }
}
