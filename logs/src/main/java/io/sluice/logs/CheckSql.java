package io.sluice.logs;

import io.sluice.counts.ExactSum;
import io.sluice.fit.BadLogException;
import io.sluice.mdp.RewardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Is every row and every episode what it has to be? The second step from a file to counts. */
final class CheckSql {
  /** Episodes up to this long are checked with a bit per step; longer ones are sorted. */
  private static final int BITS = 62;

  /** What is less than this makes weights whose squares are no numbers any longer. */
  static final double LEAST_PROPENSITY = 1e-100;

  private static final String OR_FEATURES =
      " (fill in a name such as unknown, or use `features`, which allows missing values)";

  private static final String MOST = RowSql.literal(Double.POSITIVE_INFINITY);
  private static final String LEAST = RowSql.literal(Double.NEGATIVE_INFINITY);

  private final RowSql rows;
  private final SqlEngine engine;
  private final ColumnMap columns;

  CheckSql(RowSql rows) {
    this.rows = rows;
    this.engine = rows.engine;
    this.columns = rows.columns;
  }

  /** What is wrong with a single row, most basic first. */
  List<RowCheck> rowChecks(RewardRange range) {
    List<RowCheck> checks = new ArrayList<>();
    if (columns.has(Role.EPISODE)) {
      checks.add(new RowCheck("episode IS NULL", Role.EPISODE, "needs a value"));
      checks.add(new RowCheck("step IS NULL", Role.STEP, "needs a whole number"));
    }
    if (columns.has(Role.STATE)) {
      checks.add(
          new RowCheck(
              "state IS NULL",
              Role.STATE,
              (rows.hasBins() ? "needs a value that fits its bins" : needsValue(Role.STATE))
                  + OR_FEATURES));
    }
    checks.add(new RowCheck("action IS NULL", Role.ACTION, needsValue(Role.ACTION)));
    checks.add(new RowCheck("reward IS NULL OR isnan(reward)", Role.REWARD, "needs a number"));
    checks.add(
        new RowCheck(
            "reward = %s OR reward = %s".formatted(MOST, LEAST), Role.REWARD, "must be finite"));
    // Of numbers, NaN is largest.
    checks.add(
        new RowCheck(
            "reward < %s AND reward > %s OR reward > %s AND reward < %s"
                .formatted(RowSql.literal(range.low()), LEAST, RowSql.literal(range.high()), MOST),
            Role.REWARD,
            "must lie in [%s, %s]".formatted(Bins.number(range.low()), Bins.number(range.high()))));
    if (columns.has(Role.PROPENSITY)) {
      checks.add(
          new RowCheck(
              "propensity IS NULL OR isnan(propensity)",
              Role.PROPENSITY,
              "needs a number (or leave the column out: probabilities are then estimated; or keep the episodes that have them, with `where`)"));
      checks.add(
          new RowCheck(
              "propensity < 0",
              Role.PROPENSITY,
              "must lie in (0, 1]; is it a log-probability? Its exponential is needed"));
      checks.add(
          new RowCheck(
              "propensity = 0",
              Role.PROPENSITY,
              "must lie in (0, 1]: it is the probability of the action that this row took"));
      checks.add(
          new RowCheck(
              "propensity > 0 AND propensity < " + RowSql.literal(LEAST_PROPENSITY),
              Role.PROPENSITY,
              "must be at least 1e-100: a probability below that has been computed wrongly"));
      checks.add(
          new RowCheck(
              "propensity > 1 AND NOT isnan(propensity)", Role.PROPENSITY, "must lie in (0, 1]"));
    }
    if (columns.has(Role.CLUSTER)) {
      checks.add(new RowCheck("cluster IS NULL", Role.CLUSTER, "needs a value"));
    }
    if (columns.has(Role.END)) {
      checks.add(
          new RowCheck(
              "ended IS NULL", Role.END, "needs true or false (true where the episode ended)"));
    }
    if (columns.has(Role.TRUNCATED)) {
      checks.add(
          new RowCheck(
              "truncated IS NULL",
              Role.TRUNCATED,
              "needs true or false (true where the episode was cut off)"));
    }
    return checks;
  }

  private String needsValue(Role role) {
    return columns.of(role).size() == 1 ? "needs a value" : "needs a value in each column";
  }

  /**
   * A condition under which a row is bad.
   *
   * @param role the column to blame, whose raw value is shown
   */
  record RowCheck(String condition, Role role, String needed) {}

  /**
   * Number of rows, smallest and largest step and (finite) reward, how many rows fail some check.
   */
  String summary(List<RowCheck> checks) {
    List<String> select = new ArrayList<>();
    select.add("count(*)");
    select.add("min(step)");
    select.add("max(step)");
    String finite = "CASE WHEN reward < %s AND reward > %s THEN reward END".formatted(MOST, LEAST);
    select.add("min(" + finite + ")");
    select.add("max(" + finite + ")");
    List<String> conditions = checks.stream().map(c -> "(" + c.condition() + ")").toList();
    select.add("count(CASE WHEN %s THEN 1 END)".formatted(String.join(" OR ", conditions)));
    return "SELECT %s FROM %s".formatted(String.join(", ", select), RowSql.ROWS);
  }

  /** File, row, which check failed, and the raw values of all roles, for the first bad rows. */
  String badRows(List<RowCheck> checks) {
    StringBuilder which = new StringBuilder("CASE");
    for (int i = 0; i < checks.size(); i++) {
      which.append(" WHEN %s THEN %s".formatted(checks.get(i).condition(), i));
    }
    which.append(" END");
    List<String> keep = new ArrayList<>(List.of(SqlEngine.FILE_COLUMN, "sluice_row"));
    for (Role role : Role.values()) {
      String value = columns.has(role) ? asWritten(columns.of(role)) : engine.asText("NULL");
      keep.add(value + " AS raw_" + role.columnName());
    }
    StringBuilder raws = new StringBuilder();
    for (Role role : Role.values()) {
      raws.append(", raw_").append(role.columnName());
    }
    return "SELECT * FROM (SELECT %s, sluice_row, %s AS bad%s FROM (%s) r) b WHERE bad IS NOT NULL ORDER BY %s, sluice_row LIMIT %s"
        .formatted(
            SqlEngine.FILE_COLUMN,
            which,
            raws,
            rows.rows("(" + rows.numbered() + ") n", keep.toArray(String[]::new)),
            SqlEngine.FILE_COLUMN,
            BadLogException.SHOWN);
  }

  /** What a row has in one column, or in several of them, separated. */
  private String asWritten(List<String> names) {
    return names.size() == 1
        ? rows.raw(names.get(0))
        : names.stream()
            .map(name -> "coalesce(%s, '')".formatted(rows.raw(name)))
            .collect(Collectors.joining(" || '|' || "));
  }

  /**
   * Rows that come after their episode's end, or after it was cut off, with the step of that; for
   * logs that mark it.
   *
   * @param mark the column of marks, 1 at the last row
   */
  String rowsAfter(String mark) {
    String typed = rows.rows("(" + rows.numbered() + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    return "SELECT %s, sluice_row, %s, step, before FROM (SELECT r.*, max(CASE WHEN %s = 1 THEN step END) OVER (PARTITION BY episode ORDER BY step ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM (%s) r) o WHERE before IS NOT NULL ORDER BY %s, sluice_row"
        .formatted(
            SqlEngine.FILE_COLUMN, engine.asText("episode"), mark, typed, SqlEngine.FILE_COLUMN);
  }

  /** Rows whose step does not follow the one before in their episode, with that one. */
  String brokenEpisodes(long base, boolean count) {
    String typed = rows.rows("(" + rows.numbered() + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    String ordered =
        "SELECT r.*, lag(step) OVER (PARTITION BY episode ORDER BY step, %s, sluice_row) AS before FROM (%s) r"
            .formatted(SqlEngine.FILE_COLUMN, typed);
    String broken =
        " FROM (%s) o WHERE (before IS NULL AND step <> %s) OR before = step OR step > before + 1"
            .formatted(ordered, base);
    return count
        ? "SELECT count(*)" + broken
        : "SELECT %s, sluice_row, %s, step, before%s ORDER BY %s, sluice_row LIMIT %s"
            .formatted(
                SqlEngine.FILE_COLUMN,
                engine.asText("episode"),
                broken,
                SqlEngine.FILE_COLUMN,
                BadLogException.SHOWN);
  }

  /**
   * How many episodes do not have their steps exactly once each, and how many have rows of several
   * clusters; of long episodes, how many rows show it.
   */
  String badEpisodes(long base, int horizon) {
    boolean clustered = columns.has(Role.CLUSTER);
    if (horizon > BITS) {
      return "SELECT count(CASE WHEN place <> step - %s THEN 1 END), %s FROM (SELECT step, row_number() OVER w AS place%s FROM %s WINDOW w AS (PARTITION BY episode ORDER BY step)) o"
          .formatted(
              base - 1,
              clustered ? "count(CASE WHEN before <> cluster THEN 1 END)" : "0",
              clustered ? ", cluster, lag(cluster) OVER w AS before" : "",
              RowSql.ROWS);
    }
    // n rows with n different steps, base to base + n − 1: the lowest n bits are set and no other.
    return "SELECT count(CASE WHEN bit_count(bits) <> n OR (bits & (bits + 1)) <> 0 THEN 1 END), %s FROM (SELECT count(*) AS n, bit_or(CAST(1 AS BIGINT) << CAST(step - %s AS INTEGER)) AS bits%s FROM %s GROUP BY episode) e"
        .formatted(
            clustered ? "count(CASE WHEN least <> most THEN 1 END)" : "0",
            base,
            clustered ? ", min(cluster) AS least, max(cluster) AS most" : "",
            RowSql.ROWS);
  }

  /** Rows whose cluster is another than that of the episode's row before, with both. */
  String rowsOfAnotherCluster() {
    String typed = rows.rows("(" + rows.numbered() + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    return "SELECT %s, sluice_row, %s, cluster, before FROM (SELECT r.*, lag(cluster) OVER (PARTITION BY episode ORDER BY step) AS before FROM (%s) r) o WHERE before <> cluster ORDER BY %s, sluice_row"
        .formatted(SqlEngine.FILE_COLUMN, engine.asText("episode"), typed, SqlEngine.FILE_COLUMN);
  }

  /**
   * Episodes whose return is outside a declared range, by name.
   *
   * <p>Rewards are added as {@link CellSql} adds them, so that the sum is the same in every order.
   *
   * @param rewards what one reward can be
   * @param least how many steps an episode must have to be checked: all, where some were cut off
   */
  String badReturns(RewardRange rewards, RewardRange declared, int least) {
    String sums =
        "SELECT episode, count(*) AS n, %s AS units FROM %s GROUP BY episode HAVING count(*) >= %s"
            .formatted(engine.exactSum(engine.grid(CellSql.unit(rewards))), RowSql.ROWS, least);
    String total =
        "n * %s + (CAST(%s AS DOUBLE) * 4 + CAST(%s AS DOUBLE) / %s) * %s"
            .formatted(
                RowSql.literal(rewards.low()),
                engine.high("units"),
                engine.low("units"),
                RowSql.literal(ExactSum.ONE),
                RowSql.literal(rewards.width()));
    return "SELECT name, total FROM (SELECT %s AS name, %s AS total FROM (%s) s) e WHERE total < %s OR total > %s ORDER BY name"
        .formatted(
            engine.asText("episode"),
            total,
            sums,
            RowSql.literal(declared.low() - 1e-9 * declared.width()),
            RowSql.literal(declared.high() + 1e-9 * declared.width()));
  }
}
