package io.sluice.spark;

import io.sluice.duckdb.EndsTest;
import io.sluice.logs.SqlEngine;

/** How episodes stop is the same on Spark, in the same words. */
class SparkEndsTest extends EndsTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
