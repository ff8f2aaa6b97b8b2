package io.sluice.cli;

import io.sluice.spark.SharedSpark;
import org.junit.jupiter.api.BeforeAll;

/** On Spark, commands refuse what they refuse on DuckDB, in the same words. */
class SparkBadInputCommandTest extends BadInputTest {
  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @Override
  protected String[] engine() {
    return new String[] {"--engine", "spark"};
  }
}
