package io.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureComparison;
import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSettings;
import io.sluice.fit.Comparison;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.RowPolicy;
import io.sluice.mdp.Policy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ten policies compared against one, from the file to the result: a Parquet log of four steps and 4
 * actions, read anew each time; on a table of 20 states, or with {@code features} on three columns,
 * where policies are rules. Arguments: the number of episodes (300,000), rounds (5, of which the
 * first only warms up) and {@code features}.
 *
 * <p>What should hold on a table: ten policies take at most twice the processor time of one, by the
 * medians. On features each policy has regressions of its own, and the factor is printed, as is
 * that of ten policies of which each is read and fitted by itself.
 */
public final class ComparisonBenchmark {
  private static final int STATES = 20;
  private static final int ACTIONS = 4;
  private static final int STEPS = 4;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ComparisonBenchmark() {}

  /** How policies are compared, from a file with a log to a result. */
  private interface Compared {
    ComparisonResult of(DuckDb engine, Path file, int policies);
  }

  public static void main(String[] args) throws SQLException, IOException {
    int episodes = args.length > 0 ? Integer.parseInt(args[0]) : 300_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    boolean features = args.length > 2 && args[2].equals("features");
    Path file = Files.createTempFile("sluice-compare-", ".parquet");
    try {
      write(file, episodes);
      Compared all = features ? ComparisonBenchmark::together : ComparisonBenchmark::onTable;
      double[] one = new double[rounds - 1];
      double[] ten = new double[rounds - 1];
      double[] apart = new double[rounds - 1];
      for (int i = 0; i < rounds; i++) {
        double first = seconds(all, file, 1);
        double second = seconds(all, file, 10);
        double third = features ? seconds(ComparisonBenchmark::oneByOne, file, 10) : Double.NaN;
        if (i > 0) {
          one[i - 1] = first;
          ten[i - 1] = second;
          apart[i - 1] = third;
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
      if (features) {
        System.out.printf(
            Locale.ROOT,
            "one at a time %.1f s: %.2f times%n",
            median(apart),
            median(apart) / median(one));
      }
      System.exit(ratio <= (features ? 10 : 2) ? 0 : 1);
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
                  + " CASE WHEN r < 2000 + 300 * a + 100 * s THEN 1 ELSE 0 END AS reward, 0.25 AS propensity,"
                  + " 0.25 AS b_a0, 0.25 AS b_a1, 0.25 AS b_a2, 0.25 AS b_a3, x1, x2, x3"
                  + " FROM (SELECT e, h, %s %% %d AS s, %s %% %d AS a, %s AS r,"
                  + " %s / 2.0 AS x1, %s / 2.0 AS x2, %s / 2.0 AS x3"
                  + " FROM range(%d) x(e), range(1, %d) y(h))) TO '%s' (FORMAT parquet)")
              .formatted(
                  random.formatted(31, 7, 1),
                  STATES,
                  random.formatted(37, 11, 2),
                  ACTIONS,
                  random.formatted(41, 13, 3),
                  random.formatted(43, 17, 4),
                  random.formatted(47, 19, 5),
                  random.formatted(53, 23, 6),
                  episodes,
                  STEPS + 1,
                  file));
    }
  }

  private static double seconds(Compared compared, Path file, int policies) {
    System.gc();
    long start = SYSTEM.getProcessCpuTime();
    try (DuckDb engine = DuckDb.start()) {
      ComparisonResult result = compared.of(engine, file, policies);
      if (result.policies().size() != policies) {
        throw new IllegalStateException("compared " + result.policies());
      }
    }
    return (SYSTEM.getProcessCpuTime() - start) / 1e9;
  }

  private static ComparisonResult onTable(DuckDb engine, Path file, int policies) {
    Fit fit =
        Fit.of(LogReader.open(engine, List.of(file.toString()), LogOptions.defaults(), Set.of()));
    Map<String, Judgment> judged = new LinkedHashMap<>();
    for (int p = 0; p < policies; p++) {
      int shift = p;
      Policy policy =
          Policy.stationary(fit.data().shape(), (x, a) -> (x + shift) % ACTIONS == a ? 0.4 : 0.2);
      judged.put("p" + p, fit.judge(policy));
    }
    return Comparison.of(judged, List.of());
  }

  /** Rules that compare columns. */
  private static Map<String, RowPolicy> rules(int policies) {
    Map<String, RowPolicy> rules = new LinkedHashMap<>();
    for (int p = 0; p < policies; p++) {
      String rule =
          "sql:CASE WHEN x1 > %d THEN 'a%d' WHEN x2 > %d THEN 'a%d' ELSE 'a3' END"
              .formatted(300 * p, p % 3, 500 * (p + 1), (p + 1) % 3);
      rules.put("p" + p, RowPolicy.parse(rule, true));
    }
    return rules;
  }

  private static FeatureOptions options(RowPolicy policy) {
    return new FeatureOptions(
        LogOptions.defaults(),
        List.of("x1", "x2", "x3"),
        Optional.of("b_"),
        false,
        policy,
        FeatureOptions.FOLDS);
  }

  private static ComparisonResult together(DuckDb engine, Path file, int policies) {
    Map<String, RowPolicy> rules = rules(policies);
    return FeatureComparison.of(
        List.copyOf(rules.keySet()),
        FeatureReader.groups(
            engine, List.of(file.toString()), options(new RowPolicy.Uniform()), rules),
        FeatureSettings.defaults(),
        List.of());
  }

  /** As if nothing were shared. */
  private static ComparisonResult oneByOne(DuckDb engine, Path file, int policies) {
    Map<String, RowPolicy> rules = rules(policies);
    List<Group> groups = new ArrayList<>();
    rules.forEach(
        (name, rule) ->
            groups.add(
                new Group(
                    List.of(name),
                    () -> FeatureReader.open(engine, List.of(file.toString()), options(rule)))));
    return FeatureComparison.of(
        List.copyOf(rules.keySet()), groups, FeatureSettings.defaults(), List.of());
  }

  private static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
