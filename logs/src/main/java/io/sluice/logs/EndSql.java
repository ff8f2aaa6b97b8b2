package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What follows each row, and how episodes stop: do next states agree with the next rows, and was an
 * episode that stops before the horizon ended or cut off?
 *
 * <p>Names are compared by their numbers in {@link CellSql#STATES}, which has those that begin a
 * row: 1.0 is 1 here too.
 */
final class EndSql {
  /** Ends by their own name; other names, as {@code done}, are also said of episodes cut off. */
  private static final Set<String> NOT_CUT =
      Set.of("terminal", "terminals", "terminated", "terminations", "is_terminal");

  private final RowSql rows;
  private final SqlEngine engine;
  private final ColumnMap columns;

  EndSql(RowSql rows) {
    this.rows = rows;
    this.engine = rows.engine;
    this.columns = rows.columns;
  }

  /** Whether a column says how episodes stop. */
  static boolean isMarked(ColumnMap columns) {
    return columns.has(Role.END) || columns.has(Role.TRUNCATED);
  }

  /** Whether the last row of an episode says that it was cut off; for logs that mark it. */
  static String saysCut(ColumnMap columns) {
    if (!columns.has(Role.END)) {
      return columns.has(Role.TRUNCATED) ? "truncated = 1" : "1 = 0";
    }
    boolean done = !NOT_CUT.contains(columns.of(Role.END).get(0).toLowerCase(Locale.ROOT));
    return columns.has(Role.TRUNCATED) && done ? "(ended = 0 OR truncated = 1)" : "ended = 0";
  }

  /**
   * The number of the state that follows the last row of an episode, or of the end.
   *
   * @param reading of episodes of which the log does not say how they stop
   */
  static String afterLast(ColumnMap columns, Reading reading, int end) {
    if (!columns.has(Role.NEXT_STATE) || !isMarked(columns) && reading != Reading.CUT) {
      return String.valueOf(end);
    }
    return isMarked(columns)
        ? "CASE WHEN %s THEN coalesce(next_id, %s) ELSE %s END"
            .formatted(saysCut(columns), end, end)
        : "coalesce(next_id, %s)".formatted(end);
  }

  /** Every row with numbers for its state, its next state, and the state of the next row. */
  private String followed(String from, String... alsoKeep) {
    boolean given = columns.has(Role.NEXT_STATE);
    String marks =
        (columns.has(Role.END) ? ", ended" : "")
            + (columns.has(Role.TRUNCATED) ? ", truncated" : "");
    StringBuilder more = new StringBuilder();
    for (String column : alsoKeep) {
      more.append(", r.").append(column);
    }
    // With a history, a state may begin rows with another past only.
    boolean past = given && rows.history.isPresent();
    more.append(past ? ", begun" : "");
    return "SELECT %s episode, step, state, lead(s.id) OVER w AS follows, lead(state) OVER w AS following, %s AS next_state, %s AS next_id%s%s FROM %s r JOIN %s s ON r.state = s.label%s%s WINDOW w AS (PARTITION BY episode ORDER BY step)"
        .formatted(
            engine.smallTables(given ? List.of("s", "x") : List.of("s")),
            given ? "next_state" : engine.asText("NULL"),
            given ? "x.id" : "CAST(NULL AS INTEGER)",
            marks,
            more,
            from,
            CellSql.STATES,
            given ? " LEFT JOIN %s x ON r.next_state = x.label".formatted(CellSql.STATES) : "",
            past ? begun() : "");
  }

  /** Joins the states that begin rows, whatever their past. */
  private String begun() {
    return " LEFT JOIN (SELECT DISTINCT %s AS begun FROM %s) o ON %s = o.begun"
        .formatted(rows.plain(History.OWN_STATE), RowSql.ROWS, rows.plain("r." + History.OWN_NEXT));
  }

  private static final String CONTRADICTS =
      "follows IS NOT NULL AND next_state IS NOT NULL AND (next_id IS NULL OR next_id <> follows)";

  /** A row that an episode stops with before the last step. */
  private static String stops(long last) {
    return "follows IS NULL AND step < " + last;
  }

  /** Cut off in a state that the row does not say. */
  private String nowhere(long last, Reading reading) {
    String said =
        reading == Reading.CUT
            ? saysCut(columns)
            : columns.has(Role.TRUNCATED)
                ? "(%s) AND truncated = 1".formatted(saysCut(columns))
                : "1 = 0";
    return "%s AND next_state IS NULL AND %s".formatted(stops(last), said);
  }

  /**
   * How many rows contradict the next, have nothing and are filled from the next, were cut off
   * nowhere; how many episodes have all steps, were cut off, and among these in a state that begins
   * no row; of how many the log does not say how they stop.
   *
   * @param last the number of the last step
   */
  String summary(long last, Reading reading) {
    String open =
        isMarked(columns)
            ? "%s AND %s AND next_state IS NULL".formatted(stops(last), saysCut(columns))
            : stops(last)
                + (rows.history.isPresent() && columns.has(Role.NEXT_STATE)
                    ? " AND begun IS NOT NULL"
                    : " AND next_id IS NOT NULL");
    String cut = "%s AND next_state IS NOT NULL AND %s".formatted(stops(last), saysCut(columns));
    return "SELECT %s, %s, %s, %s, %s, %s, %s FROM (%s) f"
        .formatted(
            count(CONTRADICTS),
            count("follows IS NOT NULL AND next_state IS NULL"),
            count(nowhere(last, reading)),
            count("step = " + last),
            count(cut),
            count(cut + " AND next_id IS NULL"),
            count(open),
            followed(RowSql.ROWS));
  }

  private static String count(String condition) {
    return "count(CASE WHEN %s THEN 1 END)".formatted(condition);
  }

  /** The names of states that episodes were cut off in and that begin no row. */
  String unplacedNames(long last) {
    return "SELECT DISTINCT next_state FROM (%s) f WHERE %s AND next_state IS NOT NULL AND next_id IS NULL AND %s"
        .formatted(followed(RowSql.ROWS), stops(last), saysCut(columns));
  }

  /** File, row, episode, step, next state and the state of the next row, where these differ. */
  String contradictions() {
    return listed(CONTRADICTS);
  }

  /** The same for rows that were cut off in a state that they do not say. */
  String cutOffNowhere(long last, Reading reading) {
    return listed(nowhere(last, reading));
  }

  private String listed(String condition) {
    String typed = rows.rows("(" + rows.numbered() + ") n", SqlEngine.FILE_COLUMN, "sluice_row");
    return "SELECT %s, sluice_row, %s, step, next_state, following FROM (%s) f WHERE %s ORDER BY %s, sluice_row LIMIT %s"
        .formatted(
            SqlEngine.FILE_COLUMN,
            rows.plain(engine.asText("episode")),
            followed("(" + typed + ")", SqlEngine.FILE_COLUMN, "sluice_row"),
            condition,
            SqlEngine.FILE_COLUMN,
            BadLogException.SHOWN);
  }
}
