package io.sluice.duckdb;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** A table of texts, and the ways people write one down. */
public record Table(List<String> columns, List<List<String>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** An empty table with these columns. */
  public static Table of(String... columns) {
    return new Table(List.of(columns), List.of());
  }

  /** A table written as CSV without quotes, one line per row. */
  public static Table parse(String csv) {
    List<List<String>> lines = csv.lines().map(line -> List.of(line.split(",", -1))).toList();
    return new Table(lines.get(0), lines.subList(1, lines.size()));
  }

  public Table with(List<List<String>> more) {
    List<List<String>> all = new ArrayList<>(rows);
    all.addAll(more);
    return new Table(columns, all);
  }

  public String at(List<String> row, String column) {
    return row.get(columns.indexOf(column));
  }

  public Table shuffled(long seed) {
    List<List<String>> order = new ArrayList<>(rows);
    Collections.shuffle(order, new Random(seed));
    return new Table(columns, order);
  }

  /** The rows dealt out to so many tables, as they come. */
  List<Table> split(int parts) {
    List<Table> tables = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<List<String>> mine = new ArrayList<>();
      for (int i = part; i < rows.size(); i += parts) {
        mine.add(rows.get(i));
      }
      tables.add(new Table(columns, mine));
    }
    return tables;
  }

  /** One column changed. */
  public Table mapped(String column, UnaryOperator<String> change) {
    int at = columns.indexOf(column);
    List<List<String>> changed = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> copy = new ArrayList<>(row);
      copy.set(at, change.apply(row.get(at)));
      changed.add(copy);
    }
    return new Table(columns, changed);
  }

  /** One column more. */
  public Table added(String column, Function<List<String>, String> value) {
    List<String> names = new ArrayList<>(columns);
    names.add(column);
    List<List<String>> wider = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> copy = new ArrayList<>(row);
      copy.add(value.apply(row));
      wider.add(copy);
    }
    return new Table(names, wider);
  }

  Table renamed(String... names) {
    return new Table(List.of(names), rows);
  }

  public String csv() {
    StringBuilder csv = new StringBuilder(line(columns));
    rows.forEach(row -> csv.append(line(row)));
    return csv.toString();
  }

  private static String line(List<String> fields) {
    return String.join(",", fields.stream().map(Table::quoted).toList()) + "\n";
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  /** One object per line; what looks like a number is one. */
  public String json() {
    ObjectMapper mapper = new ObjectMapper();
    StringBuilder json = new StringBuilder();
    for (List<String> row : rows) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        String value = row.get(i);
        boolean number = value.matches("-?(0|[1-9]\\d*)(\\.\\d+)?(E-?\\d+)?");
        object.put(columns.get(i), value.isEmpty() ? null : number ? Double.valueOf(value) : value);
      }
      try {
        json.append(mapper.writeValueAsString(object)).append('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return json.toString();
  }

  public String toCsv(Path file) {
    return write(file, csv());
  }

  /** Through DuckDB, with the types it sees in a CSV file of the same name. */
  public String toParquet(Path file) {
    try (DuckDb engine = DuckDb.start()) {
      return toParquet(engine, file);
    }
  }

  String toParquet(DuckDb engine, Path file) {
    Path csv = file.resolveSibling(file.getFileName() + ".source");
    toCsv(csv);
    engine.execute(
        "COPY (SELECT * FROM read_csv(%s, header = true, delim = ',', quote = '\"')) TO %s (FORMAT parquet)"
            .formatted(engine.text(csv.toString()), engine.text(file.toString())));
    csv.toFile().delete();
    return file.toString();
  }

  /** Writes a text, gzipped if the file's name says so. */
  public static String write(Path file, String text) {
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = file.toString().endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }
}
