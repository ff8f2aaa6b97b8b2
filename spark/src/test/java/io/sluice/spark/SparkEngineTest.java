package io.sluice.spark;

import io.sluice.duckdb.EveryEngineTest;
import io.sluice.logs.SqlEngine;

/** Spark does what every engine must; with queries compiled, too: see {@link SparkCountsTest}. */
class SparkEngineTest extends EveryEngineTest {
  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small(threads);
  }

  @Override
  protected int spelledLogs() {
    return 1;
  }

  @Override
  protected int readings() {
    return 1;
  }
}
