package io.sluice.duckdb;

import io.sluice.logs.BadLogException;
import io.sluice.logs.SqlEngine;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * An embedded DuckDB: reads CSV, Parquet and newline-delimited JSON, plain or gzipped, and
 * downloads nothing.
 */
public final class DuckDb implements SqlEngine {
  private final Path scratch;
  private final DuckDBConnection connection;
  private boolean textFiles;

  private DuckDb(Path scratch, DuckDBConnection connection) {
    this.scratch = scratch;
    this.connection = connection;
  }

  /** A database in memory, which spills to a temporary folder when a log is larger. */
  public static DuckDb start() {
    try {
      Path scratch = Files.createTempDirectory("sluice-duckdb-");
      Properties settings = new Properties();
      settings.setProperty("autoinstall_known_extensions", "false");
      settings.setProperty("autoload_known_extensions", "false");
      settings.setProperty("temp_directory", scratch.toString());
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
    String format = format(paths);
    String files = "[" + String.join(", ", paths.stream().map(this::text).toList()) + "]";
    textFiles = format.equals("csv");
    for (String path : paths) {
      if (Files.isRegularFile(Path.of(path)) && new File(path).length() == 0) {
        throw new BadLogException(path + ": needs at least one row, got an empty file");
      }
    }
    try {
      String source =
          switch (format) {
            case "csv" ->
                "read_csv(%s, header = true, all_varchar = true, union_by_name = true, filename = '%s')"
                    .formatted(files, FILE_COLUMN);
            case "parquet" ->
                "read_parquet(%s, union_by_name = true, filename = '%s')"
                    .formatted(files, FILE_COLUMN);
            default -> json(files);
          };
      run("CREATE OR REPLACE TEMP VIEW %s AS SELECT * FROM %s".formatted(view, source));
      List<String> columns = new ArrayList<>();
      each("DESCRIBE " + view, row -> columns.add(row.text(0)));
      columns.remove(FILE_COLUMN);
      return columns;
    } catch (SQLException e) {
      throw new BadLogException(
          "%s: needs a readable %s file, got: %s"
              .formatted(String.join(", ", paths), format, firstLine(e)));
    }
  }

  /**
   * All columns as text, so that a file whose first rows are numbers may have names further down.
   */
  private String json(String files) throws SQLException {
    List<String> columns = new ArrayList<>();
    each(
        "DESCRIBE SELECT * FROM read_json(%s, format = 'newline_delimited', union_by_name = true)"
            .formatted(files),
        row -> columns.add(text(row.text(0)) + ": 'VARCHAR'"));
    return "read_json(%s, format = 'newline_delimited', columns = {%s}, filename = '%s')"
        .formatted(files, String.join(", ", columns), FILE_COLUMN);
  }

  private static String format(List<String> paths) {
    List<String> formats = paths.stream().map(DuckDb::format).distinct().toList();
    if (formats.size() != 1) {
      throw new BadLogException(
          "%s: needs files of one format, got %s".formatted(String.join(", ", paths), formats));
    }
    return formats.get(0);
  }

  private static String format(String path) {
    String name = path.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    if (name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".txt")) {
      return "csv";
    }
    if (name.endsWith(".parquet")) {
      return "parquet";
    }
    if (name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
      return "json";
    }
    throw new BadLogException(
        "%s: needs a file ending in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, also with .gz"
            .formatted(path));
  }

  @Override
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
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void each(String sql, RowVisitor visitor) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultRow row = new ResultRow(result);
      while (result.next()) {
        visitor.visit(row);
      }
    }
  }

  /** Files are read while a query runs, so a broken one is found only then. */
  private static RuntimeException failure(SQLException e) {
    String message = String.valueOf(e.getMessage());
    boolean ofTheData =
        Stream.of("Invalid Input", "IO Error", "Conversion Error", "Parquet", "JSON", "CSV")
            .anyMatch(message::contains);
    return ofTheData
        ? new BadLogException("log: needs files that can be read to the end, got: " + firstLine(e))
        : new IllegalStateException(e);
  }

  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
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
  public String quantile(String value, double share) {
    return "quantile_cont(%s, %s)".formatted(value, share);
  }

  @Override
  public String numbered(String view) {
    return "SELECT *, place - min(place) OVER (PARTITION BY %s) + %d AS sluice_row FROM (SELECT *, row_number() OVER () AS place FROM %s)"
        .formatted(
            FILE_COLUMN, textFiles ? 2 : 1, view); // the first line of a text file is its header
  }

  @Override
  public void close() {
    try {
      connection.close();
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record ResultRow(ResultSet result) implements Row {
    @Override
    public long integer(int column) {
      try {
        return result.getLong(column + 1);
      } catch (SQLException e) {
        throw failure(e);
      }
    }

    @Override
    public double number(int column) {
      try {
        return result.getDouble(column + 1);
      } catch (SQLException e) {
        throw failure(e);
      }
    }

    @Override
    public String text(int column) {
      try {
        return result.getString(column + 1);
      } catch (SQLException e) {
        throw failure(e);
      }
    }

    @Override
    public boolean isMissing(int column) {
      try {
        return result.getObject(column + 1) == null;
      } catch (SQLException e) {
        throw failure(e);
      }
    }
  }
}
