package io.sluice.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import io.sluice.logs.SqlEngine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Files of one format as one table, columns found by name as DuckDB finds them, with each row's
 * file and the block of it that the row was read from.
 */
final class SparkFiles {
  /** Where in its file the block of a row begins. */
  static final String BLOCK = "sluice_block";

  private final SparkSession session;
  private final List<String> paths;
  private final String format;
  private final Configuration hadoop;

  SparkFiles(SparkSession session, List<String> paths, String format) {
    this.session = session;
    this.paths = paths;
    this.format = format;
    this.hadoop = session.sessionState().newHadoopConf();
  }

  Dataset<Row> read() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String path : paths) {
      List<Path> files = find(path);
      if (files.isEmpty()) {
        throw LogFiles.unreadable(List.of(path), format, Fault.ABSENT);
      }
      found.addAll(files);
    }
    return switch (format) {
      case "csv" -> csv(files(found));
      case "json" -> json(found);
      default -> parquet(found);
    };
  }

  /** What is called so, or else what the pattern matches. */
  private List<Path> find(String path) throws IOException {
    File local = new File(path);
    Path literal = local.exists() ? new Path(local.toURI()) : new Path(path);
    FileSystem system = literal.getFileSystem(hadoop);
    if (system.exists(literal)) {
      FileStatus status = system.getFileStatus(literal);
      if (status.isFile() && status.getLen() == 0) {
        throw LogFiles.empty(path);
      }
      return List.of(literal);
    }
    FileStatus[] matches = system.globStatus(literal);
    return matches == null
        ? List.of()
        : Arrays.stream(matches).map(FileStatus::getPath).sorted().toList();
  }

  /** The files themselves, those of folders included. */
  private List<Path> files(List<Path> found) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : found) {
      FileSystem system = path.getFileSystem(hadoop);
      if (system.getFileStatus(path).isFile()) {
        files.add(path);
        continue;
      }
      RemoteIterator<LocatedFileStatus> inside = system.listFiles(path, true);
      while (inside.hasNext()) {
        LocatedFileStatus file = inside.next();
        String name = file.getPath().getName();
        if (!name.startsWith("_") && !name.startsWith(".") && file.getLen() > 0) {
          files.add(file.getPath());
        }
      }
    }
    return files;
  }

  private static String[] names(List<Path> files) {
    return files.stream().map(Path::toString).toArray(String[]::new);
  }

  /** A reader that takes names as they are, and stops at the first broken row. */
  private DataFrameReader reader() {
    return session.read().option("__globPaths__", "false").option("mode", "FAILFAST");
  }

  /** With each row's file, as a person would write its name, and its block. */
  private static Dataset<Row> placed(Dataset<Row> rows) {
    List<Column> columns = new ArrayList<>();
    Arrays.stream(rows.columns()).forEach(c -> columns.add(col("`" + c.replace("`", "``") + "`")));
    columns.add(
        expr("url_decode(replace(_metadata.file_path, '+', '%2B'))").as(SqlEngine.FILE_COLUMN));
    columns.add(col("_metadata.file_block_start").as(BLOCK));
    return rows.select(columns.toArray(Column[]::new));
  }

  private static StructType texts(Iterable<String> columns) {
    StructType schema = new StructType();
    for (String column : columns) {
      schema = schema.add(column, DataTypes.StringType);
    }
    return schema;
  }

  /** All columns as text. Files are not cut, because a quoted field may hold a line's end. */
  private Dataset<Row> csv(List<Path> files) throws IOException {
    char separator = LogFiles.separator(firstLine(files.get(0)));
    Map<List<String>, List<Path>> byHeader =
        files.parallelStream()
            .collect(
                Collectors.groupingBy(
                    file -> CsvHeader.names(firstLineUnchecked(file), separator),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Dataset<Row>> parts = new ArrayList<>();
    for (Map.Entry<List<String>, List<Path>> same : byHeader.entrySet()) {
      parts.add(
          placed(
              reader()
                  .schema(texts(same.getKey()))
                  .option("header", "true")
                  .option("multiLine", "true")
                  .option("sep", String.valueOf(separator))
                  .option("quote", "\"")
                  .option("escape", "\"")
                  .option("nullValue", "")
                  .option("columnPruning", "false")
                  .option("maxColumns", "100000")
                  .csv(names(same.getValue()))));
    }
    return union(parts);
  }

  private String firstLineUnchecked(Path file) {
    try {
      return firstLine(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String firstLine(Path file) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(file);
    try (InputStream raw = file.getFileSystem(hadoop).open(file);
        InputStream in = codec == null ? raw : codec.createInputStream(raw);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return CsvHeader.record(lines);
    }
  }

  /** All columns as text; a first pass finds which there are. */
  private Dataset<Row> json(List<Path> files) {
    Dataset<Row> keys =
        reader()
            .text(names(files))
            .where("trim(value) <> ''")
            .selectExpr(
                "value",
                "posexplode(coalesce(json_object_keys(value), array(CAST(NULL AS STRING)))) AS (place, name)")
            .groupBy("name")
            .agg(
                expr("min(place)").as("place"),
                expr("max(CASE WHEN name IS NULL AND get_json_object(value, '$') IS NULL THEN 1 ELSE 0 END)")
                    .as("broken"))
            .orderBy("place", "name");
    List<String> columns = new ArrayList<>();
    for (Row key : keys.collectAsList()) {
      if (key.isNullAt(0)) {
        throw key.getInt(2) == 1
            ? LogFiles.unreadable(paths, format, Fault.NO_JSON)
            : LogFiles.notObjects(paths);
      }
      columns.add(key.getString(0));
    }
    return placed(reader().schema(texts(columns)).json(names(files)));
  }

  private Dataset<Row> parquet(List<Path> files) throws IOException {
    try {
      return placed(reader().option("mergeSchema", "true").parquet(names(files)));
    } catch (Exception e) { // checked, though not declared
      if (!String.valueOf(e.getMessage()).contains("MERGE")) {
        throw e;
      }
    }
    // The types of a column differ between files: numbers become the wider, all else text.
    List<Dataset<Row>> parts = new ArrayList<>();
    for (Path file : files(files)) {
      parts.add(placed(reader().parquet(file.toString())));
    }
    Map<String, Set<DataType>> types = new LinkedHashMap<>();
    for (Dataset<Row> part : parts) {
      for (StructField field : part.schema().fields()) {
        types.computeIfAbsent(field.name(), n -> new LinkedHashSet<>()).add(field.dataType());
      }
    }
    return union(parts.stream().map(part -> alike(part, types)).toList());
  }

  private Dataset<Row> alike(Dataset<Row> part, Map<String, Set<DataType>> types) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : part.schema().fields()) {
      Set<DataType> all = Objects.requireNonNull(types.get(field.name()));
      String name = "`" + field.name().replace("`", "``") + "`";
      boolean numbers = all.stream().allMatch(NumericType.class::isInstance);
      String sql =
          all.size() == 1
              ? name
              : numbers ? "CAST(%s AS DOUBLE)".formatted(name) : Spark.spelled(name);
      columns.add(expr(sql).as(field.name()));
    }
    return part.select(columns.toArray(Column[]::new));
  }

  /** All rows, our columns last: a union puts the columns of later parts behind them. */
  private static Dataset<Row> union(List<Dataset<Row>> parts) {
    Dataset<Row> rows =
        parts.stream().reduce((some, more) -> some.unionByName(more, true)).orElseThrow();
    List<String> order = new ArrayList<>(Arrays.asList(rows.columns()));
    order.removeAll(List.of(SqlEngine.FILE_COLUMN, BLOCK));
    order.addAll(List.of(SqlEngine.FILE_COLUMN, BLOCK));
    return rows.select(
        order.stream().map(c -> col("`" + c.replace("`", "``") + "`")).toArray(Column[]::new));
  }
}
