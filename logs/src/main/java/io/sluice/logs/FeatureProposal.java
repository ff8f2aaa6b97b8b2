package io.sluice.logs;

import io.sluice.counts.TransitionCounts;
import io.sluice.fit.LogData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Says which columns could be the state where a table of states is too thin: where most decisions
 * are in pairs of a state and an action with fewer than {@value #THIN} rows.
 */
final class FeatureProposal {
  private static final int THIN = 10;

  private FeatureProposal() {}

  /** What to tell a user, if there is anything to propose. */
  static Optional<String> of(
      SqlEngine engine, ColumnMap columns, List<String> available, LogData data) {
    double share = thin(data.counts());
    if (share <= 0.5) {
      return Optional.empty();
    }
    List<String> state = columns.of(Role.STATE);
    List<String> others =
        available.stream()
            .filter(c -> !columns.all().contains(c) && !FoldColumn.isNamed(c))
            .toList();
    List<String> proposed = new ArrayList<>(state);
    List<String> unused = new ArrayList<>();
    if (!others.isEmpty()) {
      proposed.addAll(AllFeatures.of(engine, columns, others, unused));
    }
    boolean useful = proposed.size() > 1 || isNumber(engine, state.get(0));
    return useful
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%.0f%% of decisions are in pairs of a state and an action with fewer than %d rows: a table is thin; try `features` %s, as far as these columns were known before the decision",
                100 * share,
                THIN,
                String.join(",", proposed)))
        : Optional.empty();
  }

  private static boolean isNumber(SqlEngine engine, String column) {
    FeatureSql sql = new FeatureSql(engine, RowSql.INPUT, true);
    return FeatureKinds.of(engine, sql, List.of(column), List.of()).of(column)
        == FeatureKinds.Kind.NUMBER;
  }

  /** The share of rows whose pair, over all steps, has few of them. */
  private static double thin(TransitionCounts counts) {
    Map<Long, Long> rows = new HashMap<>();
    for (int i = 0; i < counts.cells(); i++) {
      long pair = (long) counts.state(i) * counts.shape().actions() + counts.action(i);
      rows.merge(pair, counts.count(i), Long::sum);
    }
    double all = 0;
    double few = 0;
    for (long n : rows.values()) {
      all += n;
      few += n < THIN ? n : 0;
    }
    return few / all;
  }
}
