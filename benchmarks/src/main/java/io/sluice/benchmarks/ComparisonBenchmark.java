package io.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.duckdb.DuckDb;
import io.sluice.fit.Comparison;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.mdp.Policy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Ten policies compared on a table against one, from the file to the result: a Parquet log of four
 * steps, 20 states and 4 actions, read anew each time. Arguments: the number of episodes (300,000)
 * and rounds (5, of which the first only warms up).
 *
 * <p>What should hold: ten policies take at most twice the processor time of one, by the medians.
 */
public final class ComparisonBenchmark {
  private static final int STATES = 20;
  private static final int ACTIONS = 4;
  private static final int STEPS = 4;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ComparisonBenchmark() {}

  public static void main(String[] args) throws SQLException, IOException {
    int episodes = args.length > 0 ? Integer.parseInt(args[0]) : 300_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    Path file = Files.createTempFile("sluice-compare-", ".parquet");
    try {
      write(file, episodes);
      double[] one = new double[rounds - 1];
      double[] ten = new double[rounds - 1];
      for (int i = 0; i < rounds; i++) {
        double first = seconds(file, 1);
        double second = seconds(file, 10);
        if (i > 0) {
          one[i - 1] = first;
          ten[i - 1] = second;
        }
      }
      double ratio = median(ten) / median(one);
      System.out.printf(
          Locale.ROOT,
          "%,d episodes: one policy %.1f s, ten policies %.1f s of processor time: %.2f times%n",
          episodes,
          median(one),
          median(ten),
          ratio);
      System.exit(ratio <= 2 ? 0 : 1);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void write(Path file, int episodes) throws SQLException, IOException {
    Files.delete(file);
    String random = "(hash(e * %d + h * %d + %d) %% 10007)";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          ("COPY (SELECT 'e' || e AS episode, h AS step, 's' || s AS state, 'a' || a AS action,"
                  + " CASE WHEN r < 2000 + 300 * a + 100 * s THEN 1 ELSE 0 END AS reward, 0.25 AS propensity"
                  + " FROM (SELECT e, h, %s %% %d AS s, %s %% %d AS a, %s AS r"
                  + " FROM range(%d) x(e), range(1, %d) y(h))) TO '%s' (FORMAT parquet)")
              .formatted(
                  random.formatted(31, 7, 1),
                  STATES,
                  random.formatted(37, 11, 2),
                  ACTIONS,
                  random.formatted(41, 13, 3),
                  episodes,
                  STEPS + 1,
                  file));
    }
  }

  private static double seconds(Path file, int policies) {
    System.gc();
    long start = SYSTEM.getProcessCpuTime();
    try (DuckDb engine = DuckDb.start()) {
      Fit fit =
          Fit.of(LogReader.open(engine, List.of(file.toString()), LogOptions.defaults(), Set.of()));
      Map<String, Judgment> judged = new LinkedHashMap<>();
      for (int p = 0; p < policies; p++) {
        int shift = p;
        Policy policy =
            Policy.stationary(fit.data().shape(), (x, a) -> (x + shift) % ACTIONS == a ? 0.4 : 0.2);
        judged.put("p" + p, fit.judge(policy));
      }
      ComparisonResult result = Comparison.of(judged, List.of());
      if (result.policies().size() != policies) {
        throw new IllegalStateException("compared " + result.policies());
      }
    }
    return (SYSTEM.getProcessCpuTime() - start) / 1e9;
  }

  private static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
