package io.sluice.logs;

import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;

/** Rows become cells: the last step from a file to counts. */
final class CellSql {
  static final String STATES = "sluice_states";
  static final String ACTIONS = "sluice_actions";

  private final RowSql rows;
  private final SqlEngine engine;
  private final ColumnMap columns;

  CellSql(RowSql rows) {
    this.rows = rows;
    this.engine = rows.engine;
    this.columns = rows.columns;
  }

  /** The names of all states. */
  String stateNames(long base, int horizon) {
    String names = "SELECT DISTINCT state FROM (%s) r".formatted(rows.checkedRows());
    return columns.has(Role.NEXT_STATE)
        ? names
            + " UNION SELECT next_state FROM (%s) r WHERE next_state IS NOT NULL AND %s"
                .formatted(rows.checkedRows(), goesOn(base, horizon))
        : names;
  }

  /** The names of all actions. */
  String actionNames() {
    return "SELECT DISTINCT action FROM (%s) r".formatted(rows.checkedRows());
  }

  /** The least rewards with their numbers of rows. */
  String rewardValues(int most) {
    return "SELECT reward, count(*) FROM (%s) r GROUP BY reward ORDER BY reward LIMIT %d"
        .formatted(rows.checkedRows(), most);
  }

  /** Rows by bins of their reward, which are numbered from 0. */
  String rewardBins(double low, double width, int bins) {
    return "SELECT bin, count(*) FROM (SELECT least(%d, CAST(floor((reward - %s) / %s) AS BIGINT)) AS bin FROM (%s) r) b GROUP BY bin"
        .formatted(bins - 1, RowSql.literal(low), RowSql.literal(width), rows.checkedRows());
  }

  /** Whether a row can have a next state. */
  private String goesOn(long base, int horizon) {
    String beforeTheLast = "step < " + (base + horizon - 1);
    return columns.has(Role.END) ? beforeTheLast + " AND ended = 0" : beforeTheLast;
  }

  /**
   * The cells: rows grouped by fold and packed key, in that order, with their number and exact sums
   * split at 2⁶²; then least, most and sum of propensities if the log has them, and the sum of its
   * rows' hashes if that is asked for.
   *
   * <p>Names become numbers before anything is grouped or sorted, which makes both cheap.
   *
   * @param fold which half of the log a row belongs to, as SQL
   */
  String cells(Shape shape, long base, RewardRange range, String fold, boolean hashed) {
    boolean logged = columns.has(Role.PROPENSITY);
    String keyed =
        "SELECT fold, %s AS cell, %s AS unit%s%s FROM (%s) d%s"
            .formatted(
                key(shape, base),
                unit(range),
                logged ? ", propensity" : "",
                hashed ? ", episode" : "",
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
    if (hashed) {
      sums.add(engine.exactSum(engine.hash(said(logged))) + " AS hashes");
      select.addAll(List.of(engine.high("hashes"), engine.low("hashes")));
    }
    return "SELECT %s FROM (SELECT fold, cell, %s FROM (%s) r GROUP BY fold, cell) c ORDER BY fold, cell"
        .formatted(String.join(", ", select), String.join(", ", sums), keyed);
  }

  /** All that is counted of a row, and whose row it is, as one text. */
  private String said(boolean logged) {
    List<String> parts = new ArrayList<>();
    parts.add(rows.plain(engine.asText("episode")));
    parts.add(engine.asText("cell"));
    parts.add(engine.asText(engine.grid("unit")));
    if (logged) {
      parts.add(engine.asText(engine.grid("propensity")));
    }
    return "concat_ws('/', %s)".formatted(String.join(", ", parts));
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
    if (columns.has(Role.CLUSTER)) {
      select.add("cluster");
    }
    if (columns.has(Role.END)) {
      select.add("ended");
    }
    // Names fit into memory, so they can be sent to the rows, however many rows one name has; to
    // DuckDB the hint is a comment.
    return "SELECT /*+ BROADCAST(s), BROADCAST(a)%s */ %s FROM (%s) r JOIN %s s ON r.state = s.label JOIN %s a ON r.action = a.label%s"
        .formatted(
            given ? ", BROADCAST(x)" : "",
            String.join(", ", select),
            rows.checkedRows(),
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

  static String unit(RewardRange range) {
    return range.equals(RewardRange.UNIT)
        ? "reward"
        : "(reward - %s) / %s"
            .formatted(RowSql.literal(range.low()), RowSql.literal(range.width()));
  }

  /**
   * 0 or 1 for each cluster, or else each episode, from its name and the seed; the same on every
   * engine. Rows that are episodes of their own have no name: they are told apart by what they say
   * and, among rows that say the same, by a number, which of them gets it being no matter.
   */
  String fold(long seed) {
    return "CASE WHEN substr(md5(%s || %s), 1, 1) < '8' THEN 0 ELSE 1 END"
        .formatted(engine.text(seed + ":"), name());
  }

  private String name() {
    if (columns.has(Role.CLUSTER) || columns.has(Role.EPISODE)) {
      return rows.plain(columns.has(Role.CLUSTER) ? "cluster" : engine.asText("episode"));
    }
    String propensity = columns.has(Role.PROPENSITY) ? "propensity" : "1";
    String same = "state, action, reward, " + propensity;
    return "concat_ws('/', state, action, %s, %s, %s)"
        .formatted(
            engine.asText("reward"),
            engine.asText(propensity),
            engine.asText("row_number() OVER (PARTITION BY %s ORDER BY state)".formatted(same)));
  }

  /** Whether rows say themselves which state follows. */
  boolean saysNext() {
    return columns.has(Role.NEXT_STATE);
  }

  boolean hasPropensities() {
    return columns.has(Role.PROPENSITY);
  }

  /** Whether rows belong to episodes that have names. */
  boolean hasEpisodes() {
    return columns.has(Role.EPISODE);
  }

  boolean hasClusters() {
    return columns.has(Role.CLUSTER);
  }

  /**
   * Every decision with numbers for names: step from 1, state, action, next state, reward,
   * propensity, fold, cluster. Episodes come one after the other, and so do those of a cluster, in
   * an order that depends on what rows say and on nothing else.
   */
  String decisions(Shape shape, long base, long seed) {
    String next =
        saysNext()
            ? "CASE WHEN %s THEN coalesce(next_id, %d) ELSE %d END"
                .formatted(goesOn(base, shape.horizon()), shape.end(), shape.end())
            : "NULL";
    String propensity = columns.has(Role.PROPENSITY) ? "propensity" : "CAST(NULL AS DOUBLE)";
    List<String> order = new ArrayList<>();
    if (hasClusters()) {
      order.add("cluster");
    }
    order.addAll(
        columns.has(Role.EPISODE)
            ? List.of(engine.asText("episode"), "step")
            : List.of("state_id", "action_id", "reward", propensity, "fold"));
    return "SELECT step - %d, state_id, action_id, %s, reward, %s, fold, %s FROM (%s) d ORDER BY %s"
        .formatted(
            base - 1,
            next,
            propensity,
            hasClusters() ? "cluster" : "NULL",
            decoded(fold(seed)),
            String.join(", ", order));
  }
}
