package io.sluice.duckdb;

import io.sluice.logs.SqlEngine;

/** DuckDB does what every engine must. */
class DuckDbEngineTest extends EveryEngineTest {
  @Override
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }
}
