package io.sluice.logs;

import io.sluice.fit.BadLogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps the rows of a log for which a condition in SQL holds. Columns that hold numbers only are
 * numbers in it, whatever the format. An episode is kept whole or not at all: half an episode is
 * another problem.
 */
final class RowFilter {
  private static final String ALL_ROWS = "sluice_all";

  private final SqlEngine engine;
  private final String condition;
  private final List<String> available;
  private final String typed;

  private RowFilter(SqlEngine engine, String condition, List<String> available) {
    this.engine = engine;
    this.condition = condition;
    this.available = available;
    this.typed = typed();
  }

  /**
   * Opens a log under the name {@link RowSql#INPUT}, with the rows that are to be kept and their
   * places in their files.
   *
   * @param source makes rows readable under a name and says which columns they have
   * @param roles the user's own mapping of roles to columns
   * @param notes gets how many rows were kept
   */
  static List<String> open(
      SqlEngine engine,
      Function<String, List<String>> source,
      Optional<String> where,
      Map<Role, List<String>> roles,
      List<String> notes) {
    if (where.isEmpty()) {
      return source.apply(RowSql.INPUT);
    }
    List<String> available = source.apply(ALL_ROWS);
    RowFilter filter = new RowFilter(engine, where.get(), available);
    filter.count(notes);
    filter.requireWhole(ColumnMap.of(Role.EPISODE, available, roles));
    filter.keep();
    return available;
  }

  /** All rows, with numbers as numbers, and columns as they were under other names. */
  private String typed() {
    FeatureSql sql = new FeatureSql(engine, ALL_ROWS, false);
    FeatureKinds kinds = FeatureKinds.of(engine, sql, available, List.of());
    List<String> select = new ArrayList<>(List.of(SqlEngine.FILE_COLUMN, "sluice_row"));
    for (int i = 0; i < available.size(); i++) {
      String name = engine.identifier(available.get(i));
      boolean isNumber = kinds.of(available.get(i)) == FeatureKinds.Kind.NUMBER;
      select.add((isNumber ? engine.number(name) : name) + " AS " + name);
      select.add("%s AS %s".formatted(name, raw(i)));
    }
    return "(SELECT %s FROM (%s) n) r"
        .formatted(String.join(", ", select), engine.numbered(ALL_ROWS));
  }

  private static String raw(int column) {
    return "sluice_raw_" + column;
  }

  private void count(List<String> notes) {
    long[] found = new long[2];
    try {
      engine.query(
          "SELECT count(*), count(CASE WHEN (%s) THEN 1 END) FROM %s".formatted(condition, typed),
          row -> {
            found[0] = row.integer(0);
            found[1] = row.integer(1);
          });
    } catch (RuntimeException e) {
      throw new BadSqlException("where " + condition, "a condition in SQL", available, e);
    }
    if (found[1] == 0) {
      throw new BadLogException(
          String.format(
              Locale.ROOT,
              "`where` %s: needs rows for which it holds, got none of %,d",
              condition,
              found[0]));
    }
    notes.add(
        String.format(Locale.ROOT, "%,d of %,d rows are kept: %s", found[1], found[0], condition));
  }

  private void requireWhole(List<String> episode) {
    if (episode.isEmpty()) {
      return;
    }
    List<String> parts =
        episode.stream().map(c -> engine.asText(raw(available.indexOf(c)))).toList();
    String name = String.join(" || '|' || ", parts);
    List<String> errors = new ArrayList<>();
    long[] total = new long[1];
    engine.query(
        "SELECT episode, n, kept FROM (SELECT %s AS episode, count(*) AS n, count(CASE WHEN (%s) THEN 1 END) AS kept FROM %s GROUP BY %s) e WHERE kept > 0 AND kept < n ORDER BY episode"
            .formatted(name, condition, typed, name),
        row -> {
          if (total[0]++ < BadLogException.SHOWN) {
            errors.add(
                "episode %s: needs all of its rows or none where episodes have several steps, got %s of %s for which %s holds (to judge single decisions, declare no episode and no step)"
                    .formatted(row.text(0), row.integer(2), row.integer(1), condition));
          }
        });
    if (total[0] > 0) {
      throw new BadLogException(errors, total[0]);
    }
  }

  private void keep() {
    List<String> select = new ArrayList<>(List.of(SqlEngine.FILE_COLUMN, "sluice_row"));
    for (int i = 0; i < available.size(); i++) {
      select.add("%s AS %s".formatted(raw(i), engine.identifier(available.get(i))));
    }
    engine.keep(
        RowSql.INPUT,
        "SELECT %s FROM %s WHERE (%s)".formatted(String.join(", ", select), typed, condition));
  }
}
