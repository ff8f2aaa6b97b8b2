package io.sluice.cli;

import io.sluice.spark.SharedSpark;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/**
 * On Spark, commands print, exit and write what they do on DuckDB, to the last byte: the cases that
 * differ in how a log is read. What is made of its counts is the same code on every engine.
 */
class SparkGoldenTest extends GoldenTest {
  static List<String> cases() {
    return List.of(
        "bad-rows",
        "behavior-estimated",
        "bins",
        "clusters",
        "every-interval",
        "reward-range",
        "several-state-columns",
        "weights-by-hand");
  }

  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Override
  protected String[] engine() {
    return new String[] {"--engine", "spark"};
  }
}
