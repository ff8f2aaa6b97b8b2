package io.sluice.duckdb;

import io.sluice.files.TemporaryFiles;
import io.sluice.logs.LogFiles;
import io.sluice.logs.SqlEngine;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
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
  private final Path scratch;
  private final DuckDBConnection connection;
  private DuckDbFaults faults = new DuckDbFaults(List.of(), "log");
  private volatile @Nullable Running running;

  private DuckDb(Path scratch, DuckDBConnection connection) {
    this.scratch = scratch;
    this.connection = connection;
  }

  /** A database in memory, which spills to a temporary folder when a log is larger. */
  public static DuckDb start() {
    try {
      Path scratch = TemporaryFiles.folder("duckdb");
      Properties settings = new Properties();
      settings.setProperty("autoinstall_known_extensions", "false");
      settings.setProperty("autoload_known_extensions", "false");
      settings.setProperty("temp_directory", scratch.toString());
      // It turns TRY_CAST of a text column into its type in the file, so that one bad row is fatal.
      settings.setProperty("disabled_optimizers", "type_pushdown");
      Connection connection = DriverManager.getConnection("jdbc:duckdb:", settings);
      return new DuckDb(scratch, connection.unwrap(DuckDBConnection.class));
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB did not start", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with a given number of threads. */
  public static DuckDb start(int threads) {
    DuckDb engine = start();
    engine.execute("SET threads = " + threads);
    return engine;
  }

  @Override
  public List<String> open(List<String> paths, String view) {
    String format = LogFiles.format(paths);
    faults = new DuckDbFaults(List.copyOf(paths), format);
    String files = "[" + String.join(", ", paths.stream().map(this::text).toList()) + "]";
    for (String path : paths) {
      if (new File(path).isFile() && new File(path).length() == 0) {
        throw LogFiles.empty(path);
      }
    }
    try {
      String source =
          switch (format) {
            case "csv" -> csv(paths, files);
            case "parquet" ->
                "read_parquet(%s, union_by_name = true, filename = '%s')"
                    .formatted(files, FILE_COLUMN);
            default -> json(paths, files);
          };
      run("CREATE OR REPLACE TEMP VIEW %s AS SELECT * FROM %s".formatted(view, source));
      List<String> columns = new ArrayList<>();
      each("DESCRIBE " + view, row -> columns.add(row.text(0)));
      columns.remove(FILE_COLUMN);
      return LogFiles.requireNoneOfOurs(paths, columns);
    } catch (SQLException e) {
      throw faults.unreadable(e);
    }
  }

  /**
   * All columns as text, separated as the first line is. Nothing else is inferred from the rows:
   * that could take an apostrophe for a quote, or a row that begins with # for a comment.
   */
  private String csv(List<String> paths, String files) throws SQLException {
    String header = firstLine(paths.get(0));
    return "read_csv(%s, header = true, all_varchar = true, union_by_name = true, filename = '%s', delim = '%s', quote = '\"', escape = '\"', comment = '', skip = 0)"
        .formatted(files, FILE_COLUMN, LogFiles.separator(header));
  }

  /** Of the first file; empty if it cannot be read, which is then said elsewhere. */
  private String firstLine(String path) throws SQLException {
    List<String> files = new ArrayList<>();
    if (new File(path).isFile()) {
      files.add(path);
    } else {
      each(
          "SELECT file FROM glob(%s) LIMIT 1".formatted(text(path)), row -> files.add(row.text(0)));
    }
    if (files.isEmpty()) {
      return "";
    }
    String file = files.get(0);
    try (InputStream raw = new FileInputStream(file);
        InputStream in =
            file.toLowerCase(Locale.ROOT).endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * All columns as text, so that a file whose first rows are numbers may have names further down.
   */
  private String json(List<String> paths, String files) throws SQLException {
    List<String> columns = new ArrayList<>();
    each(
        "DESCRIBE SELECT * FROM read_json(%s, format = 'newline_delimited', union_by_name = true, sample_size = -1)"
            .formatted(files),
        row -> columns.add(text(Objects.requireNonNull(row.text(0))) + ": 'VARCHAR'"));
    if (columns.equals(
        List.of("'json': 'VARCHAR'"))) { // what DuckDB calls a line that is no object
      throw LogFiles.notObjects(paths);
    }
    return "read_json(%s, format = 'newline_delimited', columns = {%s}, filename = '%s')"
        .formatted(files, String.join(", ", columns), FILE_COLUMN);
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
    return "TRY_CAST(" + value + " AS DOUBLE)";
  }

  @Override
  public String hexadecimal(String digits) {
    return "CAST('0x' || %s AS BIGINT)".formatted(digits);
  }

  @Override
  public String numbered(String view) {
    return "SELECT *, sluice_place - min(sluice_place) OVER (PARTITION BY %s) + %d AS sluice_row FROM (SELECT *, row_number() OVER () AS sluice_place FROM %s)"
        .formatted(
            FILE_COLUMN,
            faults.format().equals("csv") ? 2 : 1,
            view); // the first line of a text file is its header
  }

  @Override
  public void close() {
    try {
      connection.close();
      TemporaryFiles.remove(scratch);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
