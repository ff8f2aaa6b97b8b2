package io.sluice.benchmarks;

import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureSettings;
import io.sluice.files.TemporaryFiles;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import io.sluice.policy.PolicyJson;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * How long {@code learn --features … --behavior columns:b_} takes, all that the command does: it
 * reads a Parquet file through DuckDB, learns all candidates, judges them and the steps of the
 * choice, and finds what its rules do. Five steps, five actions. It prints the elapsed time, the
 * processor time of all threads, the most heap that was used, and a hash of the policy, which does
 * not depend on the number of threads:
 *
 * <pre>
 * java -Xmx4g -Djava.util.concurrent.ForkJoinPool.common.parallelism=0 -cp … io.sluice.benchmarks.LearningBenchmark 1000000 50
 * </pre>
 */
public final class LearningBenchmark {
  private static final int STEPS = 5;
  private static final int ACTIONS = 5;

  /** How many threads help; the pool itself says 1 where it is 0. */
  private static final String HELPERS = "java.util.concurrent.ForkJoinPool.common.parallelism";

  private LearningBenchmark() {}

  public static void main(String[] args) throws IOException {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    int width = args.length > 1 ? Integer.parseInt(args[1]) : 50;
    Path folder = TemporaryFiles.folder("learning");
    Path file = folder.resolve("log.parquet");
    try (DuckDb writer = DuckDb.start()) {
      writer.execute(
          "COPY (%s) TO %s (FORMAT PARQUET)"
              .formatted(drawn(rows / STEPS, width), writer.text(file.toString())));
    }
    double before = processorSeconds();
    long start = System.nanoTime();
    FeatureLearningResult result = learned(file, width);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %d columns, %d threads: %.1f s, %.1f s of processor time, %.2f GB of heap at most, %s, hash %08x%n",
        rows,
        width,
        1 + Integer.getInteger(HELPERS, ForkJoinPool.getCommonPoolParallelism()),
        seconds,
        processorSeconds() - before,
        peakHeap() / 1e9,
        result.policy().map(p -> p.origin().learner()).orElse("nothing certified"),
        result.policy().map(p -> PolicyJson.text(p).hashCode()).orElse(0));
    TemporaryFiles.remove(folder);
  }

  private static FeatureLearningResult learned(Path file, int width) {
    FeatureOptions options =
        new FeatureOptions(
            LogOptions.defaults(),
            columns(width),
            Optional.of("b_"),
            false,
            new RowPolicy.Uniform(),
            FeatureOptions.FOLDS);
    try (DuckDb engine = DuckDb.start()) {
      return FeatureLearning.of(
          FeatureReader.open(engine, List.of(file.toString()), options),
          FeatureSettings.defaults(),
          FeatureLearning.CERTIFIED);
    }
  }

  private static List<String> columns(int width) {
    return IntStream.range(0, width).mapToObj(j -> "x" + j).toList();
  }

  /**
   * Columns are uniform on [−1, 1], made of hashes so that threads do not matter; an action is
   * better by a column of its own.
   */
  private static String drawn(long episodes, int width) {
    List<String> x = new ArrayList<>();
    for (int j = 0; j < width; j++) {
      x.add("2 * %s - 1 AS x%d".formatted(uniform(j), j));
    }
    String decided =
        "SELECT i, CAST(floor(%d * %s) AS INTEGER) AS chosen, %s FROM range(%d) r(i)"
            .formatted(ACTIONS, uniform(width), String.join(", ", x), episodes * STEPS);
    StringBuilder own = new StringBuilder("CASE chosen");
    StringBuilder even = new StringBuilder();
    for (int a = 0; a < ACTIONS; a++) {
      own.append(" WHEN %d THEN x%d".formatted(a, a % width));
      even.append(", %s AS b_a%d".formatted(1.0 / ACTIONS, a));
    }
    return "SELECT i // %d AS episode, 1 + i %% %d AS step, %s, 'a' || chosen AS action, CASE WHEN %s < 0.5 + 0.2 * %s END + 0.1 * x%d THEN 1 ELSE 0 END AS reward%s FROM (%s) d"
        .formatted(
            STEPS,
            STEPS,
            String.join(", ", columns(width)),
            uniform(width + 1),
            own,
            width - 1,
            even,
            decided);
  }

  /**
   * A number from 0 to 1 that a hash of a row's number says. It is of one number: hashes of several
   * depend on each other, and an action would follow from the columns.
   */
  private static String uniform(int which) {
    return "(CAST(hash(i * 10000 + %d) >> 11 AS DOUBLE) / 9007199254740992.0)".formatted(which);
  }

  /** Of all threads, so that other work on the cores does not count. */
  private static double processorSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toMillis() / 1e3)
        .orElse(Double.NaN);
  }

  private static double peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToDouble(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
