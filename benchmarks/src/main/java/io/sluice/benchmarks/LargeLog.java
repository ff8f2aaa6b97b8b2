package io.sluice.benchmarks;

import io.sluice.mdp.Shape;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * The same log in two Parquet layouts, with and without the next state as a column: 5,000 states,
 * 10 actions, at most 4 successors of each pair, 20 steps, rewards 0 or 1.
 */
record LargeLog(Path withNext, Path withoutNext) {
  private static final Shape SHAPE = new Shape(5_000, 10, 20);
  private static final int SUCCESSORS = 4;
  private static final long SEED = 1;

  /** Makes the files, or finds those of an earlier run; the same rows give the same log. */
  static LargeLog in(Path folder, long rows) throws SQLException, IOException {
    int episodes = Math.toIntExact(rows / SHAPE.horizon());
    LargeLog log =
        new LargeLog(
            folder.resolve("log-%d-next.parquet".formatted(rows)),
            folder.resolve("log-%d.parquet".formatted(rows)));
    if (Files.exists(log.withNext) && Files.exists(log.withoutNext)) {
      return log;
    }
    Path scratch = folder.resolve("rollouts.duckdb");
    Files.deleteIfExists(scratch);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + scratch);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE rollouts (episode INTEGER, step INTEGER, state INTEGER, action INTEGER, next INTEGER, reward DOUBLE)");
      append(connection.unwrap(DuckDBConnection.class), episodes);
      String columns = "episode, step, 's' || state AS state, 'a' || action AS action, reward";
      String next =
          "CASE WHEN next <> %d THEN 's' || next END AS next_state".formatted(SHAPE.end());
      copy(statement, columns + ", " + next, log.withNext);
      copy(statement, columns, log.withoutNext);
    } finally {
      Files.deleteIfExists(scratch);
    }
    return log;
  }

  private static void append(DuckDBConnection connection, int episodes) throws SQLException {
    Environment environment = new RandomMdp(SHAPE, SUCCESSORS, 1, 0).environment(SEED);
    try (DuckDBAppender rows = connection.createAppender("main", "rollouts")) {
      new Rollouts(environment, SEED)
          .forEachRow(
              episodes,
              (episode, step, state, action, next, reward) -> {
                try {
                  rows.beginRow();
                  rows.append(episode).append(step).append(state).append(action);
                  rows.append(next).append(reward);
                  rows.endRow();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
    }
  }

  private static void copy(Statement statement, String columns, Path file) throws SQLException {
    statement.execute(
        "COPY (SELECT %s FROM rollouts) TO '%s' (FORMAT parquet)".formatted(columns, file));
  }
}
