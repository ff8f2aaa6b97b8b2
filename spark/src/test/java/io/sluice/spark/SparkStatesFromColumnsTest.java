package io.sluice.spark;

import io.sluice.duckdb.StatesFromColumnsTest;
import io.sluice.logs.SqlEngine;

/** States, bins and quantiles are the same on Spark. */
class SparkStatesFromColumnsTest extends StatesFromColumnsTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
