package io.sluice.benchmarks;

import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.IntervalKind;
import io.sluice.answers.Settings;
import io.sluice.duckdb.DuckDb;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.OpenLog;
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
import java.util.Collections;
import java.util.List;
import java.util.Set;
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

  private LogBenchmark() {}

  public static void main(String[] args) throws SQLException, IOException {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 50_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Path folder = args.length > 2 ? Path.of(args[2]) : Files.createTempDirectory("sluice-log-");
    try {
      System.out.printf(
          "%,d rows; heap at most %,d MB; %d processors%n",
          rows, Runtime.getRuntime().maxMemory() >> 20, Runtime.getRuntime().availableProcessors());
      long start = System.nanoTime();
      LargeLog log = LargeLog.in(Files.createDirectories(folder), rows);
      System.out.printf("%8.2f s  making the logs%n", seconds(start));
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
    List<Double> grouping = new ArrayList<>();
    List<Double> fetching = new ArrayList<>();
    List<Double> counting = new ArrayList<>();
    List<Double> rest = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      System.gc();
      long start = System.nanoTime();
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(bare)) {
        grouping.add(seconds(start));
        long groups = fetch(result);
        fetching.add(seconds(start));
        System.out.printf(
            "%8.2f s  bare GROUP BY, %.2f s with its %,d rows fetched%n",
            grouping.get(i), fetching.get(i), groups);
      }

      resetPeaks();
      start = System.nanoTime();
      try (DuckDb engine = DuckDb.start()) {
        OpenLog log =
            LogReader.open(engine, List.of(file.toString()), LogOptions.defaults(), Set.of());
        counting.add(seconds(start));
        System.out.printf(
            "%8.2f s  checks and counts, %,d cells, heap peak %,d MB, fingerprint %s%n",
            counting.get(i), log.data().counts().cells(), peak(), log.data().fingerprint());

        resetPeaks();
        start = System.nanoTime();
        EvaluationAnswer answer = evaluate(log);
        rest.add(seconds(start));
        System.out.printf(
            "%8.2f s  rest of evaluate, heap peak %,d MB, effect %.6f%n",
            rest.get(i), peak(), answer.total().get("selective").estimate());
      }
    }
    double counted = median(counting);
    System.out.printf(
        "  medians: counts %.2f s, %.2f times the bare GROUP BY and %.2f times with its rows fetched; rest of evaluate %.2f s%n",
        counted, counted / median(grouping), counted / median(fetching), median(rest));
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

  private static EvaluationAnswer evaluate(OpenLog log) {
    Settings settings = Settings.defaults();
    BehaviorPolicy behavior =
        BehaviorPolicy.estimated(log.data(), settings.pooling(), settings.delta());
    Policy evaluated = Policy.uniform(log.data().shape());
    return EvaluationAnswer.of(log, behavior, evaluated, settings, IntervalKind.USUAL, List.of());
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
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
