package io.sluice.spark;

import io.sluice.duckdb.LocaleTest;
import io.sluice.logs.SqlEngine;
import io.sluice.policy.SqlDialect;

/** The same on Spark. */
class SparkLocaleTest extends LocaleTest {
  @Override
  protected SqlEngine engine() {
    return SharedSpark.small();
  }

  @Override
  protected SqlDialect dialect() {
    return SqlDialect.SPARK;
  }
}
