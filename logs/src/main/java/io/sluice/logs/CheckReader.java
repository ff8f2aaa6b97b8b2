package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.logs.CheckSql.RowCheck;
import io.sluice.mdp.RewardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks the rows of a log that are kept, and says which are wrong and why. */
final class CheckReader {
  private final SqlEngine engine;
  private final ColumnMap columns;
  private final LogOptions options;
  private final CheckSql sql;
  private long rows;
  private long base;
  private int horizon;
  private List<Double> observed = List.of();

  CheckReader(RowSql typed, LogOptions options) {
    this.engine = typed.engine;
    this.columns = typed.columns;
    this.options = options;
    this.sql = new CheckSql(typed);
  }

  /** How many rows there are. */
  long rows() {
    return rows;
  }

  /** The number of the first step. */
  long base() {
    return base;
  }

  int horizon() {
    return horizon;
  }

  /** The smallest and largest reward; none if no reward is finite. */
  List<Double> observed() {
    return observed;
  }

  /**
   * Checks every row for itself.
   *
   * @param paths what messages call the log
   */
  void checkRows(List<String> paths, RewardRange range) {
    List<RowCheck> checks = sql.rowChecks(range);
    long[] total = new long[1];
    engine.query(
        sql.summary(checks),
        row -> {
          rows = row.integer(0);
          base = row.integer(1);
          horizon = (int) Math.min(Integer.MAX_VALUE, row.integer(2) - base + 1);
          observed = row.isMissing(3) ? List.of() : List.of(row.number(3), row.number(4));
          total[0] = row.integer(5);
        });
    if (rows == 0) {
      throw new BadLogException(
          "%s: needs at least one row, got an empty log".formatted(String.join(", ", paths)));
    }
    boolean outside = observed.stream().anyMatch(reward -> !range.contains(reward));
    if (outside && options.rewardRange().isEmpty()) {
      throw new BadLogException(
          (range.equals(RewardRange.UNIT)
                  ? "column %s: must lie in [0, 1] unless another range is declared, got %s to %s (pass `reward-range` LO,HI: what a reward can be, not only what was seen)"
                  : "column %s: needs numbers of at most 1e50 in size, got %s to %s")
              .formatted(
                  columns.of(Role.REWARD).get(0),
                  Bins.number(observed.get(0)),
                  Bins.number(observed.get(1))));
    }
    if (total[0] > 0) {
      throw new BadLogException(badRows(checks), total[0]);
    }
    if (base != 0 && base != 1) {
      throw new BadLogException(
          "column %s: needs steps from 0 or from 1, got a smallest step of %s"
              .formatted(columns.of(Role.STEP).get(0), base));
    }
  }

  private List<String> badRows(List<RowCheck> checks) {
    List<String> errors = new ArrayList<>();
    engine.query(
        sql.badRows(checks),
        row -> {
          RowCheck check = checks.get((int) row.integer(2));
          String value = row.text(3 + check.role().ordinal());
          errors.add(
              "%s: %s %s, got %s"
                  .formatted(
                      place(
                          row,
                          row.text(3 + Role.EPISODE.ordinal()),
                          row.text(3 + Role.STEP.ordinal())),
                      String.join("+", columns.of(check.role())),
                      check.needed(),
                      value == null ? "nothing" : '"' + value + '"'));
        });
    return errors;
  }

  private String place(SqlEngine.Row row) {
    return LogReader.place(engine, row);
  }

  /** The same, or whose row it is where rows have no numbers, as those of a table. */
  private String place(SqlEngine.Row row, @Nullable String episode, @Nullable String step) {
    return row.integer(1) > 0 || !columns.has(Role.EPISODE)
        ? place(row)
        : "%s, episode %s, step %s".formatted(place(row), episode, step);
  }

  /** Checks that rows fit together to episodes. */
  void checkEpisodes() {
    if (columns.has(Role.EPISODE)) {
      long[] bad = new long[2];
      engine.query(
          sql.badEpisodes(base, horizon),
          row -> {
            bad[0] = row.integer(0);
            bad[1] = row.integer(1);
          });
      requireWhole(bad[0]);
      requireOneCluster(bad[1]);
      checkEnds();
    }
  }

  /**
   * Checks that returns lie in their range, if one is declared.
   *
   * @param least how many steps an episode must have to be checked
   */
  void checkReturns(int least) {
    if (options.returnRange().isEmpty()) {
      return;
    }
    RewardRange declared = options.returnRange().get();
    refuse(
        sql.badReturns(options.rewardRange().orElse(RewardRange.UNIT), declared, least),
        row ->
            "episode %s: its return must lie in [%s, %s], got %s"
                .formatted(
                    row.text(0),
                    Bins.number(declared.low()),
                    Bins.number(declared.high()),
                    Bins.number(row.number(1))));
  }

  private void requireWhole(long broken) {
    if (broken == 0) {
      return;
    }
    List<String> errors = new ArrayList<>();
    long total = engine.integer(sql.brokenEpisodes(base, true));
    engine.query(
        sql.brokenEpisodes(base, false),
        row -> {
          String what =
              row.isMissing(4)
                  ? "must begin at step %s, got %s".formatted(base, row.integer(3))
                  : row.integer(4) == row.integer(3)
                      ? "must have each step once, got step %s twice".formatted(row.integer(3))
                      : "must not skip steps, got step %s after step %s"
                          .formatted(row.integer(3), row.integer(4));
          errors.add("%s: episode %s %s".formatted(place(row), row.text(2), what));
        });
    throw new BadLogException(errors, total);
  }

  private void requireOneCluster(long shared) {
    if (shared > 0) {
      refuse(
          sql.rowsOfAnotherCluster(),
          row ->
              "%s: episode %s must have one %s, got \"%s\" after \"%s\""
                  .formatted(
                      place(row),
                      row.text(2),
                      String.join("+", columns.of(Role.CLUSTER)),
                      row.text(3),
                      row.text(4)));
    }
  }

  private void checkEnds() {
    if (columns.has(Role.END)) {
      checkNothingAfter("ended", "its end");
    }
    if (columns.has(Role.TRUNCATED)) {
      checkNothingAfter("truncated", "it was cut off");
    }
  }

  private void checkNothingAfter(String mark, String what) {
    refuse(
        sql.rowsAfter(mark),
        row ->
            "%s: episode %s must have no row after %s at step %s, got step %s"
                .formatted(place(row), row.text(2), what, row.integer(4), row.integer(3)));
  }

  /** Fails if a query for bad rows finds any, with a message for each of the first. */
  private void refuse(String badRows, Function<SqlEngine.Row, String> message) {
    List<String> errors = new ArrayList<>();
    long[] total = new long[1];
    engine.query(
        badRows,
        row -> {
          if (total[0]++ < BadLogException.SHOWN) {
            errors.add(message.apply(row));
          }
        });
    if (total[0] > 0) {
      throw new BadLogException(errors, total[0]);
    }
  }
}
