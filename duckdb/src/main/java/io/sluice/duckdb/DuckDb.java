package io.sluice.duckdb;

import io.sluice.files.TemporaryFiles;
import io.sluice.fit.BadLogException;
import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.logs.SqlEngine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * An embedded DuckDB: reads CSV, Parquet and newline-delimited JSON, plain or gzipped, and
 * downloads nothing.
 */
public final class DuckDb implements SqlEngine {
  /** It turns TRY_CAST of a text column into its type in the file, so that one bad row is fatal. */
  private static final String ALWAYS = "type_pushdown";

  /** What a Parquet file says about its pages may be wrong: only pages count. */
  private static final String WHILE_READING = ALWAYS + ",statistics_propagation,filter_pushdown";

  /** The cells of so many rows fit into the arrays that they are counted in. */
  private static final long MOST_COUNTED = 1 << 28;

  private final long rowsCounted;
  private final Path scratch;
  private final DuckDBConnection connection;
  private final DuckDbFiles files;
  private DuckDbFaults faults = new DuckDbFaults(List.of(), "log");
  private volatile @Nullable Running running;

  private DuckDb(Path scratch, DuckDBConnection connection, long rowsCounted) {
    this.rowsCounted = rowsCounted;
    this.scratch = scratch;
    this.connection = connection;
    this.files = new DuckDbFiles(scratch, this::each);
  }

  /** A database in memory, which spills to a temporary folder when a log is larger. */
  public static DuckDb start() {
    return counting(MOST_COUNTED);
  }

  private static DuckDb counting(long rowsCounted) {
    Path scratch = Inputs.scratch("duckdb");
    Set<Path> before = TemporaryFiles.libraries();
    try {
      Properties settings = new Properties();
      settings.setProperty("autoinstall_known_extensions", "false");
      settings.setProperty("autoload_known_extensions", "false");
      settings.setProperty("temp_directory", scratch.toString());
      settings.setProperty("disabled_optimizers", ALWAYS);
      Connection connection = DriverManager.getConnection("jdbc:duckdb:", settings);
      TemporaryFiles.removeLoaded();
      DuckDb engine = new DuckDb(scratch, connection.unwrap(DuckDBConnection.class), rowsCounted);
      engine.run("SET TimeZone = 'UTC'"); // no text depends on where a machine is
      return engine;
    } catch (SQLException e) {
      Inputs.delete(scratch);
      throw new IllegalStateException("DuckDB did not start", e);
    } catch (LinkageError e) { // its driver unpacks its library where it first starts
      TemporaryFiles.removeUnfinished(before);
      Inputs.delete(scratch);
      throw new BadLogException(
          "temporary folder: needs about 100 MB for DuckDB's library, which can be loaded from there, got %s (set java.io.tmpdir to another)"
              .formatted(reason(e)));
    }
  }

  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return LogFiles.isDiskFull(message) ? "a full disk" : message;
  }

  /** The same with a given number of threads. */
  public static DuckDb start(int threads) {
    return start(threads, MOST_COUNTED);
  }

  /**
   * The same.
   *
   * @param rowsCounted longer logs are grouped by SQL, even if they fit into memory
   */
  static DuckDb start(int threads, long rowsCounted) {
    DuckDb engine = counting(rowsCounted);
    engine.execute("SET threads = " + threads);
    return engine;
  }

  @Override
  public List<String> open(List<String> paths, String view) {
    faults = new DuckDbFaults(List.copyOf(paths), "log");
    String format = files.format(paths);
    faults = new DuckDbFaults(List.copyOf(paths), format);
    execute("SET disabled_optimizers = '%s'".formatted(WHILE_READING));
    try {
      String source = files.source(paths, format);
      List<String> columns = new ArrayList<>();
      List<String> select = new ArrayList<>();
      each(
          "DESCRIBE " + source,
          row -> {
            String name = String.valueOf(row.text(0));
            String type = String.valueOf(row.text(1));
            boolean vector = ColumnTypes.isVector(type);
            if (!name.equals(FILE_COLUMN) && !ColumnTypes.isLeftOut(type)) {
              columns.add(name);
              String value = identifier(name);
              select.add(
                  type.equals("VARCHAR")
                      ? "nullif(%1$s, '') AS %1$s".formatted(value)
                      : vector ? "%s AS %s".formatted(asText(value), value) : value);
            }
          });
      LogFiles.requireNoneOfOurs(paths, columns);
      select.add(FILE_COLUMN);
      run(
          "CREATE OR REPLACE TEMP VIEW %s AS SELECT %s FROM (%s)"
              .formatted(view, String.join(", ", select), source));
      return columns;
    } catch (SQLException e) {
      throw faults.unreadable(e);
    }
  }

  @Override
  public void requireUnchanged() {
    files.inputs().requireUnchanged();
    execute("SET disabled_optimizers = '%s'".formatted(ALWAYS));
  }

  @Override
  public long line(String file, long row) {
    return files.line(file, faults.format(), row);
  }

  /** Runs a statement that returns nothing. */
  public void execute(String sql) {
    try {
      run(sql);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public void query(String sql, RowVisitor visitor) {
    try {
      each(sql, visitor);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Takes half the time where rows do not have to come in the order of their table. */
  @Override
  public void queryInAnyOrder(String sql, RowVisitor visitor) {
    execute("SET preserve_insertion_order = false");
    try {
      query(sql, visitor);
    } finally {
      execute("SET preserve_insertion_order = true");
    }
  }

  private void run(String sql) throws SQLException {
    cancellable(connection.createStatement(), now -> now.statement.execute(sql));
  }

  private void each(String sql, RowVisitor visitor) throws SQLException {
    cancellable(
        connection.prepareStatement(sql),
        now -> {
          try (DuckDBChunkedResult result =
              now.statement.unwrap(DuckDBPreparedStatement.class).query()) {
            while (!now.cancelled && result.nextChunk()) {
              ChunkRow rows = new ChunkRow(result.chunk());
              int count = (int) result.chunk().rowCount();
              for (int i = 0; i < count && !now.cancelled; i++) {
                visitor.visit(rows.at(i));
              }
            }
          }
        });
  }

  /** Something to do with a statement. */
  @FunctionalInterface
  private interface Work {
    void on(Running now) throws SQLException;
  }

  /** A statement at work, and whether it was told to end. */
  private static final class Running {
    private final Statement statement;
    private volatile boolean cancelled;

    Running(Statement statement) {
      this.statement = statement;
    }
  }

  /**
   * A statement that is ended can fail in many ways, look as if there were no more rows, or go on
   * if it has rows already: what counts is that it was told to end.
   */
  private void cancellable(Statement made, Work work) throws SQLException {
    try (Statement statement = made) {
      Running now = new Running(statement);
      running = now;
      try {
        work.on(now);
      } catch (SQLException | RuntimeException e) {
        if (!now.cancelled) {
          throw e;
        }
      } finally {
        running = null;
      }
      if (now.cancelled) {
        throw new CancellationException("the query was ended");
      }
    }
  }

  @Override
  public void cancel() {
    Running now = running;
    if (now != null) {
      now.cancelled = true;
      try {
        now.statement.cancel();
      } catch (SQLException e) {
        // it has just ended by itself
      }
    }
  }

  private RuntimeException failure(SQLException e) {
    return faults.failure(e);
  }

  @Override
  public void keep(String name, String sql) {
    execute("CREATE OR REPLACE TEMP TABLE %s AS %s".formatted(name, sql));
  }

  @Override
  public void table(String name, List<String> labels, int[] ids) {
    execute("CREATE OR REPLACE TEMP TABLE %s (label VARCHAR, id INTEGER)".formatted(name));
    try (DuckDBAppender appender = connection.createAppender("temp", "main", name)) {
      for (int i = 0; i < ids.length; i++) {
        appender.beginRow();
        appender.append(labels.get(i));
        appender.append(ids[i]);
        appender.endRow();
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public long rowsCounted() {
    return Math.min(rowsCounted, rowsKept());
  }

  @Override
  public boolean placesEpisodes() {
    return true;
  }

  /** Takes rows for a table, their values in its columns' order. */
  interface RowAppender {
    /** A whole number, or many whole numbers or fractions, per column. */
    void row(Object... values);
  }

  /** Fills a temporary table. */
  void append(String table, Consumer<RowAppender> rows) {
    try (DuckDBAppender appender = connection.createAppender("temp", "main", table)) {
      rows.accept(
          values -> {
            try {
              appender.beginRow();
              for (Object value : values) {
                append(appender, value);
              }
              appender.endRow();
            } catch (SQLException e) {
              throw failure(e);
            }
          });
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static void append(DuckDBAppender appender, Object value) throws SQLException {
    if (value instanceof long[] wholes) {
      appender.append(wholes);
    } else if (value instanceof double[] fractions) {
      appender.append(fractions);
    } else {
      appender.append((Integer) value);
    }
  }

  @Override
  public String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public String text(String value) {
    return quoted(value);
  }

  static String quoted(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  @Override
  public String grid(String value) {
    return "CAST(floor((%s) * 1152921504606846976.0::DOUBLE) AS BIGINT)".formatted(value);
  }

  @Override
  public String exactSum(String value) {
    return "sum(" + value + ")"; // of BIGINT: HUGEINT
  }

  @Override
  public String high(String sum) {
    return "CAST((%s) >> 62 AS BIGINT)".formatted(sum);
  }

  @Override
  public String low(String sum) {
    return "CAST((%s) & 4611686018427387903 AS BIGINT)".formatted(sum);
  }

  @Override
  public String asText(String value) {
    return "CAST(" + value + " AS VARCHAR)";
  }

  @Override
  public String number(String value) {
    // A folded condition: true and false are no numbers, as they are none in a text file.
    return "CASE WHEN typeof(%1$s) = 'BOOLEAN' THEN NULL ELSE TRY_CAST(%1$s AS DOUBLE) END"
        .formatted(value);
  }

  @Override
  public String days(String text) {
    return "CASE WHEN %1$s LIKE '____-__-__%%' THEN epoch(TRY_CAST(%1$s AS TIMESTAMP)) / 86400.0 END"
        .formatted(text);
  }

  @Override
  public String hexadecimal(String digits) {
    return "CAST('0x' || %s AS BIGINT)".formatted(digits);
  }

  @Override
  public String numbered(String view) {
    return "SELECT *, sluice_place - min(sluice_place) OVER (PARTITION BY %s) + %s AS sluice_row FROM (SELECT *, row_number() OVER () AS sluice_place FROM %s)"
        .formatted(
            FILE_COLUMN,
            faults.format().equals("csv") ? 2 : 1,
            view); // the first line of a text file is its header
  }

  @Override
  public void close() {
    try {
      connection.close();
      Inputs.delete(scratch);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
