package io.sluice.logs;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A log with feature columns whose columns are known, and whose rows have not been checked yet.
 *
 * @param available all of its columns
 * @param columns those that have a role
 */
record OpenedLog(
    SqlEngine engine,
    FeatureSql sql,
    FeatureOptions options,
    List<String> available,
    ColumnMap columns) {
  private static final String NEXT = "next_";

  static OpenedLog of(SqlEngine engine, List<String> available, FeatureOptions options) {
    return new OpenedLog(
        engine,
        new FeatureSql(engine, RowSql.INPUT, options.log().where().isPresent()),
        options,
        List.copyOf(available),
        ColumnMap.withFeatures(available, options.log().columns()));
  }

  /** The columns of states, if there are any. */
  List<String> states() {
    return ColumnMap.of(Role.STATE, available, options.log().columns());
  }

  /** Whether it does not say how likely the logged policy took its actions. */
  boolean lacksPropensities() {
    return options.behavior().isEmpty() && !columns.has(Role.PROPENSITY);
  }

  /** Columns without a role that do not divide the log either. */
  List<String> open() {
    Set<String> roles = columns.all();
    return available.stream().filter(c -> !roles.contains(c) && !FoldColumn.isNamed(c)).toList();
  }

  /** The column that a user means: the one of that name, or else one that differs in case only. */
  Optional<String> find(String asked) {
    return available.stream()
        .filter(c -> c.equals(asked))
        .findFirst()
        .or(() -> available.stream().filter(c -> c.equalsIgnoreCase(asked)).findFirst());
  }

  /** Whether a name says that a column is known after the decision: next_price beside price. */
  boolean isLater(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return isNextState(column)
        || name.startsWith(NEXT)
            && available.stream().anyMatch(c -> name.equalsIgnoreCase(NEXT + c));
  }

  static boolean isNextState(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return name.equals(Role.NEXT_STATE.columnName()) || Role.NEXT_STATE.aliases().contains(name);
  }
}
