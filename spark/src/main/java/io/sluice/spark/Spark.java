package io.sluice.spark;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureEpisode;
import io.sluice.fit.BadLogException;
import io.sluice.logs.EpisodeRows;
import io.sluice.logs.FeatureRows;
import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.TextScan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.jspecify.annotations.Nullable;

/**
 * Apache Spark: reads CSV, Parquet and newline-delimited JSON from any Hadoop file system, and
 * tables of its catalog as {@code table:NAME}. Rows stay on the cluster; results come to this
 * process one partition at a time.
 */
public final class Spark implements SqlEngine {
  private static final String TABLE = "table:";

  /**
   * What a Parquet file says about its pages may be wrong: only pages count. A name that looks like
   * a variable is a name. No text depends on where a machine is.
   */
  private static final Map<String, String> OURS =
      Map.of(
          "spark.sql.parquet.filterPushdown",
          "false",
          "spark.sql.variable.substitute",
          "false",
          "spark.sql.session.timeZone",
          "UTC");

  private static final String PARTITIONS = "spark.sql.shuffle.partitions";
  private static final String PARTITION_SIZE = "spark.sql.adaptive.advisoryPartitionSizeInBytes";

  private static final String FILE_PARTITIONS = "spark.sql.files.minPartitionNum";

  /** For each core, so that no core waits long for the last one. */
  private static final int FILE_PARTITIONS_PER_CORE = 8;

  /** What a file's part must have at least; Spark's own 4 MB leave few parts of a compact log. */
  private static final String SMALLEST_PART = "spark.sql.files.openCostInBytes";

  /** Of a log's bytes as they are stored: rows of as many are sent to this process at once. */
  private static final long BYTES_PER_PARTITION = 4 << 20;

  /** A log of fewer bytes is small. */
  private static final long SMALL = 1 << 18;

  /** A shorter log is faster to send here once than to be added up there twice. */
  private static final long ROWS_KEPT = 1 << 18;

  /** Bytes of all sums of a pass; fewer are faster to put together here. */
  private static final long LARGE_SUMS = 32 << 20;

  private final SparkSession session;
  private final boolean mine;
  private final long rowsKept;
  private final long largeSums;
  private final Set<String> views = new LinkedHashSet<>();
  private final Map<String, Dataset<org.apache.spark.sql.Row>> kept = new HashMap<>();
  private final Map<String, FutureTask<Iterator<org.apache.spark.sql.Row>>> begun = new HashMap<>();
  private final Path scratch = Inputs.scratch("spark");
  private final Inputs inputs = new Inputs(scratch);
  private final Map<String, String> before = new HashMap<>(); // what settings were
  private List<String> opened = List.of();
  private String format = "log";
  private @Nullable SparkFiles files;

  private Spark(SparkSession session, boolean mine, long rowsKept, long largeSums) {
    this.session = session;
    this.mine = mine;
    this.rowsKept = rowsKept;
    this.largeSums = largeSums;
    OURS.forEach(
        (name, value) -> {
          before.put(name, session.conf().get(name));
          session.conf().set(name, value);
        });
    session.udf().register("sluice_text", new NumberText(), DataTypes.StringType);
  }

  /**
   * Starts Spark, or joins the one that runs in this process already. All that is set by system
   * properties {@code spark.…} holds.
   *
   * @param master the cluster; without it, that of {@code spark.master} or all cores of this
   *     machine
   */
  public static Spark start(Optional<String> master) {
    if (SparkSession.getActiveSession().isDefined()
        || SparkSession.getDefaultSession().isDefined()) {
      return in(quoted(SparkSession.active().newSession()));
    }
    if (System.getProperty("log4j2.configurationFile") == null
        && System.getProperty("spark.submit.deployMode") == null) {
      System.setProperty("log4j2.configurationFile", "classpath:sluice-log4j2.properties");
    }
    String asked = master.orElse(System.getProperty("spark.master", "local[*]"));
    SparkMaster.requireReachable(asked);
    Inputs.delete(Inputs.scratch("spark")); // without a place for files, Spark ends the process
    SparkSession.Builder builder = SparkSession.builder().appName("sluice");
    if (master.isPresent()) {
      builder.master(master.get());
    } else if (System.getProperty("spark.master") == null) {
      builder.master("local[*]");
    }
    if (System.getProperty("spark.ui.enabled") == null) {
      builder.config("spark.ui.enabled", false);
    }
    if (System.getProperty("spark.ui.showConsoleProgress") == null) {
      // Spark's own: one line on standard error, with the stage and its tasks, gone once it is
      // done.
      builder.config("spark.ui.showConsoleProgress", System.console() != null);
    }
    boolean here = asked.startsWith("local");
    if (here && System.getProperty(PARTITIONS) == null) {
      // Its 200 are for clusters: here they would be 200 small files and tasks.
      builder.config(PARTITIONS, 2L * Runtime.getRuntime().availableProcessors());
    }
    if (System.getProperty(PARTITION_SIZE) == null) {
      builder.config(PARTITION_SIZE, 4 * BYTES_PER_PARTITION);
    }
    if (System.getProperty("spark.jars") == null) {
      // Executors elsewhere need the few classes that run there.
      List<String> jars = new ArrayList<>();
      for (Class<?> type :
          List.of(
              Spark.class,
              TextScan.class,
              FeatureEpisode.class,
              BadLogException.class,
              DMatrixRMaj.class, // models of actions name them, even where they solve nothing
              LinearSolverFactory_DDRM.class)) {
        SparkContext.jarOfClass(type).foreach(jars::add);
      }
      builder.config("spark.jars", String.join(",", jars));
    }
    try {
      SparkSession session = builder.getOrCreate();
      if (System.getProperty(FILE_PARTITIONS) == null) {
        int cores = session.sparkContext().defaultParallelism();
        session.conf().set(FILE_PARTITIONS, (long) FILE_PARTITIONS_PER_CORE * cores);
      }
      if (System.getProperty(SMALLEST_PART) == null) {
        session.conf().set(SMALLEST_PART, 1L << 20);
      }
      return new Spark(quoted(session), true, ROWS_KEPT, LARGE_SUMS);
    } catch (BadLogException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw SparkMaster.unreachable(
          asked, String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason"));
    }
  }

  /** Names between double quotes are names, in conditions as on DuckDB. */
  private static SparkSession quoted(SparkSession session) {
    session.conf().set("spark.sql.ansi.doubleQuotedIdentifiers", true);
    return session;
  }

  /** Works in a session of the caller, who keeps it. */
  public static Spark in(SparkSession session) {
    return in(session, ROWS_KEPT, LARGE_SUMS);
  }

  /**
   * @param rowsKept longer logs stay on the cluster
   * @param largeSums sums of more bytes are put together there
   */
  static Spark in(SparkSession session, long rowsKept, long largeSums) {
    return new Spark(session, false, rowsKept, largeSums);
  }

  @Override
  public List<String> open(List<String> paths, String view) {
    opened = List.copyOf(paths);
    List<String> tables = paths.stream().filter(path -> path.startsWith(TABLE)).toList();
    if (!tables.isEmpty()) {
      if (paths.size() > 1) {
        throw new BadLogException(
            "%s: needs one table, or files, got several".formatted(String.join(", ", paths)));
      }
      String name = paths.get(0).substring(TABLE.length());
      format = "table";
      return open(guarded(() -> table(name)), name, view);
    }
    inputs.forget();
    paths.forEach(inputs::file);
    format = inputs.format(paths);
    SparkFiles found = new SparkFiles(session, inputs, paths, format);
    files = found;
    return register(guarded(found::read), view);
  }

  /** What Spark says of a name that is no table, is not ours to explain. */
  private Dataset<org.apache.spark.sql.Row> table(String name) throws Exception {
    try {
      return session.table(name);
    } catch (Exception e) { // checked, though not declared
      throw e instanceof AnalysisException ? SparkFaults.ofTable(e, TABLE + name) : e;
    }
  }

  /** Makes the rows of a DataFrame readable under a name. */
  List<String> open(Dataset<org.apache.spark.sql.Row> rows, String name, String view) {
    opened = List.of(name);
    format = "table";
    files = null;
    return register(rows.withColumn(FILE_COLUMN, functions.lit(name)), view);
  }

  private List<String> register(Dataset<org.apache.spark.sql.Row> rows, String view) {
    List<String> columns = new ArrayList<>();
    List<Column> select = new ArrayList<>();
    for (StructField field : rows.schema().fields()) {
      Column value = functions.col(identifier(field.name()));
      DataType type = field.dataType();
      boolean ours = List.of(FILE_COLUMN, SparkFiles.BLOCK).contains(field.name());
      if (!LogColumns.isLeftOut(type)) {
        select.add(LogColumns.read(value, type).as(field.name()));
        columns.addAll(ours ? List.of() : List.of(field.name()));
      }
    }
    LogFiles.requireNoneOfOurs(opened, columns);
    rows.select(select.toArray(Column[]::new)).createOrReplaceTempView(view);
    views.add(view);
    if (mine) {
      partition(rows);
    }
    return columns;
  }

  @Override
  public void requireUnchanged() {
    if (files != null) {
      files.requireUnchanged();
    }
  }

  @Override
  public long line(String file, long row) {
    return files == null ? row : files.line(file, row);
  }

  /**
   * More rows make more partitions, not larger ones: results come one partition at a time, and this
   * process must hold it.
   */
  private void partition(Dataset<org.apache.spark.sql.Row> rows) {
    long bytes =
        guarded(() -> rows.queryExecution().optimizedPlan().stats().sizeInBytes().longValue());
    if (bytes <= SMALL) {
      interpret();
      return;
    }
    long least = Long.parseLong(session.conf().get(PARTITIONS));
    // Spark says the largest number for what it cannot estimate.
    long wanted = bytes == Long.MAX_VALUE ? 0 : Math.min(10_000, bytes / BYTES_PER_PARTITION);
    session.conf().set(PARTITIONS, Math.max(least, wanted));
  }

  /** A query over a few rows takes less time than making and compiling code for it. */
  private void interpret() {
    Map<String, String> settings =
        Map.of(
            PARTITIONS,
            "1",
            "spark.sql.codegen.wholeStage",
            "false",
            "spark.sql.codegen.factoryMode",
            "NO_CODEGEN",
            "spark.sql.adaptive.enabled",
            "false");
    settings.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            session.conf().set(name, value);
          }
        });
  }

  /** Its tasks fill cores that wait for the end of another query, or for its plan. */
  @Override
  public void begin(String sql) {
    FutureTask<Iterator<org.apache.spark.sql.Row>> early =
        new FutureTask<>(
            () -> {
              Iterator<org.apache.spark.sql.Row> rows = session.sql(sql).toLocalIterator();
              return rows.hasNext() ? rows : Collections.emptyIterator(); // it has been run
            });
    begun.put(sql, early);
    Thread thread = new Thread(early, "sluice query");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void query(String sql, RowVisitor visitor) {
    FutureTask<Iterator<org.apache.spark.sql.Row>> early = begun.remove(sql);
    Iterator<org.apache.spark.sql.Row> rows =
        guarded(() -> early == null ? session.sql(sql).toLocalIterator() : early.get());
    while (guarded(rows::hasNext)) {
      visitor.visit(new ResultRow(guarded(rows::next)));
    }
  }

  @Override
  public long rowsKept() {
    return Math.min(rowsKept, SqlEngine.super.rowsKept());
  }

  @Override
  public <A extends EpisodeAccumulator<A>> A collect(EpisodeRows rows, A empty) {
    int partitions = Integer.parseInt(session.conf().get(PARTITIONS));
    return guarded(() -> SparkEpisodes.collect(session, rows, empty, partitions, largeSums));
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(FeatureRows rows, A empty) {
    int partitions = Integer.parseInt(session.conf().get(PARTITIONS));
    return guarded(() -> SparkEpisodes.collect(session, rows, empty, partitions, largeSums));
  }

  private <T> T guarded(Callable<T> work) {
    try {
      return work.call();
    } catch (BadLogException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw SparkFaults.said(e, opened, format);
    }
  }

  /** In the memory of executors as far as it goes, the rest on their disks. */
  @Override
  public void keep(String name, String sql) {
    forgetBegun(); // of rows that may be others now
    forget(name);
    Dataset<org.apache.spark.sql.Row> rows = guarded(() -> session.sql(sql));
    rows.persist(StorageLevel.MEMORY_AND_DISK());
    rows.createOrReplaceTempView(name);
    kept.put(name, rows);
    views.add(name);
  }

  private void forgetBegun() {
    begun.values().forEach(early -> early.cancel(true));
    begun.clear();
  }

  private void forget(String name) {
    Dataset<org.apache.spark.sql.Row> rows = kept.remove(name);
    if (rows != null) {
      rows.unpersist();
    }
  }

  @Override
  public String smallTables(List<String> names) {
    return "/*+ %s */"
        .formatted(String.join(", ", names.stream().map(n -> "BROADCAST(" + n + ")").toList()));
  }

  @Override
  public void table(String name, List<String> labels, int[] ids) {
    List<org.apache.spark.sql.Row> rows = new ArrayList<>(ids.length);
    for (int i = 0; i < ids.length; i++) {
      rows.add(RowFactory.create(labels.get(i), ids[i]));
    }
    StructType schema =
        new StructType().add("label", DataTypes.StringType).add("id", DataTypes.IntegerType);
    session.createDataFrame(rows, schema).createOrReplaceTempView(name);
    views.add(name);
  }

  @Override
  public String identifier(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  /** Letters and digits as they are; all else by its bytes, because escapes depend on settings. */
  @Override
  public String text(String value) {
    return value.matches("[A-Za-z0-9 :.,<>=\\[)-]*")
        ? "'" + value + "'"
        : "CAST(X'%s' AS STRING)"
            .formatted(HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String grid(String value) {
    return "CAST(floor((%s) * 1152921504606846976.0D) AS BIGINT)".formatted(value);
  }

  /** Spark has no 128-bit integers: the upper and lower 30 bits are added apart. */
  @Override
  public String exactSum(String value) {
    return "named_struct('upper', sum(shiftright(%s, 30)), 'lower', sum((%s) & 1073741823))"
        .formatted(value, value);
  }

  private static String carried(String sum) {
    return "(%s.upper + shiftright(%s.lower, 30))".formatted(sum, sum);
  }

  @Override
  public String high(String sum) {
    return "shiftright(%s, 32)".formatted(carried(sum));
  }

  @Override
  public String low(String sum) {
    return "(shiftleft(%s & 4294967295, 30) | (%s.lower & 1073741823))"
        .formatted(carried(sum), sum);
  }

  @Override
  public String asText(String value) {
    return spelled(value);
  }

  static String spelled(String value) {
    return "CASE WHEN typeof(%s) IN ('double', 'float') THEN sluice_text(%s) ELSE CAST(%s AS STRING) END"
        .formatted(value, value, value);
  }

  @Override
  public String number(String value) {
    String digits = "[0-9]+(_[0-9]+)*";
    String number =
        "^\\s*[+]?[-]?((%s[.]?(%s)?|[.]%s)([eE][+-]?%s)?|[iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN])\\s*$"
            .formatted(digits, digits, digits, digits);
    String text = "CAST(%s AS STRING)".formatted(value);
    return "CASE WHEN typeof(%s) = 'string' THEN TRY_CAST(CASE WHEN %s RLIKE %s THEN replace(replace(%s, '_', ''), '+-', '-') END AS DOUBLE) ELSE TRY_CAST(%s AS DOUBLE) END"
        .formatted(value, text, text(number), text, value);
  }

  @Override
  public String days(String text) {
    return "CASE WHEN %1$s LIKE '____-__-__%%' THEN timestampdiff(MICROSECOND, TIMESTAMP_NTZ'1970-01-01 00:00:00', TRY_CAST(%1$s AS TIMESTAMP_NTZ)) / 86400000000.0D END"
        .formatted(text);
  }

  @Override
  public String hexadecimal(String digits) {
    return "CAST(conv(%s, 16, 10) AS BIGINT)".formatted(digits);
  }

  /** Rows are numbered in each block of a file, and blocks begin where those before them end. */
  @Override
  public String numbered(String view) {
    if (format.equals("table")) {
      return "SELECT *, CAST(0 AS BIGINT) AS sluice_row FROM " + view;
    }
    String block = "%s, %s".formatted(FILE_COLUMN, SparkFiles.BLOCK);
    String placed =
        "SELECT *, row_number() OVER (PARTITION BY %s ORDER BY sluice_place) AS sluice_nth FROM (SELECT *, monotonically_increasing_id() AS sluice_place FROM %s) m"
            .formatted(block, view);
    String blocks =
        "SELECT %s, sum(n) OVER (PARTITION BY %s ORDER BY %s) - n AS sluice_before FROM (SELECT %s, count(*) AS n FROM %s GROUP BY %s) g"
            .formatted(block, FILE_COLUMN, SparkFiles.BLOCK, block, view, block);
    int header = format.equals("csv") ? 1 : 0;
    return "SELECT p.*, p.sluice_nth + b.sluice_before + %s AS sluice_row FROM (%s) p JOIN (%s) b ON p.%s = b.%s AND p.%s = b.%s"
        .formatted(
            header, placed, blocks, FILE_COLUMN, FILE_COLUMN, SparkFiles.BLOCK, SparkFiles.BLOCK);
  }

  @Override
  public void close() {
    forgetBegun();
    List.copyOf(kept.keySet()).forEach(this::forget);
    views.forEach(view -> session.catalog().dropTempView(view));
    before.forEach(session.conf()::set);
    Inputs.delete(scratch);
    if (mine) {
      session.stop();
    }
  }
}
