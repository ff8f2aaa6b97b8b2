package io.sluice.duckdb;

import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.TextScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Files as something to select from. Nothing is inferred: text files are read through before, which
 * says their columns; folders give none.
 */
final class DuckDbFiles {
  /** Runs a query and shows every row. */
  @FunctionalInterface
  interface Queries {
    void each(String sql, SqlEngine.RowVisitor visitor) throws SQLException;
  }

  private final Inputs inputs;
  private final Queries queries;
  private final Map<String, Character> separators = new HashMap<>(); // of CSV files that were read

  DuckDbFiles(Path scratch, Queries queries) {
    this.inputs = new Inputs(scratch);
    this.queries = queries;
  }

  Inputs inputs() {
    return inputs;
  }

  /** A name that is a file's, or else a pattern; what can be read only once is read here. */
  String format(List<String> paths) {
    inputs.forget();
    paths.forEach(inputs::file);
    return inputs.format(paths);
  }

  /** What to select the rows of files from. */
  String source(List<String> paths, String format) throws SQLException {
    List<Path> files = new ArrayList<>();
    for (String path : paths) {
      files.addAll(find(path, format));
    }
    Inputs.requireOnce(files);
    return switch (format) {
      case "csv" -> csv(files);
      case "json" -> json(files);
      default -> parquet(files);
    };
  }

  private List<Path> find(String path, String format) throws SQLException {
    Optional<Path> literal = inputs.file(path);
    if (literal.isPresent()) {
      if (Files.isDirectory(literal.get())) {
        throw LogFiles.unreadable(List.of(path), format, Fault.FOLDER);
      }
      return List.of(literal.get());
    }
    List<Path> found = new ArrayList<>();
    queries.each(
        "SELECT file FROM glob(%s) ORDER BY file".formatted(DuckDb.quoted(path)),
        row -> found.add(Path.of(String.valueOf(row.text(0)))));
    if (found.isEmpty()) {
      throw LogFiles.unreadable(List.of(path), format, Fault.ABSENT);
    }
    found.forEach(file -> inputs.noted(file.toString(), file));
    return found;
  }

  private static TextScan.Bytes bytes(Path file) {
    return TextScan.unpacked(() -> Files.newInputStream(file), file.toString());
  }

  /** Files with the same header are read together. */
  private String csv(List<Path> files) {
    char separator = TextScan.separator(bytes(files.get(0)));
    Map<List<String>, List<Path>> byHeader = new LinkedHashMap<>();
    List<TextScan> scans =
        files.parallelStream().map(f -> TextScan.of(bytes(f), "csv", separator)).toList();
    for (int i = 0; i < files.size(); i++) {
      TextScan scan = scans.get(i).requireSound(files.get(i).toString());
      separators.put(files.get(i).toString(), separator);
      byHeader
          .computeIfAbsent(LogFiles.named(scan.columns()), h -> new ArrayList<>())
          .add(files.get(i));
    }
    return byHeader.entrySet().stream()
        .map(
            same ->
                "SELECT * FROM read_csv(%s, auto_detect = false, header = true, columns = {%s}, delim = '%s', quote = '\"', escape = '\"', comment = '', nullstr = '', filename = '%s', hive_partitioning = false)"
                    .formatted(
                        list(same.getValue()),
                        texts(same.getKey()),
                        separator,
                        SqlEngine.FILE_COLUMN))
        .collect(Collectors.joining(" UNION ALL BY NAME "));
  }

  private String json(List<Path> files) {
    Set<String> columns = new LinkedHashSet<>();
    List<TextScan> scans =
        files.parallelStream().map(f -> TextScan.of(bytes(f), "json", ',')).toList();
    for (int i = 0; i < files.size(); i++) {
      columns.addAll(scans.get(i).requireSound(files.get(i).toString()).columns());
    }
    LogFiles.requireDifferent(files.get(0).toString(), List.copyOf(columns));
    return "SELECT * FROM read_json(%s, format = 'newline_delimited', columns = {%s}, filename = '%s', hive_partitioning = false)"
        .formatted(list(files), texts(columns), SqlEngine.FILE_COLUMN);
  }

  private String parquet(List<Path> files) throws SQLException {
    Map<Map<String, String>, List<Path>> byTypes = new LinkedHashMap<>();
    Map<String, Set<String>> types = new HashMap<>(); // of the columns of a name, in lower case
    for (Path file : files) {
      LogFiles.requireDifferent(file.toString(), columns(file));
      Map<String, String> columns = types(file);
      byTypes.computeIfAbsent(columns, c -> new ArrayList<>()).add(file);
      columns.forEach(
          (name, type) ->
              types
                  .computeIfAbsent(name.toLowerCase(Locale.ROOT), n -> new LinkedHashSet<>())
                  .add(type));
    }
    if (types.values().stream().allMatch(ColumnTypes::areAlike)) {
      return "SELECT * FROM " + parquetOf(files);
    }
    List<String> parts = new ArrayList<>();
    byTypes.forEach(
        (columns, same) ->
            parts.add("SELECT %s FROM %s".formatted(alike(columns, types), parquetOf(same))));
    return String.join(" UNION ALL BY NAME ", parts);
  }

  private static String parquetOf(List<Path> files) {
    return "read_parquet(%s, union_by_name = true, binary_as_string = true, filename = '%s', hive_partitioning = false)"
        .formatted(list(files), SqlEngine.FILE_COLUMN);
  }

  /** The types of a file's columns by their names. */
  private Map<String, String> types(Path file) throws SQLException {
    Map<String, String> types = new LinkedHashMap<>();
    queries.each(
        "DESCRIBE SELECT * FROM " + parquetOf(List.of(file)),
        row -> types.put(String.valueOf(row.text(0)), String.valueOf(row.text(1))));
    return types;
  }

  /** A file's columns, those that have another type elsewhere as a common one. */
  private static String alike(Map<String, String> columns, Map<String, Set<String>> types) {
    List<String> select = new ArrayList<>();
    columns.forEach(
        (name, type) -> {
          Set<String> all = types.getOrDefault(name.toLowerCase(Locale.ROOT), Set.of(type));
          String column = '"' + name.replace("\"", "\"\"") + '"';
          if (ColumnTypes.areAlike(all)) {
            select.add(column);
          } else if (!ColumnTypes.isLeftOut(type)) {
            select.add("CAST(%s AS %s) AS %s".formatted(column, ColumnTypes.common(all), column));
          }
        });
    return String.join(", ", select);
  }

  /** The outermost columns of a Parquet file, as it has them. */
  private List<String> columns(Path file) throws SQLException {
    List<String> columns = new ArrayList<>();
    long[] inside = {0, 0}; // fields of the file, and of nested columns, that are still to come
    queries.each(
        "SELECT name, CAST(coalesce(num_children, 0) AS BIGINT) FROM parquet_schema(%s)"
            .formatted(DuckDb.quoted(literal(file))),
        row -> {
          long children = row.integer(1);
          if (inside[1] > 0) {
            inside[1] += children - 1;
          } else if (inside[0]++ > 0) {
            columns.add(String.valueOf(row.text(0)));
            inside[1] = children;
          }
        });
    return columns;
  }

  /** The line of a row in its file, as an editor counts lines. */
  long line(String file, String format, long row) {
    return format.equals("parquet")
        ? row
        : TextScan.line(bytes(Path.of(file)), format, separators.getOrDefault(file, ','), row);
  }

  private static String list(List<Path> files) {
    return files.stream()
        .map(file -> DuckDb.quoted(literal(file)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** A name in which nothing is a pattern. */
  static String literal(Path file) {
    return file.toString().replaceAll("[\\[*?]", "[$0]");
  }

  private static String texts(Iterable<String> columns) {
    List<String> texts = new ArrayList<>();
    columns.forEach(column -> texts.add(DuckDb.quoted(column) + ": 'VARCHAR'"));
    return String.join(", ", texts);
  }
}
