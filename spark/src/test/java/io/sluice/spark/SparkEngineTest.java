package io.sluice.spark;

import io.sluice.duckdb.EveryEngineTest;
import io.sluice.logs.SqlEngine;

/** Spark does what every engine must. */
class SparkEngineTest extends EveryEngineTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.engine(threads);
  }
}
