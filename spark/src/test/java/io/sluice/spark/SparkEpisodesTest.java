package io.sluice.spark;

import io.sluice.duckdb.EpisodesTest;
import io.sluice.logs.SqlEngine;

/** A second pass on Spark shows the same episodes in the same order. */
class SparkEpisodesTest extends EpisodesTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
