package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Columns {@code PREFIX<action>} of a log, which have a policy's probabilities of all actions in
 * every row.
 *
 * @param columns none of a policy that is not written this way
 */
record PrefixedColumns(OpenedLog log, String prefix, List<String> columns) {
  /** How far from 1 the probabilities of a row may sum, for rounding in files. */
  static final double TOLERANCE = 1e-3;

  /**
   * Finds the columns, if there is a prefix.
   *
   * @param setting that names the prefix
   * @param features which are no probabilities
   */
  static PrefixedColumns of(
      OpenedLog log, String setting, Optional<String> asked, List<String> features) {
    if (asked.isEmpty()) {
      return new PrefixedColumns(log, "", List.of());
    }
    String prefix = asked.get();
    Set<String> roles = log.columns().all();
    List<String> found =
        log.available().stream()
            .filter(c -> c.startsWith(prefix) && c.length() > prefix.length())
            .filter(c -> !roles.contains(c) && !features.contains(c))
            .toList();
    if (found.isEmpty()) {
      throw new SettingException(
          "%s columns:%s".formatted(setting, prefix),
          "needs columns %s<action>, got only %s"
              .formatted(prefix, String.join(", ", log.available())));
    }
    return new PrefixedColumns(log, prefix, found);
  }

  /** What follows the prefix. */
  List<String> actions() {
    return columns.stream().map(c -> c.substring(prefix.length())).toList();
  }

  /**
   * Fails where they are no probabilities in some rows.
   *
   * @param policy whose they are
   * @param hints what may be the reason
   */
  void check(String policy, List<String> hints) {
    if (columns.isEmpty()) {
      return;
    }
    long[] bad = new long[1];
    log.engine().query(log.sql().badProbabilities(columns, TOLERANCE), r -> bad[0] = r.integer(0));
    if (bad[0] == 0) {
      return;
    }
    List<String> errors = new ArrayList<>(hints);
    log.engine()
        .query(
            log.sql().listedProbabilities(columns, TOLERANCE),
            row ->
                errors.add(
                    "%s: probabilities of the %s must be at least 0 and sum to 1, got %s"
                        .formatted(LogReader.place(log.engine(), row), policy, written(row))));
    throw new BadLogException(errors, bad[0] + hints.size());
  }

  private String written(SqlEngine.Row row) {
    List<String> written = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      written.add(columns.get(i) + " = " + (row.isMissing(i + 2) ? "nothing" : row.text(i + 2)));
    }
    return String.join(", ", written);
  }

  /** Fails where an action has no column. */
  void requireAll(String setting, Labels actions) {
    if (columns.isEmpty()) {
      return;
    }
    List<Integer> named = actions().stream().map(actions::id).toList();
    for (int a = 0; a < actions.size(); a++) {
      if (!named.contains(a)) {
        throw new SettingException(
            "%s columns:%s".formatted(setting, prefix),
            "needs a column %s%s for the action %s, got none"
                .formatted(prefix, actions.name(a), actions.name(a)));
      }
    }
  }
}
