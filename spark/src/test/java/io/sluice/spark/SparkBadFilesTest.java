package io.sluice.spark;

import io.sluice.duckdb.BadFilesTest;
import io.sluice.logs.SqlEngine;

/** Broken files are the same to Spark. */
class SparkBadFilesTest extends BadFilesTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
