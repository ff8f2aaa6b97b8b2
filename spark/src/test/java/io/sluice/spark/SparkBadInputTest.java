package io.sluice.spark;

import io.sluice.duckdb.BadInputTest;
import io.sluice.logs.SqlEngine;

/** Spark refuses what DuckDB refuses, in the same words. */
class SparkBadInputTest extends BadInputTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
