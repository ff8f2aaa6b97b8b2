package io.sluice.logs;

import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The aggregation, written once for every engine: raw columns become typed roles, roles become
 * checked rows, rows become cells.
 *
 * <p>Column names, labels and files only ever enter through {@link SqlEngine#identifier} and {@link
 * SqlEngine#text}.
 */
final class LogSql {
  static final String INPUT = "sluice_input";
  static final String STATES = "sluice_states";
  static final String ACTIONS = "sluice_actions";

  /** Episodes up to this long are checked with a bit per step; longer ones are sorted. */
  private static final int BITS = 62;

  private static final String MOST = literal(Double.POSITIVE_INFINITY);
  private static final String LEAST = literal(Double.NEGATIVE_INFINITY);

  private final SqlEngine engine;
  private final ColumnMap columns;
  private final Map<String, Bins> bins;

  LogSql(SqlEngine engine, ColumnMap columns, Map<String, Bins> bins) {
    this.engine = engine;
    this.columns = columns;
    this.bins = Map.copyOf(bins);
  }

  /** One typed column per role that the log has; what cannot be read as its type is missing. */
  String rows(String from, String... alsoKeep) {
    return rows(from, false, alsoKeep);
  }

  /** The rows of a log that has passed its checks, so that nothing is asked again. */
  String checkedRows() {
    return rows(INPUT, true);
  }

  private String rows(String from, boolean checked, String... alsoKeep) {
    List<String> select = new ArrayList<>(List.of(alsoKeep));
    boolean episodes = columns.has(Role.EPISODE);
    select.add((episodes ? episode() : "'row'") + " AS episode");
    select.add((episodes ? step(checked) : "1") + " AS step");
    select.add(label(Role.STATE) + " AS state");
    select.add(label(Role.ACTION) + " AS action");
    select.add(number(Role.REWARD) + " AS reward");
    if (columns.has(Role.NEXT_STATE)) {
      select.add(label(Role.NEXT_STATE) + " AS next_state");
    }
    if (columns.has(Role.PROPENSITY)) {
      select.add(number(Role.PROPENSITY) + " AS propensity");
    }
    if (columns.has(Role.END)) {
      select.add(flag(Role.END) + " AS ended");
    }
    return "SELECT " + String.join(", ", select) + " FROM " + from;
  }

  /** In its own type: grouping and sorting numbers takes a fraction of the time that text takes. */
  private String episode() {
    List<String> names = columns.of(Role.EPISODE);
    return names.size() == 1 ? engine.identifier(names.get(0)) : label(Role.EPISODE);
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

  private String raw(String column) {
    return "CAST(" + engine.identifier(column) + " AS " + TEXT + ")";
  }

  private static final String TEXT = "VARCHAR";

  private static String escaped(String text) {
    return "replace(replace(%s, '\\', '\\\\'), '|', '\\|')".formatted(text);
  }

  private String binned(String column, Bins cut) {
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
    return "TRY_CAST(" + engine.identifier(column) + " AS DOUBLE)";
  }

  private String number(Role role) {
    return cast(columns.of(role).get(0));
  }

  private String step(boolean checked) {
    String number = number(Role.STEP);
    return checked
        ? "CAST(%s AS BIGINT)".formatted(number)
        : "CASE WHEN %s = floor(%s) THEN TRY_CAST(%s AS BIGINT) END"
            .formatted(number, number, number);
  }

  private String flag(Role role) {
    return ("CASE lower(%s) WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN '1' THEN 1 WHEN 'yes' THEN 1"
            + " WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN '0' THEN 0 WHEN 'no' THEN 0 END")
        .formatted(raw(columns.of(role).get(0)));
  }

  /** What is wrong with a single row, most basic first. */
  List<RowCheck> rowChecks(RewardRange range) {
    List<RowCheck> checks = new ArrayList<>();
    if (columns.has(Role.EPISODE)) {
      checks.add(new RowCheck("episode IS NULL", Role.EPISODE, "needs a value"));
      checks.add(new RowCheck("step IS NULL", Role.STEP, "needs a whole number"));
    }
    checks.add(
        new RowCheck(
            "state IS NULL",
            Role.STATE,
            bins.isEmpty() ? "needs a value" : "needs a value that fits its bins"));
    checks.add(new RowCheck("action IS NULL", Role.ACTION, "needs a value"));
    checks.add(new RowCheck("reward IS NULL OR isnan(reward)", Role.REWARD, "needs a number"));
    checks.add(
        new RowCheck(
            "reward = %s OR reward = %s".formatted(MOST, LEAST), Role.REWARD, "must be finite"));
    checks.add(
        new RowCheck(
            "reward < %s AND reward > %s OR reward > %s AND reward < %s" // of numbers, NaN is
                // largest
                .formatted(literal(range.low()), LEAST, literal(range.high()), MOST),
            Role.REWARD,
            "must lie in [%s, %s]".formatted(Bins.number(range.low()), Bins.number(range.high()))));
    if (columns.has(Role.PROPENSITY)) {
      checks.add(
          new RowCheck(
              "propensity IS NULL OR isnan(propensity)", Role.PROPENSITY, "needs a number"));
      checks.add(
          new RowCheck(
              "propensity < 0",
              Role.PROPENSITY,
              "must lie in (0, 1]; is it a log-probability? Its exponential is needed"));
      checks.add(
          new RowCheck(
              "propensity = 0",
              Role.PROPENSITY,
              "must lie in (0, 1]: an action that was taken had some probability"));
      checks.add(
          new RowCheck(
              "propensity > 1 AND NOT isnan(propensity)", Role.PROPENSITY, "must lie in (0, 1]"));
    }
    if (columns.has(Role.END)) {
      checks.add(new RowCheck("ended IS NULL", Role.END, "needs true or false"));
    }
    return checks;
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
    return "SELECT %s FROM (%s) r".formatted(String.join(", ", select), rows(INPUT));
  }

  /** File, row, which check failed, and the raw values of all roles, for the first bad rows. */
  String badRows(List<RowCheck> checks) {
    StringBuilder which = new StringBuilder("CASE");
    for (int i = 0; i < checks.size(); i++) {
      which.append(" WHEN %s THEN %d".formatted(checks.get(i).condition(), i));
    }
    which.append(" END");
    List<String> keep = new ArrayList<>(List.of(SqlEngine.FILE_COLUMN, "sluice_row"));
    for (Role role : Role.values()) {
      String value = columns.has(role) ? raw(columns.of(role).get(0)) : "NULL";
      keep.add(value + " AS raw_" + role.columnName());
    }
    StringBuilder raws = new StringBuilder();
    for (Role role : Role.values()) {
      raws.append(", raw_").append(role.columnName());
    }
    return "SELECT * FROM (SELECT %s, sluice_row, %s AS bad%s FROM (%s) r) b WHERE bad IS NOT NULL ORDER BY %s, sluice_row LIMIT %d"
        .formatted(
            SqlEngine.FILE_COLUMN,
            which,
            raws,
            rows("(" + engine.numbered(INPUT) + ") n", keep.toArray(String[]::new)),
            SqlEngine.FILE_COLUMN,
            BadLogException.SHOWN);
  }

  /**
   * Rows that come after their episode's end, with the step of that end; for logs that mark ends.
   */
  String rowsAfterTheEnd() {
    String rows = rows("(" + engine.numbered(INPUT) + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    return "SELECT %s, sluice_row, CAST(episode AS VARCHAR), step, before FROM (SELECT r.*, max(CASE WHEN ended = 1 THEN step END) OVER (PARTITION BY episode ORDER BY step ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM (%s) r) o WHERE before IS NOT NULL ORDER BY %s, sluice_row"
        .formatted(SqlEngine.FILE_COLUMN, rows, SqlEngine.FILE_COLUMN);
  }

  /** Rows whose step does not follow the one before in their episode, with that one. */
  String brokenEpisodes(long base, boolean count) {
    String rows = rows("(" + engine.numbered(INPUT) + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    String ordered =
        "SELECT r.*, lag(step) OVER (PARTITION BY episode ORDER BY step, %s, sluice_row) AS before FROM (%s) r"
            .formatted(SqlEngine.FILE_COLUMN, rows);
    String broken =
        " FROM (%s) o WHERE (before IS NULL AND step <> %d) OR before = step OR step > before + 1"
            .formatted(ordered, base);
    return count
        ? "SELECT count(*)" + broken
        : "SELECT %s, sluice_row, CAST(episode AS VARCHAR), step, before%s ORDER BY %s, sluice_row LIMIT %d"
            .formatted(SqlEngine.FILE_COLUMN, broken, SqlEngine.FILE_COLUMN, BadLogException.SHOWN);
  }

  /** How many episodes do not have their steps exactly once each. */
  String unevenEpisodes(long base, int horizon) {
    if (horizon > BITS) {
      return "SELECT count(*) FROM (SELECT step, row_number() OVER (PARTITION BY episode ORDER BY step) AS place FROM (%s) r) o WHERE place <> step - %d"
          .formatted(checkedRows(), base - 1);
    }
    // n rows with n different steps, base to base + n − 1: the lowest n bits are set and no other.
    return "SELECT count(*) FROM (SELECT count(*) AS n, bit_or(CAST(1 AS BIGINT) << CAST(step - %d AS INTEGER)) AS bits FROM (%s) r GROUP BY episode) e WHERE bit_count(bits) <> n OR (bits & (bits + 1)) <> 0"
        .formatted(base, checkedRows());
  }

  /** Episodes whose return is outside a declared range. */
  String badReturns(RewardRange range) {
    return "SELECT CAST(episode AS VARCHAR) AS name, total FROM (SELECT episode, sum(reward) AS total FROM (%s) r GROUP BY episode) e WHERE total < %s OR total > %s ORDER BY name"
        .formatted(
            checkedRows(),
            literal(range.low() - 1e-9 * range.width()),
            literal(range.high() + 1e-9 * range.width()));
  }

  /** The names of all states. */
  String stateNames(long base, int horizon) {
    String names = "SELECT DISTINCT state FROM (%s) r".formatted(checkedRows());
    return columns.has(Role.NEXT_STATE)
        ? names
            + " UNION SELECT next_state FROM (%s) r WHERE next_state IS NOT NULL AND %s"
                .formatted(checkedRows(), goesOn(base, horizon))
        : names;
  }

  /** The names of all actions. */
  String actionNames() {
    return "SELECT DISTINCT action FROM (%s) r".formatted(checkedRows());
  }

  /** Whether a row can have a next state. */
  private String goesOn(long base, int horizon) {
    String beforeTheLast = "step < " + (base + horizon - 1);
    return columns.has(Role.END) ? beforeTheLast + " AND ended = 0" : beforeTheLast;
  }

  /**
   * The cells: rows grouped by fold and packed key, in that order, with their number and exact sums
   * split at 2⁶²; then least, most and sum of propensities if the log has them.
   *
   * <p>Names become numbers before anything is grouped or sorted, which makes both cheap.
   *
   * @param fold which half of the log a row belongs to, as SQL
   */
  String cells(Shape shape, long base, RewardRange range, String fold) {
    boolean logged = columns.has(Role.PROPENSITY);
    String rows =
        "SELECT fold, %s AS cell, %s AS unit%s FROM (%s) d%s"
            .formatted(
                key(shape, base),
                unit(range),
                logged ? ", propensity" : "",
                decoded(fold),
                windowed() ? " WINDOW w AS (PARTITION BY episode ORDER BY step)" : "");
    List<String> sums = new ArrayList<>();
    List<String> select = new ArrayList<>(List.of("fold", "cell", "n"));
    sums.add("count(*) AS n");
    sums.add(engine.exactSum(engine.grid("unit")) + " AS rewards");
    sums.add(engine.exactSum(engine.grid("unit * unit")) + " AS squares");
    select.addAll(List.of(engine.high("rewards"), engine.low("rewards")));
    select.addAll(List.of(engine.high("squares"), engine.low("squares")));
    if (logged) {
      sums.addAll(List.of("min(propensity) AS least", "max(propensity) AS most"));
      sums.add(engine.exactSum(engine.grid("propensity")) + " AS propensities");
      select.addAll(List.of("least", "most"));
      select.addAll(List.of(engine.high("propensities"), engine.low("propensities")));
    }
    return "SELECT %s FROM (SELECT fold, cell, %s FROM (%s) r GROUP BY fold, cell) c ORDER BY fold, cell"
        .formatted(String.join(", ", select), String.join(", ", sums), rows);
  }

  /** Whether the next state is the state of the episode's next row. */
  private boolean windowed() {
    return columns.has(Role.EPISODE) && !columns.has(Role.NEXT_STATE);
  }

  /** Rows with numbers for names. */
  private String decoded(String fold) {
    boolean given = columns.has(Role.NEXT_STATE);
    List<String> select = new ArrayList<>();
    select.add(fold + " AS fold");
    select.addAll(List.of("episode", "step", "s.id AS state_id", "a.id AS action_id", "reward"));
    if (given) {
      select.add("x.id AS next_id");
    }
    if (columns.has(Role.PROPENSITY)) {
      select.add("propensity");
    }
    if (columns.has(Role.END)) {
      select.add("ended");
    }
    return "SELECT %s FROM (%s) r JOIN %s s ON r.state = s.label JOIN %s a ON r.action = a.label%s"
        .formatted(
            String.join(", ", select),
            checkedRows(),
            STATES,
            ACTIONS,
            given ? " LEFT JOIN %s x ON r.next_state = x.label".formatted(STATES) : "");
  }

  /** The packed key of {@link io.sluice.counts.CellWriter}. */
  private String key(Shape shape, long base) {
    String pair =
        "((CAST(step AS BIGINT) - %d) * %d + state_id) * %d + action_id"
            .formatted(base, shape.states(), shape.actions());
    String next = windowed() ? "lead(state_id) OVER w" : "next_id";
    String nextOrEnd =
        windowed() || columns.has(Role.NEXT_STATE)
            ? "CASE WHEN %s THEN coalesce(%s, %d) ELSE %d END"
                .formatted(goesOn(base, shape.horizon()), next, shape.end(), shape.end())
            : String.valueOf(shape.end());
    return "(%s) * %d + %s".formatted(pair, shape.states() + 1, nextOrEnd);
  }

  private static String unit(RewardRange range) {
    return range.equals(RewardRange.UNIT)
        ? "reward"
        : "(reward - %s) / %s".formatted(literal(range.low()), literal(range.width()));
  }

  /**
   * 0 or 1 for each episode, from its name and the seed; the same on every engine. Rows that are
   * episodes of their own have no name: they are told apart by what they say and, among rows that
   * say the same, by a number, which of them gets it being no matter.
   */
  String fold(long seed) {
    String propensity = columns.has(Role.PROPENSITY) ? "propensity" : "1";
    String same = "state, action, reward, " + propensity;
    String name =
        columns.has(Role.EPISODE)
            ? "CAST(episode AS VARCHAR)"
            : "concat_ws('/', state, action, reward, %s, row_number() OVER (PARTITION BY %s))"
                .formatted(propensity, same);
    return "CASE WHEN substr(md5(%s || %s), 1, 1) < '8' THEN 0 ELSE 1 END"
        .formatted(engine.text(seed + ":"), name);
  }

  /**
   * Every decision with numbers for labels: episode, step, state, action, propensity, reward; in an
   * order that is the log's own.
   */
  String decisions(long base) {
    String propensity = columns.has(Role.PROPENSITY) ? "r.propensity" : "CAST(NULL AS DOUBLE)";
    return "SELECT CAST(r.episode AS VARCHAR) AS name, r.step - %d AS step, s.id, a.id, %s AS propensity, r.reward FROM (%s) r JOIN %s s ON r.state = s.label JOIN %s a ON r.action = a.label ORDER BY name, r.step, s.id, a.id, propensity, r.reward"
        .formatted(base - 1, propensity, checkedRows(), STATES, ACTIONS);
  }

  /** The quantiles of a column that is to be cut. */
  String quantiles(Bins cut) {
    List<String> select = new ArrayList<>();
    for (int i = 1; i < cut.quantiles(); i++) {
      select.add(engine.quantile(cast(cut.column()), i / (double) cut.quantiles()));
    }
    return "SELECT %s FROM %s".formatted(String.join(", ", select), INPUT);
  }

  static String literal(double value) {
    return "CAST('" + value + "' AS DOUBLE)";
  }
}
