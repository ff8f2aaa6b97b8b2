package io.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.duckdb.DuckDb;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Settings;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A large Parquet log to an answer, with time and memory: counting against the bare GROUP BY of the
 * same rows, then the rest of {@code evaluate}.
 *
 * <p>Arguments: number of rows (50,000,000), rounds (3), and a folder for the logs, which are kept
 * there; without a folder they are made in a temporary one and deleted.
 */
public final class LogBenchmark {
  private static final String SUMS = "count(*), sum(reward), sum(reward * reward)";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private LogBenchmark() {}

  public static void main(String[] args) throws SQLException, IOException {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 50_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Path folder = args.length > 2 ? Path.of(args[2]) : Files.createTempDirectory("sluice-log-");
    try {
      System.out.printf(
          "%,d rows; heap at most %,d MB; %d processors%n",
          rows, Runtime.getRuntime().maxMemory() >> 20, Runtime.getRuntime().availableProcessors());
      System.out.println("   clock   processors");
      Time start = Time.now();
      LargeLog log = LargeLog.in(Files.createDirectories(folder), rows);
      System.out.printf("%s  making the logs%n", start.passed());
      compare("with next_state", log.withNext(), rounds, bare(log.withNext()));
      compare("without next_state", log.withoutNext(), rounds, bareWithLead(log.withoutNext()));
    } finally {
      if (args.length <= 2) {
        delete(folder);
      }
    }
  }

  private static String bare(Path file) {
    return "SELECT step, state, action, next_state, %s FROM read_parquet('%s') GROUP BY step, state, action, next_state"
        .formatted(SUMS, file);
  }

  private static String bareWithLead(Path file) {
    return "SELECT step, state, action, next_state, %s FROM (SELECT *, lead(state) OVER (PARTITION BY episode ORDER BY step) AS next_state FROM read_parquet('%s')) GROUP BY step, state, action, next_state"
        .formatted(SUMS, file);
  }

  private static void compare(String layout, Path file, int rounds, String bare)
      throws SQLException {
    System.out.println(layout);
    List<Time> grouping = new ArrayList<>();
    List<Time> fetching = new ArrayList<>();
    List<Time> counting = new ArrayList<>();
    List<Time> rest = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      System.gc();
      Time start = Time.now();
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(bare)) {
        grouping.add(start.passed());
        long groups = fetch(result);
        fetching.add(start.passed());
        System.out.printf("%s  bare GROUP BY%n", grouping.get(i));
        System.out.printf("%s  the same with its %,d rows fetched%n", fetching.get(i), groups);
      }

      resetPeaks();
      start = Time.now();
      try (DuckDb engine = DuckDb.start()) {
        SqlLog log =
            LogReader.open(engine, List.of(file.toString()), LogOptions.defaults(), Set.of());
        counting.add(start.passed());
        System.out.printf(
            "%s  checks and counts, %,d cells, heap peak %,d MB, fingerprint %s%n",
            counting.get(i), log.data().counts().cells(), peak(), log.data().fingerprint());

        resetPeaks();
        start = Time.now();
        EvaluationResult answer = evaluate(log);
        rest.add(start.passed());
        System.out.printf(
            "%s  rest of evaluate, heap peak %,d MB, effect %.6f%n",
            rest.get(i), peak(), answer.total().values().iterator().next().estimate());
      }
    }
    System.out.println("medians");
    System.out.printf("%s  bare GROUP BY%n", Time.median(grouping));
    System.out.printf("%s  the same with its rows fetched%n", Time.median(fetching));
    System.out.printf("%s  checks and counts%n", Time.median(counting));
    System.out.printf("%s  rest of evaluate%n", Time.median(rest));
    System.out.printf(
        "ratio of counts to the bare GROUP BY: %s; with its rows fetched: %s%n",
        Time.ratio(counting, grouping), Time.ratio(counting, fetching));
  }

  /** Reads every value of a result. */
  private static long fetch(ResultSet result) throws SQLException {
    long groups = 0;
    long sum = 0; // so that no getter is dead code
    while (result.next()) {
      groups++;
      sum += result.getLong(1) + result.getString(2).length() + result.getString(3).length();
      String next = result.getString(4);
      sum += next == null ? 0 : next.length();
      sum += result.getLong(5) + (long) result.getDouble(6) + (long) result.getDouble(7);
    }
    return sum > 0 ? groups : 0;
  }

  private static EvaluationResult evaluate(SqlLog log) {
    Settings settings = Settings.defaults();
    Policy evaluated = Policy.uniform(log.data().shape());
    Judgment judgment = Fit.of(log, settings).judge(evaluated);
    return EvaluationResult.of(judgment, judgment.usualIntervals());
  }

  /** Elapsed seconds and those of all processors; the latter mind less who else is busy. */
  private record Time(double wall, double processor) {
    static Time now() {
      return new Time(System.nanoTime() / 1e9, SYSTEM.getProcessCpuTime() / 1e9);
    }

    Time passed() {
      Time now = now();
      return new Time(now.wall - wall, now.processor - processor);
    }

    static Time median(List<Time> times) {
      return new Time(
          median(times.stream().mapToDouble(Time::wall)),
          median(times.stream().mapToDouble(Time::processor)));
    }

    private static double median(DoubleStream values) {
      double[] sorted = values.sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    static String ratio(List<Time> these, List<Time> those) {
      Time mine = median(these);
      Time theirs = median(those);
      return "%.2f elapsed, %.2f of processors"
          .formatted(mine.wall / theirs.wall, mine.processor / theirs.processor);
    }

    @Override
    public String toString() {
      return "%8.2f s %8.2f s".formatted(wall, processor);
    }
  }

  private static void resetPeaks() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The most heap in use since the last reset, garbage included, in MB; rather too much. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum()
        >> 20;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
