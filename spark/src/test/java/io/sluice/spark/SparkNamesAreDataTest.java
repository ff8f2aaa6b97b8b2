package io.sluice.spark;

import io.sluice.duckdb.NamesAreDataTest;
import io.sluice.logs.SqlEngine;

/** Whatever characters a name has, it is a name to Spark too. */
class SparkNamesAreDataTest extends NamesAreDataTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.engine(threads);
  }
}
