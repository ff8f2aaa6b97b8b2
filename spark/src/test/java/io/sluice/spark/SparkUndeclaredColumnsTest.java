package io.sluice.spark;

import io.sluice.duckdb.UndeclaredColumnsTest;
import io.sluice.logs.SqlEngine;

/** Columns that no one declared are compared on Spark, too. */
class SparkUndeclaredColumnsTest extends UndeclaredColumnsTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }

  @Override
  protected int logs() {
    return 1;
  }
}
