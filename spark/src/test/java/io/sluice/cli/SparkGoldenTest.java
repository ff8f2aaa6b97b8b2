package io.sluice.cli;

import io.sluice.spark.SharedSpark;
import org.junit.jupiter.api.BeforeAll;

/** On Spark, commands print, exit and write what they do on DuckDB, to the last byte. */
class SparkGoldenTest extends GoldenTest {
  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Override
  protected String[] engine() {
    return new String[] {"--engine", "spark"};
  }
}
