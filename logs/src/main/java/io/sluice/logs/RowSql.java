package io.sluice.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Raw columns become typed roles: the first of three steps from a file to counts, each written once
 * for every engine ({@link CheckSql} and {@link CellSql} are the others).
 *
 * <p>Column names, labels and files only ever enter through {@link SqlEngine#identifier} and {@link
 * SqlEngine#text}.
 */
final class RowSql {
  /** The files as they are. */
  static final String INPUT = "sluice_input";

  /** One typed column per role, read once from the files. */
  static final String ROWS = "sluice_rows";

  final SqlEngine engine;
  final ColumnMap columns;
  final Optional<History> history;
  private final Map<String, Bins> bins;
  private final boolean filtered;

  RowSql(SqlEngine engine, ColumnMap columns, Map<String, Bins> bins) {
    this(engine, columns, bins, Optional.empty(), false);
  }

  /**
   * @param history what of the past is part of the state
   * @param filtered whether a {@link RowFilter} has passed, which gives rows their places
   */
  RowSql(
      SqlEngine engine,
      ColumnMap columns,
      Map<String, Bins> bins,
      Optional<History> history,
      boolean filtered) {
    this.filtered = filtered;
    this.history = history;
    this.engine = engine;
    this.columns = columns;
    this.bins = Map.copyOf(bins);
  }

  /** The rows as they are, with their places in their files. */
  String numbered() {
    return filtered ? "SELECT * FROM " + INPUT : engine.numbered(INPUT);
  }

  /** One typed column per role that the log has; what cannot be read as its type is missing. */
  String rows(String from, String... alsoKeep) {
    List<String> select = new ArrayList<>(List.of(alsoKeep));
    boolean episodes = columns.has(Role.EPISODE);
    select.add((episodes ? episode() : "'row'") + " AS episode");
    select.add((episodes ? step() : "1") + " AS step");
    if (columns.has(Role.STATE)) {
      String suffix = history.isPresent() ? " AS " + History.OWN_STATE : " AS state";
      select.add(label(Role.STATE) + suffix);
    }
    select.add(label(Role.ACTION) + " AS action");
    select.add(number(Role.REWARD) + " AS reward");
    if (columns.has(Role.NEXT_STATE)) {
      select.add(
          nextState() + (history.isPresent() ? " AS " + History.OWN_NEXT : " AS next_state"));
    }
    if (columns.has(Role.PROPENSITY)) {
      select.add(number(Role.PROPENSITY) + " AS propensity");
    }
    if (columns.has(Role.CLUSTER)) {
      String cluster =
          columns.clusterFound() ? shared(columns.of(Role.CLUSTER).get(0)) : label(Role.CLUSTER);
      select.add(cluster + " AS cluster");
    }
    if (columns.has(Role.END)) {
      select.add(flag(Role.END) + " AS ended");
    }
    if (columns.has(Role.TRUNCATED)) {
      select.add(flag(Role.TRUNCATED) + " AS truncated");
    }
    String typed = "SELECT " + String.join(", ", select) + " FROM " + from;
    return history
        .map(past -> past.of(typed, columns.has(Role.NEXT_STATE), this::escaped))
        .orElse(typed);
  }

  /** What episodes may share of an undeclared column; of a time, the day. */
  String shared(String column) {
    String text = raw(column);
    return "CASE WHEN %1$s = '' THEN NULL WHEN %1$s LIKE '____-__-__%%' THEN substr(%1$s, 1, 10) ELSE %1$s END"
        .formatted(text);
  }

  /** In its own type: grouping and sorting numbers takes a fraction of the time that text takes. */
  private String episode() {
    List<String> names = columns.of(Role.EPISODE);
    return names.size() == 1 ? engine.identifier(names.get(0)) : label(Role.EPISODE);
  }

  /** Missing where nothing is written, which some formats know as an empty text. */
  private String nextState() {
    List<String> empty = new ArrayList<>();
    for (String column : columns.of(Role.NEXT_STATE)) {
      empty.add("coalesce(%s, '') = ''".formatted(raw(column)));
    }
    return "CASE WHEN NOT (%s) THEN %s END"
        .formatted(String.join(" AND ", empty), label(Role.NEXT_STATE));
  }

  private String label(Role role) {
    List<String> parts = new ArrayList<>();
    List<String> names = columns.of(role);
    for (int i = 0; i < names.size(); i++) {
      // A next state is made of the same kinds of columns as a state, in the same order.
      String twin =
          role == Role.NEXT_STATE && i < columns.of(Role.STATE).size()
              ? columns.of(Role.STATE).get(i)
              : names.get(i);
      Bins cut = bins.getOrDefault(names.get(i), bins.get(twin));
      String part = cut == null ? raw(names.get(i)) : binned(names.get(i), cut);
      parts.add(names.size() == 1 ? part : escaped(part));
    }
    return names.size() == 1 ? parts.get(0) : String.join(" || '|' || ", parts);
  }

  /** A column as text. */
  String raw(String column) {
    return engine.asText(engine.identifier(column));
  }

  private String escaped(String text) {
    return "replace(replace(%s, %s, %s), '|', %s)"
        .formatted(text, engine.text("\\"), engine.text("\\\\"), engine.text("\\|"));
  }

  private String binned(String column, Bins cut) {
    if (cut.buckets() > 0) {
      return "'#' || "
          + engine.asText(
              engine.hexadecimal("substr(md5(%s), 1, 15)".formatted(plain(raw(column))))
                  + " % "
                  + cut.buckets());
    }
    String value = cast(column);
    List<String> labels = cut.labels();
    StringBuilder sql =
        new StringBuilder("CASE WHEN %s IS NULL OR isnan(%s) THEN NULL".formatted(value, value));
    for (int i = 0; i < cut.cuts().size(); i++) {
      sql.append(
          " WHEN %s < %s THEN %s"
              .formatted(value, literal(cut.cuts().get(i)), engine.text(labels.get(i))));
    }
    return sql.append(" ELSE " + engine.text(labels.get(labels.size() - 1)) + " END").toString();
  }

  private String cast(String column) {
    return engine.number(engine.identifier(column));
  }

  private String number(Role role) {
    return cast(columns.of(role).get(0));
  }

  private String step() {
    String number = number(Role.STEP);
    return "CASE WHEN %s = floor(%s) THEN TRY_CAST(%s AS BIGINT) END"
        .formatted(number, number, number);
  }

  private String flag(Role role) {
    return ("CASE lower(%s) WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN '1' THEN 1 WHEN '1.0' THEN 1 WHEN 'yes' THEN 1"
            + " WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN '0' THEN 0 WHEN '0.0' THEN 0 WHEN 'no' THEN 0 END")
        .formatted(raw(columns.of(role).get(0)));
  }

  boolean hasBins() {
    return !bins.isEmpty();
  }

  /** A name as text, in one spelling: 1.0 is 1, because some formats know one kind of number. */
  String plain(String text) {
    return "CASE WHEN %s LIKE '%%.0' AND %s IS NOT NULL THEN substr(%s, 1, length(%s) - 2) ELSE %s END"
        .formatted(text, engine.number(text), text, text, text);
  }

  /** How many numbers a column has. */
  String numbers(Bins cut) {
    return "SELECT count(*) FROM (SELECT %s AS value FROM %s) v WHERE value IS NOT NULL AND NOT isnan(value)"
        .formatted(cast(cut.column()), INPUT);
  }

  /** The different numbers of a column in rising order, each with how often it is there. */
  String ranked(Bins cut) {
    return "SELECT value, count(*) FROM (SELECT %s AS value FROM %s) v WHERE value IS NOT NULL AND NOT isnan(value) GROUP BY value ORDER BY value"
        .formatted(cast(cut.column()), INPUT);
  }

  static String literal(double value) {
    return "CAST('" + value + "' AS DOUBLE)";
  }
}
