package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts made on Spark are kept as DuckDB's are, byte for byte, and known again. */
class SparkCountsFileTest {
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Test
  void bothEnginesWriteTheSameFile() throws IOException {
    String log = folder.resolve("log.csv").toString();
    Run.of("simulate", "search-session", "--length", "3", "--episodes", "300", "--out", log);
    String mine = folder.resolve("spark.parquet").toString();
    String other = folder.resolve("duckdb.parquet").toString();
    Run spark = Run.of("count", log, "--out", mine, "--engine", "spark");
    Run duckDb = Run.of("count", log, "--out", other);
    assertThat(spark.exit()).as(spark.err()).isEqualTo(Main.DONE);
    assertThat(spark.out()).isEqualTo(duckDb.out().replace("duckdb.parquet", "spark.parquet"));
    assertThat(Path.of(mine)).hasSameBinaryContentAs(Path.of(other));
    Run twice = Run.of("check", "--counts", mine, "--counts", other);
    assertThat(twice.err()).contains("needs rows that are not counted yet");
    assertThat(Files.size(Path.of(mine))).isLessThan(Files.size(Path.of(log)));
  }
}
