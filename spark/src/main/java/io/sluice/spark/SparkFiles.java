package io.sluice.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.replace;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.url_decode;

import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.TextScan;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Files of one format as one table, columns found by name as DuckDB finds them, with each row's
 * file and the block of it that the row was read from.
 */
final class SparkFiles {
  /** Where in its file the block of a row begins. */
  static final String BLOCK = "sluice_block";

  private static final int READERS = 32;

  private final SparkSession session;
  private final List<String> paths;
  private final String format;
  private final Configuration hadoop;

  private final Inputs inputs;
  private final Map<Path, FileStatus> seen = new LinkedHashMap<>();
  private final Map<Path, Path> visible = new LinkedHashMap<>(); // other names of hidden files
  private char separator = ',';

  SparkFiles(SparkSession session, Inputs inputs, List<String> paths, String format) {
    this.session = session;
    this.inputs = inputs;
    this.paths = paths;
    this.format = format;
    this.hadoop = session.sessionState().newHadoopConf();
  }

  Dataset<Row> read() throws Exception {
    List<Path> found = new ArrayList<>();
    for (String path : paths) {
      List<Path> files = find(path);
      if (files.isEmpty()) {
        throw LogFiles.unreadable(List.of(path), format, Fault.ABSENT);
      }
      found.addAll(files);
    }
    List<Path> files = files(found);
    Inputs.requireOnce(files.stream().map(SparkFiles::local).toList());
    return switch (format) {
      case "csv" -> csv(files);
      case "json" -> json(files);
      default -> parquet(files);
    };
  }

  /** What is called so, or else what the pattern matches. */
  private List<Path> find(String path) throws IOException {
    Path literal = inputs.file(path).map(file -> new Path(file.toUri())).orElse(new Path(path));
    FileSystem system = literal.getFileSystem(hadoop);
    if (system.exists(literal)) {
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
      FileStatus status = system.getFileStatus(path);
      if (status.isFile()) {
        if (status.getLen() == 0) {
          throw LogFiles.empty(name(path));
        }
        if (isHidden(path)) {
          visible.put(path, link(path));
        }
        seen.put(path, status);
        files.add(path);
        continue;
      }
      if (system.exists(new Path(path, "_delta_log"))) {
        String table = name(path).replaceFirst("/$", "");
        throw LogFiles.unreadable(
            List.of(table),
            format,
            "a Delta table, whose files may hold rows that were deleted (read table:delta.`%s`)"
                .formatted(table));
      }
      RemoteIterator<LocatedFileStatus> inside = system.listFiles(path, true);
      while (inside.hasNext()) {
        LocatedFileStatus file = inside.next();
        if (!isHidden(file.getPath()) && file.getLen() > 0) {
          seen.put(file.getPath(), file);
          files.add(file.getPath());
        }
      }
    }
    if (files.isEmpty()) {
      throw LogFiles.unreadable(paths, format, Fault.ABSENT);
    }
    return files;
  }

  /** Spark passes over a file whose name begins so. */
  private static boolean isHidden(Path path) {
    return path.getName().startsWith("_") || path.getName().startsWith(".");
  }

  /** Another name of a file of this machine, which Spark does not pass over. */
  private Path link(Path path) {
    boolean here = session.sparkContext().isLocal() && name(path).startsWith("/");
    try {
      if (here) {
        return new Path(inputs.link(local(path), "file" + path.getName()).toUri());
      }
    } catch (IOException | UnsupportedOperationException e) {
      // a system without links
    }
    throw LogFiles.unreadable(
        List.of(name(path)), format, "a name that begins with _ or ., which Spark passes over");
  }

  /** Fails if a file is not as it was when it was found. */
  void requireUnchanged() {
    seen.forEach(
        (path, before) -> {
          boolean same;
          try {
            FileStatus now = path.getFileSystem(hadoop).getFileStatus(path);
            same =
                now.getLen() == before.getLen()
                    && now.getModificationTime() == before.getModificationTime();
          } catch (IOException e) {
            same = false;
          }
          if (!same) {
            throw LogFiles.unreadable(List.of(name(path)), format, Fault.CHANGED);
          }
        });
  }

  /** As a path of this machine; those elsewhere are told apart by their names. */
  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(name(path));
  }

  /** A path as a person would write it. */
  private static String name(Path path) {
    URI uri = path.toUri();
    return uri.getScheme() == null || uri.getScheme().equals("file") ? uri.getPath() : "" + path;
  }

  /** The line of a row in its file, which is called as its rows call it. */
  long line(String file, long row) {
    String end = file.replaceFirst("^[a-z0-9]+:/*", "/");
    return format.equals("parquet")
        ? row
        : seen.keySet().stream()
            .filter(path -> path.toString().replaceFirst("^[a-z0-9]+:/*", "/").equals(end))
            .findFirst()
            .map(path -> TextScan.line(Scan.bytes(path, hadoop), format, separator, row))
            .orElse(row);
  }

  /** Reads text files through where they are, one task for each. */
  private List<TextScan> scanned(List<Path> files) {
    List<String> names = files.stream().map(Path::toString).toList();
    Scan scan = new Scan(new SerializableConfiguration(hadoop), format, separator);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<TextScan> scans = context.parallelize(names, names.size()).map(scan).collect();
    for (int i = 0; i < scans.size(); i++) {
      scans.get(i).requireSound(name(files.get(i)));
    }
    return scans;
  }

  /** What a task does with a file. */
  private record Scan(SerializableConfiguration hadoop, String format, char separator)
      implements Function<String, TextScan> {
    private static final long serialVersionUID = 1;

    @Override
    public TextScan call(String name) {
      return TextScan.of(bytes(new Path(name), hadoop.value()), format, separator);
    }

    static TextScan.Bytes bytes(Path path, Configuration hadoop) {
      return TextScan.unpacked(() -> path.getFileSystem(hadoop).open(path), path.toString());
    }
  }

  /** What Spark is told to read. */
  private String[] names(List<Path> files) {
    return files.stream()
        .map(file -> visible.getOrDefault(file, file).toString())
        .toArray(String[]::new);
  }

  /** A reader that takes names as they are, and stops at the first broken row. */
  private DataFrameReader reader() {
    return session
        .read()
        .option("__globPaths__", "false")
        .option("recursiveFileLookup", "true") // and folder names give no columns
        .option("mode", "FAILFAST");
  }

  /** With each row's file, as a person would write its name, and its block. */
  private Dataset<Row> placed(Dataset<Row> rows) {
    List<Column> columns = new ArrayList<>();
    Arrays.stream(rows.columns()).forEach(c -> columns.add(named(c)));
    Column place = rows.metadataColumn("_metadata"); // and not a column of that name
    Column file = url_decode(replace(place.getField("file_path"), lit("+"), lit("%2B")));
    for (Map.Entry<Path, Path> hidden : visible.entrySet()) {
      file = replace(file, lit(name(hidden.getValue())), lit(name(hidden.getKey())));
    }
    columns.add(file.as(SqlEngine.FILE_COLUMN));
    columns.add(place.getField("file_block_start").as(BLOCK));
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
  private Dataset<Row> csv(List<Path> files) {
    separator = TextScan.separator(Scan.bytes(files.get(0), hadoop));
    List<TextScan> scans = scanned(files);
    Map<List<String>, List<Path>> byHeader = new LinkedHashMap<>();
    for (int i = 0; i < files.size(); i++) {
      byHeader
          .computeIfAbsent(LogFiles.named(scans.get(i).columns()), h -> new ArrayList<>())
          .add(files.get(i));
    }
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

  /** All columns as text. */
  private Dataset<Row> json(List<Path> files) {
    Set<String> columns = new LinkedHashSet<>();
    List<TextScan> scans = scanned(files);
    scans.forEach(scan -> columns.addAll(scan.columns()));
    LogFiles.requireDifferent(name(files.get(0)), List.copyOf(columns));
    StructType schema = texts(columns);
    if (scans.stream().noneMatch(TextScan::hasUnusualNumbers)) {
      return placed(reader().schema(schema).json(names(files)));
    }
    // Spark would spell them as they are written, which DuckDB does not.
    UDF1<String, String> respelled = line -> TextScan.respelled(line, NumberText::ofJson);
    Column line = udf(respelled, DataTypes.StringType).apply(col("value"));
    return placed(reader().option("lineSep", "\n").text(names(files)))
        .filter(not(trim(col("value")).isin("", "\r")))
        .select(
            from_json(line, schema, Map.of("mode", "FAILFAST")).as("value"),
            col(SqlEngine.FILE_COLUMN),
            col(BLOCK))
        .select(col("value.*"), col(SqlEngine.FILE_COLUMN), col(BLOCK));
  }

  /**
   * What the end of a Parquet file says of its columns.
   *
   * @param columns as Spark reads them, if it has types for all
   */
  private record Footer(MessageType schema, Optional<StructType> columns) {}

  private Footer footer(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(file, hadoop))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      List<String> columns = schema.getFields().stream().map(Type::getName).toList();
      LogFiles.requireDifferent(name(file), columns);
      requireNoVariables(file, columns);
      return new Footer(
          schema,
          StoredColumns.isForeign(schema)
              ? Optional.empty()
              : Optional.of(
                  ParquetFileFormat.readSchemaFromFooter(
                      new org.apache.parquet.hadoop.Footer(file, reader.getFooter()),
                      new ParquetToSparkSchemaConverter(session.sessionState().conf()))));
    }
  }

  /** Several at the same time, because most of it is waiting; the first that is bad is told. */
  private List<Footer> footers(List<Path> files) throws Exception {
    ExecutorService readers = Executors.newFixedThreadPool(Math.min(READERS, files.size()));
    try {
      List<Callable<Footer>> asked = new ArrayList<>();
      files.forEach(file -> asked.add(() -> footer(file)));
      List<Footer> read = new ArrayList<>();
      for (Future<Footer> one : readers.invokeAll(asked)) {
        read.add(one.get());
      }
      return read;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      readers.shutdownNow();
    }
  }

  private Dataset<Row> parquet(List<Path> files) throws Exception {
    Map<MessageType, List<Path>> bySchema = new LinkedHashMap<>();
    Set<Optional<StructType>> known = new LinkedHashSet<>();
    List<Footer> footers = footers(files);
    for (int i = 0; i < files.size(); i++) {
      known.add(footers.get(i).columns());
      bySchema.computeIfAbsent(footers.get(i).schema(), s -> new ArrayList<>()).add(files.get(i));
    }
    if (known.size() == 1 && known.iterator().next().isPresent()) {
      return placed(reader().schema(known.iterator().next().get()).parquet(names(files)));
    }
    if (bySchema.keySet().stream().noneMatch(StoredColumns::isForeign)) {
      try {
        return placed(reader().option("mergeSchema", "true").parquet(names(files)));
      } catch (Exception e) { // checked, though not declared
        if (!String.valueOf(e.getMessage()).contains("MERGE")) {
          throw e;
        }
      }
    }
    // The types of a column differ between files.
    List<Dataset<Row>> parts = new ArrayList<>();
    bySchema.forEach((schema, same) -> parts.add(parquet(schema, same)));
    Map<String, Set<DataType>> types = new HashMap<>(); // of the columns of a name, in lower case
    for (Dataset<Row> part : parts) {
      for (StructField field : part.schema().fields()) {
        types.computeIfAbsent(lower(field), n -> new LinkedHashSet<>()).add(field.dataType());
      }
    }
    return union(parts.stream().map(part -> alike(part, types)).toList());
  }

  private static String lower(StructField field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  /** Spark tells the reader of Parquet which columns to read through Hadoop's settings. */
  private void requireNoVariables(Path file, List<String> columns) {
    Configuration settings = new Configuration(hadoop);
    for (String column : columns) {
      settings.set("sluice.column", column);
      if (!column.equals(settings.get("sluice.column"))) {
        throw LogFiles.unreadable(
            List.of(name(file)),
            format,
            "a column %s, which Hadoop takes for a setting (rename it)".formatted(column));
      }
    }
  }

  /** Files of one schema, columns that Spark has no type for included. */
  private Dataset<Row> parquet(MessageType schema, List<Path> files) {
    if (!StoredColumns.isForeign(schema)) {
      return placed(reader().parquet(names(files)));
    }
    MessageType stored = StoredColumns.stored(schema);
    StructType columns =
        new ParquetToSparkSchemaConverter(session.sessionState().conf()).convert(stored);
    List<Column> meant = new ArrayList<>();
    stored.getFields().forEach(f -> meant.add(StoredColumns.meant(schema.getType(f.getName()))));
    meant.addAll(List.of(col(SqlEngine.FILE_COLUMN), col(BLOCK)));
    return placed(reader().schema(columns).parquet(names(files)))
        .select(meant.toArray(Column[]::new));
  }

  private static Dataset<Row> alike(Dataset<Row> part, Map<String, Set<DataType>> types) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : part.schema().fields()) {
      Set<DataType> all = types.getOrDefault(lower(field), Set.of());
      if (all.size() == 1 || !LogColumns.isLeftOut(field.dataType())) {
        columns.add(LogColumns.alike(named(field.name()), field.dataType(), all).as(field.name()));
      }
    }
    return part.select(columns.toArray(Column[]::new));
  }

  private static Column named(String column) {
    return col("`" + column.replace("`", "``") + "`");
  }

  /** All rows, our columns last: a union puts the columns of later parts behind them. */
  private static Dataset<Row> union(List<Dataset<Row>> parts) {
    Dataset<Row> rows =
        parts.stream().reduce((some, more) -> some.unionByName(more, true)).orElseThrow();
    List<String> order = new ArrayList<>(Arrays.asList(rows.columns()));
    order.removeAll(List.of(SqlEngine.FILE_COLUMN, BLOCK));
    order.addAll(List.of(SqlEngine.FILE_COLUMN, BLOCK));
    return rows.select(order.stream().map(SparkFiles::named).toArray(Column[]::new));
  }
}
