package io.sluice.spark;

import io.sluice.duckdb.OddFilesTest;
import io.sluice.logs.SqlEngine;

/** Odd files are the same to Spark. */
class SparkOddFilesTest extends OddFilesTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
