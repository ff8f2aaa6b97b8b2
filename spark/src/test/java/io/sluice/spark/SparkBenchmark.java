package io.sluice.spark;

import io.sluice.duckdb.DuckDb;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One random log counted in memory, by DuckDB and by Spark on the same two cores: whether counts
 * are the same to the last bit, and how many rows per second each does, checks included.
 *
 * <p>Arguments: rows (20,000,000), rounds (3), states (1,000).
 */
public final class SparkBenchmark {
  private SparkBenchmark() {}

  public static void main(String[] args) throws SQLException, IOException {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 20_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int states = args.length > 2 ? Integer.parseInt(args[2]) : 1_000;
    Path folder = Files.createTempDirectory("sluice-spark-benchmark-");
    Path file = null;
    try (Spark spark = Spark.start(Optional.of("local[2]"))) {
      MadeLog log = MadeLog.of(folder, rows, states);
      file = log.file();
      System.out.printf(
          "%,d rows, %,d cells, %,d MB of Parquet%n",
          rows, log.inMemory().cells(), Files.size(file) >> 20);
      List<Double> ratios = new ArrayList<>();
      for (int round = 1; round <= rounds; round++) {
        double duckDb;
        try (SqlEngine engine = DuckDb.start(2)) {
          duckDb = seconds("DuckDB, 2 threads", rows, log, engine);
        }
        double onSpark = seconds("Spark, local[2] ", rows, log, spark);
        ratios.add(onSpark / duckDb);
        System.out.printf("round %d: Spark takes %.2f times as long%n", round, onSpark / duckDb);
      }
      ratios.sort(null);
      System.out.printf("median ratio %.2f%n", ratios.get(rounds / 2));
    } finally {
      if (file != null) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }

  private static double seconds(String who, long rows, MadeLog log, SqlEngine engine) {
    long start = System.nanoTime();
    LogData data =
        LogReader.open(engine, List.of(log.file().toString()), LogOptions.defaults(), Set.of())
            .data();
    double seconds = (System.nanoTime() - start) / 1e9;
    boolean same = data.counts().equals(log.inMemory());
    System.out.printf(
        "%s %8.2f s %,14.0f rows/s   counts %s%n",
        who, seconds, rows / seconds, same ? "as in memory, bit for bit" : "DIFFER");
    if (!same) {
      throw new AssertionError("counts differ");
    }
    return seconds;
  }
}
