package io.sluice.logs;

import io.sluice.mdp.RewardRange;
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
  static final String CELLS = "sluice_cells";
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
    List<String> select = new ArrayList<>(List.of(alsoKeep));
    boolean episodes = columns.has(Role.EPISODE);
    select.add((episodes ? label(Role.EPISODE) : "'row'") + " AS episode");
    select.add((episodes ? whole(number(Role.STEP)) : "1") + " AS step");
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

  private static String whole(String number) {
    return "CASE WHEN %s = floor(%s) THEN TRY_CAST(%s AS BIGINT) END"
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
   * Number of rows, smallest and largest step and (finite) reward, how many rows fail some check,
   * then how many fail each.
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
    for (RowCheck check : checks) {
      select.add("count(CASE WHEN %s THEN 1 END)".formatted(check.condition()));
    }
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

  /**
   * How many episodes do not have their steps exactly once each; for logs whose rows name the next
   * state themselves.
   */
  String unevenEpisodes(long base, int horizon) {
    if (horizon > BITS) {
      return "SELECT count(*) FROM (SELECT step, row_number() OVER (PARTITION BY episode ORDER BY step) AS place FROM (%s) r) o WHERE place <> step - %d"
          .formatted(rows(INPUT), base - 1);
    }
    // n rows with n different steps, base to base + n − 1: the lowest n bits are set and no other.
    // More rows than bits are not n different steps; 1 << 0 then differs from any bits + 1.
    return "SELECT count(*) FROM (SELECT count(*) AS n, bit_or(CAST(1 AS BIGINT) << CAST(step - %d AS INTEGER)) AS bits FROM (%s) r GROUP BY episode) e WHERE bits + 1 <> (CAST(1 AS BIGINT) << CAST(CASE WHEN n > %d THEN 0 ELSE n END AS INTEGER))"
        .formatted(base, rows(INPUT), BITS);
  }

  /** Episodes whose return is outside a declared range. */
  String badReturns(RewardRange range) {
    return "SELECT episode, total FROM (SELECT CAST(episode AS VARCHAR) AS episode, sum(reward) AS total FROM (%s) r GROUP BY episode) e WHERE total < %s OR total > %s ORDER BY episode"
        .formatted(
            rows(INPUT),
            literal(range.low() - 1e-9 * range.width()),
            literal(range.high() + 1e-9 * range.width()));
  }

  /**
   * The cells: rows grouped by fold, step, state, action and next state, with exact sums.
   *
   * @param fold which half of the log a row belongs to, as SQL
   */
  String cells(long base, int horizon, RewardRange range, String fold) {
    boolean episodes = columns.has(Role.EPISODE);
    boolean given = columns.has(Role.NEXT_STATE);
    boolean windowed = episodes && !given;
    List<String> select = new ArrayList<>();
    select.add(fold + " AS fold");
    select.add("step - %d AS step".formatted(base - 1));
    select.add("state");
    select.add("action");
    String next = given ? "next_state" : episodes ? "lead(state) OVER w" : "NULL";
    if (columns.has(Role.END)) {
      next = "CASE WHEN ended = 1 THEN NULL ELSE %s END".formatted(next);
    }
    select.add(
        "CASE WHEN step = %d THEN NULL ELSE %s END AS next_state"
            .formatted(base + horizon - 1, next));
    select.add(unit(range) + " AS unit");
    select.add(columns.has(Role.PROPENSITY) ? "propensity" : "CAST(NULL AS DOUBLE) AS propensity");
    select.add(
        (windowed
                ? "CASE WHEN row_number() OVER w <> step - %d THEN 1 ELSE 0 END".formatted(base - 1)
                : "0")
            + " AS broken");
    String source =
        "SELECT %s FROM (%s) r%s"
            .formatted(
                String.join(", ", select),
                rows(INPUT),
                windowed ? " WINDOW w AS (PARTITION BY episode ORDER BY step)" : "");
    String sums =
        "count(*) AS n, %s AS rewards, %s AS squares, min(propensity) AS least, max(propensity) AS most, %s AS propensities, sum(broken) AS broken"
            .formatted(
                engine.exactSum(engine.grid("unit")),
                engine.exactSum(engine.grid("unit * unit")),
                engine.exactSum(engine.grid("propensity")));
    return "SELECT fold, step, state, action, next_state, %s FROM (%s) s GROUP BY fold, step, state, action, next_state"
        .formatted(sums, source);
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
   * Cells with numbers for labels: fold, packed key, n, sums split at 2⁶², propensities; in the
   * order of fold and key.
   */
  String numbered(int states, int actions, boolean merge) {
    String key =
        "(((CAST(c.step AS BIGINT) - 1) * %d + s.id) * %d + a.id) * %d + coalesce(x.id, %d)"
            .formatted(states, actions, states + 1, states);
    String joined =
        "SELECT c.fold AS fold, %s AS cell, c.n AS n, c.rewards AS rewards, c.squares AS squares, c.least AS least, c.most AS most, c.propensities AS propensities FROM %s c JOIN %s s ON c.state = s.label JOIN %s a ON c.action = a.label LEFT JOIN %s x ON c.next_state = x.label"
            .formatted(key, CELLS, STATES, ACTIONS, STATES);
    if (merge) { // several spellings of one number
      joined =
          "SELECT fold, cell, sum(n) AS n, sum(rewards) AS rewards, sum(squares) AS squares, min(least) AS least, max(most) AS most, sum(propensities) AS propensities FROM (%s) j GROUP BY fold, cell"
              .formatted(joined);
    }
    return "SELECT fold, cell, CAST(n AS BIGINT), %s, %s, %s, %s, least, most, %s, %s FROM (%s) m ORDER BY fold, cell"
        .formatted(
            engine.high("rewards"),
            engine.low("rewards"),
            engine.high("squares"),
            engine.low("squares"),
            engine.high("propensities"),
            engine.low("propensities"),
            joined);
  }

  /**
   * Every decision with numbers for labels: episode, step, state, action, propensity, reward; in an
   * order that is the log's own.
   */
  String decisions(long base) {
    String propensity = columns.has(Role.PROPENSITY) ? "r.propensity" : "CAST(NULL AS DOUBLE)";
    return "SELECT CAST(r.episode AS VARCHAR), r.step - %d AS step, s.id, a.id, %s AS propensity, r.reward FROM (%s) r JOIN %s s ON r.state = s.label JOIN %s a ON r.action = a.label ORDER BY r.episode, r.step, s.id, a.id, propensity, r.reward"
        .formatted(base - 1, propensity, rows(INPUT), STATES, ACTIONS);
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
