package io.sluice.spark;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A random log of any length as Parquet, counted in memory while it is made: 10 steps, 10 actions,
 * some episodes shorter, rewards that add up differently in different orders.
 */
record MadeLog(Path file, TransitionCounts inMemory) {
  private static final int STEPS = 10;
  private static final int ACTIONS = 10;

  static MadeLog of(Path folder, long rows, int states) throws SQLException, IOException {
    Path file = folder.resolve("log-%d-%d.parquet".formatted(rows, states));
    Path scratch = folder.resolve("made.duckdb");
    Files.deleteIfExists(scratch);
    CountsAccumulator counts = new CountsAccumulator(new Shape(states, ACTIONS, STEPS));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + scratch);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE made (episode BIGINT, step INTEGER, state VARCHAR, action VARCHAR, reward DOUBLE)");
      try (DuckDBAppender out =
          connection.unwrap(DuckDBConnection.class).createAppender("main", "made")) {
        append(out, rows, states, counts);
      }
      statement.execute("COPY made TO '%s' (FORMAT parquet)".formatted(file));
    } finally {
      Files.deleteIfExists(scratch);
    }
    return new MadeLog(file, counts.toCounts());
  }

  /** Names have as many digits each, so that their order is that of the numbers. */
  private static String name(char kind, int id) {
    return "%c%07d".formatted(kind, id);
  }

  private static void append(DuckDBAppender out, long rows, int states, CountsAccumulator counts)
      throws SQLException {
    SplittableRandom random = new SplittableRandom(5);
    String[] names = new String[Math.max(states, ACTIONS)];
    String[] actions = new String[ACTIONS];
    for (int i = 0; i < names.length; i++) {
      names[i] = name('s', i);
    }
    for (int i = 0; i < ACTIONS; i++) {
      actions[i] = name('a', i);
    }
    long made = 0;
    for (long episode = 0; made < rows; episode++) {
      int length = random.nextInt(4) == 0 ? 1 + random.nextInt(STEPS) : STEPS;
      int state = random.nextInt(states);
      for (int step = 1; step <= length; step++, made++) {
        int action = random.nextInt(ACTIONS);
        double reward = random.nextInt(5) == 0 ? random.nextDouble() : 0;
        int next = step == length ? states : (state * 31 + action + random.nextInt(4)) % states;
        out.beginRow();
        out.append(episode)
            .append(step)
            .append(names[state])
            .append(actions[action])
            .append(reward);
        out.endRow();
        counts.add(step, state, action, next, reward);
        state = next;
      }
    }
  }
}
