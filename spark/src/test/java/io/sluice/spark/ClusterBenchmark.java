package io.sluice.spark;

import io.sluice.cli.Cluster;
import io.sluice.cli.Started;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * How much of an evaluation is done where the rows are, and does a second worker help? A cluster of
 * processes on this machine: a master, two workers of one core each, and a driver with 512 MB that
 * evaluates a log by cluster with {@code efficient}, {@code robust}, {@code dr} and all tests of
 * assumptions, first on one worker, then on both. {@link TaskTimes} says what is measured; with
 * {@code -Dstages=true}, {@link StageTimes} where.
 *
 * <p>Arguments: numbers of rows, with commas between them (1000000,5000000,20000000), then how many
 * workers each round has (1 2).
 */
public final class ClusterBenchmark {
  private static final String MEASURED = "driver:";
  // the driver plans; executors have one core each
  private static final List<String> ONE_CORE = List.of("-XX:ActiveProcessorCount=1");
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST, IntervalKind.DR);
  private static final int STEPS = 10;
  private static final int CLUSTER = 100; // rows

  private ClusterBenchmark() {}

  public static void main(String[] args) throws IOException, SQLException, InterruptedException {
    if (args.length == 3 && args[0].equals("drive")) {
      drive(args[1], args[2]);
      return;
    }
    List<String> sizes =
        List.of((args.length > 0 ? args[0] : "1000000,5000000,20000000").split(","));
    List<String> rounds =
        args.length > 1 ? List.of(args).subList(1, args.length) : List.of("1", "2");
    Path folder = Files.createTempDirectory("sluice-cluster-benchmark-");
    try (Cluster cluster =
        Cluster.start(Files.createDirectory(folder.resolve("c")), "2g", ONE_CORE)) {
      pin(cluster.first(), 0);
      pin(cluster.second(), 1);
      for (String rows : sizes) {
        Path log = made(folder, Long.parseLong(rows));
        System.out.printf("%s rows, %,d MB of Parquet%n", rows, Files.size(log) >> 20);
        for (String workers : rounds) {
          System.out.printf("%s worker(s): %s%n", workers, measured(cluster, workers, log));
        }
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** A worker, and what it starts, has one core of the machine, where {@code taskset} is there. */
  private static void pin(Started worker, int core) throws IOException, InterruptedException {
    String pid = Long.toString(worker.process().pid());
    new ProcessBuilder("taskset", "-acp", Integer.toString(core), pid).start().waitFor();
  }

  private static String measured(Cluster cluster, String workers, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder command =
        cluster.driver(
            ClusterBenchmark.class.getName(), "1500m", "drive", cluster.url(), log.toString());
    command.command().add(1, "-Dspark.cores.max=" + workers);
    command.command().add(1, "-XX:TieredStopAtLevel=1"); // as the launcher has it for clusters
    try (Started driver = new Started(command)) {
      String line = driver.waitFor(MEASURED, 900);
      line += String.format(Locale.ROOT, "; executors %.1f s on a core in all", executors(cluster));
      driver.process().waitFor();
      if (Boolean.getBoolean("stages")) {
        driver.said(StageTimes.STAGE).forEach(System.out::println);
      }
      return line;
    }
  }

  /** Processor time of what workers have started, with what tasks do not count: compilation. */
  private static double executors(Cluster cluster) {
    return Stream.of(cluster.first(), cluster.second())
        .flatMap(worker -> worker.process().descendants())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToDouble(time -> time.toMillis() / 1e3)
        .sum();
  }

  /**
   * 200 states, 10 actions taken uniformly, 10 steps, ten episodes to a cluster; four states can
   * follow a pair, so the number of cells does not grow with the rows.
   */
  private static Path made(Path folder, long rows) throws SQLException {
    Path file = folder.resolve("log.parquet");
    String action = "CAST(hash(%s) %% 10 AS INTEGER)";
    String moved =
        "list_sum(list_transform(range(i - i %% %d, i), lambda k: %s + CAST(hash(-1 - k) %% 4 AS INTEGER)))"
            .formatted(STEPS, action.formatted("k"));
    String state =
        "(CAST(hash(i // %d, 1) %% 200 AS INTEGER) + coalesce(%s, 0)) %% 200"
            .formatted(STEPS, moved);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i // %d AS cluster, i // %d AS episode, 1 + i %% %d AS step, 's' || %s AS state, 'a' || %s AS action, CASE WHEN hash(i, 2) %% 5 = 0 THEN 1 ELSE 0 END AS reward, 0.1 AS propensity FROM range(%d) r(i)) TO '%s' (FORMAT parquet)"
              .formatted(CLUSTER, STEPS, STEPS, state, action.formatted("i"), rows, file));
    }
    return file;
  }

  private static void drive(String master, String file) {
    try (Spark engine = Spark.start(Optional.of(master))) {
      TaskTimes times = TaskTimes.in(SparkSession.active().sparkContext());
      SparkSession.active().sparkContext().addSparkListener(new StageTimes());
      boolean split = KINDS.stream().anyMatch(IntervalKind::needsHalves); // as the command has it
      LogOptions options =
          new LogOptions(
              Map.of(), List.of(), Optional.of(RewardRange.UNIT), Optional.empty(), split, 1);
      SqlLog log = LogReader.open(engine, List.of(file), options, Set.of());
      Policy policy =
          Policy.everywhere(
              log.data().shape(), 0.28, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08);
      EvaluationResult result = EvaluationResult.of(Fit.of(log).judge(policy), KINDS);
      System.err.printf(
          "%s %s; effect %s%n",
          MEASURED, times.said(), result.total().get(IntervalKind.ROBUST).estimate());
    }
  }
}
