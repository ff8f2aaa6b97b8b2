package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The column that divides a log for cross-fitting. */
record FoldColumn(OpenedLog log, String column) {
  private static final String NAME = "fold";
  private static final int MOST = 50;

  static boolean isNamed(String column) {
    return column.equalsIgnoreCase(NAME);
  }

  /** The fold column of a log, if it has one that is no feature. */
  static Optional<FoldColumn> of(OpenedLog log, List<String> features) {
    return log.available().stream()
        .filter(c -> isNamed(c) && !features.contains(c))
        .findFirst()
        .map(c -> new FoldColumn(log, c));
  }

  String note() {
    return "folds for cross-fitting are those of column " + column;
  }

  /** The column as it is kept. */
  String kept() {
    return log.engine().asText(log.engine().identifier(column)) + " AS " + NAME;
  }

  /**
   * The folds of the kept rows.
   *
   * @throws BadLogException if they divide clusters or episodes, or are too few or too many
   */
  Labels folds() {
    if (log.columns().has(Role.CLUSTER) || log.columns().has(Role.EPISODE)) {
      requireOneEach(log.columns().has(Role.CLUSTER) ? "cluster" : "episode");
    }
    Set<String> names = new LinkedHashSet<>();
    log.engine()
        .query(
            "SELECT DISTINCT fold FROM " + RowSql.ROWS,
            row -> {
              String name = row.text(0);
              if (name == null) {
                throw new BadLogException(
                    "column %s: needs a value in every row".formatted(column));
              }
              names.add(name);
            });
    if (names.size() < 2 || names.size() > MOST) {
      throw new BadLogException(
          "column %s: needs from 2 to %s different folds, got %s"
              .formatted(column, MOST, names.size()));
    }
    return Labels.of(names);
  }

  private void requireOneEach(String unit) {
    List<String> errors = new ArrayList<>();
    long[] total = new long[1];
    log.engine()
        .query(
            log.sql().twoFolds(unit),
            row -> {
              if (total[0]++ < BadLogException.SHOWN) {
                errors.add(
                    "%s %s: needs one %s, got \"%s\" and \"%s\""
                        .formatted(unit, row.text(0), column, row.text(1), row.text(2)));
              }
            });
    if (total[0] > 0) {
      throw new BadLogException(errors, total[0]);
    }
  }
}
