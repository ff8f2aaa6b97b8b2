package io.sluice.logs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns that hold a policy's probabilities of all actions: named alike but for the action at
 * their end, and at least 0 and of sum 1 in every row. They are no features, whichever policy is
 * asked about.
 */
final class ProbabilityColumns {
  private static final int MOST_ACTIONS = 100;

  private ProbabilityColumns() {}

  /**
   * @param action SQL of the action's name
   * @param open columns that could be features
   */
  static Set<String> of(
      SqlEngine engine, FeatureSql sql, String action, List<String> open, double tolerance) {
    List<String> actions = new ArrayList<>();
    engine.query(
        "SELECT DISTINCT %s FROM %s LIMIT %s".formatted(action, RowSql.INPUT, MOST_ACTIONS + 1),
        row -> {
          if (!row.isMissing(0)) {
            actions.add(String.valueOf(row.text(0)));
          }
        });
    Set<String> found = new LinkedHashSet<>();
    if (actions.size() < 2 || actions.size() > MOST_ACTIONS) {
      return found;
    }
    for (String column : open) {
      String end = actions.get(0);
      if (!column.endsWith(end) || column.length() == end.length()) {
        continue;
      }
      String prefix = column.substring(0, column.length() - end.length());
      List<String> logged = actions.stream().map(a -> prefix + a).toList();
      List<String> alike = open.stream().filter(c -> c.startsWith(prefix)).toList();
      if (alike.containsAll(logged)) {
        found.addAll(
            areProbabilities(engine, sql, logged, tolerance)
                ? logged
                : areProbabilities(engine, sql, alike, tolerance) ? alike : List.of());
      }
    }
    return found;
  }

  private static boolean areProbabilities(
      SqlEngine engine, FeatureSql sql, List<String> columns, double tolerance) {
    long[] bad = new long[1];
    engine.query(sql.badProbabilities(columns, tolerance), row -> bad[0] = row.integer(0));
    return bad[0] == 0;
  }
}
