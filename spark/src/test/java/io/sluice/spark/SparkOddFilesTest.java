package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.OddFilesTest;
import io.sluice.logs.SqlEngine;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Odd files are the same to Spark. */
class SparkOddFilesTest extends OddFilesTest {
  /** In a time zone that is not ours, which no text may show. */
  @Override
  protected SqlEngine engine(int threads) {
    SparkSession own = SharedSpark.session().newSession();
    own.conf().set("spark.sql.session.timeZone", "America/New_York");
    return Spark.in(own);
  }

  @Test
  void settingsOfASessionAreAsTheyWere() {
    SparkSession own = SharedSpark.session().newSession();
    own.conf().set("spark.sql.session.timeZone", "America/New_York");
    Spark.in(own).close();
    assertThat(own.conf().get("spark.sql.session.timeZone")).isEqualTo("America/New_York");
    assertThat(own.conf().get("spark.sql.variable.substitute")).isEqualTo("true");
  }
}
