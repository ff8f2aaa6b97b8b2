package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged logs end in good order on Spark, and are the same to both engines: exit code and message.
 * The mutations of {@link Fuzz}, as many as fit into the time, which {@code -Dsluice.fuzz.seconds}
 * says; {@code -Dsluice.fuzz.seed} makes others.
 */
class SparkFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final long SECONDS = Long.getLong("sluice.fuzz.seconds", 15);

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Test
  void damagedLogsAreTheSameToBothEngines() throws Exception {
    Fuzz fuzz = new Fuzz(folder.resolve("fuzz"), SEED);
    Path place = folder.resolve("case");
    Path nothing = Files.createDirectories(folder.resolve("nothing"));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    List<String> faults = new ArrayList<>();
    long done = 0;
    for (long i = 0; System.nanoTime() < end; i++) {
      Fuzz.Case c = fuzz.damaged(i);
      if (c.command().contains("--counts")) {
        continue; // no engine reads them
      }
      List<Run> ended = new ArrayList<>();
      String fault =
          Fuzz.fault(
              c,
              words -> {
                ended.add(Run.of(words));
                ended.add(Run.on(new String[] {"--engine", "spark"}, words));
                return ended.get(1);
              },
              place,
              nothing);
      boolean damagedParquet = c.command().contains("log.parquet"); // said in each engine's words
      if (fault.isEmpty()) {
        fault = difference(ended.get(0), ended.get(1), damagedParquet);
      }
      if (!fault.isEmpty()) {
        faults.add(i + " " + c.command() + ": " + fault);
      }
      Fuzz.delete(place);
      done++;
    }
    System.out.println("mutations " + done + ", faults " + faults.size());
    assertThat(faults).isEmpty();
    assertThat(done).isPositive();
  }

  private static String difference(Run duckdb, Run spark, boolean codesOnly) {
    boolean same = spark.exit() == duckdb.exit();
    if (!codesOnly || spark.exit() == Main.DONE) {
      same &= spark.err().equals(duckdb.err()) && spark.out().equals(duckdb.out());
    }
    return same ? "" : "DuckDB%n%s%nSpark%n%s".formatted(duckdb, spark);
  }
}
