package io.sluice.spark;

import io.sluice.logs.SqlEngine;
import org.apache.spark.sql.SparkSession;

/** One Spark for all tests of this process: it takes seconds to start. */
public final class SharedSpark {
  private static SparkSession session;

  private SharedSpark() {}

  /**
   * For a handful of rows: making and compiling code for each query would take nearly all of the
   * time, so queries are interpreted.
   */
  public static synchronized SparkSession session() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2, 2]") // two cores, and a second try for a task that failed
              .appName("sluice tests")
              .config("spark.ui.enabled", false)
              .config("spark.sql.shuffle.partitions", 1)
              .config("spark.sql.codegen.wholeStage", false)
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              .config("spark.sql.codegen.cache.maxEntries", 10_000) // tests ask the same again
              .config("spark.sql.adaptive.enabled", false)
              .config("spark.sql.ui.explainMode", "simple") // each query is written down
              .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
              .getOrCreate();
    }
    return session;
  }

  /** A session of its own, so that views of one test are not those of another. */
  static SqlEngine small() {
    return small(1);
  }

  /** The same with rows in so many partitions after they were shuffled. */
  static SqlEngine small(int partitions) {
    SparkSession own = session().newSession();
    own.conf().set("spark.sql.shuffle.partitions", partitions);
    return Spark.in(own);
  }

  /** One that never sends episodes to this process, with rows in so many partitions. */
  static SqlEngine distributed(int partitions) {
    return distributed(partitions, Long.MAX_VALUE);
  }

  /**
   * The same.
   *
   * @param largeSums sums of more bytes are put together by tasks, too
   */
  static SqlEngine distributed(int partitions, long largeSums) {
    SparkSession own = session().newSession();
    own.conf().set("spark.sql.shuffle.partitions", partitions);
    return Spark.in(own, 0, largeSums);
  }

  /** One as users have it, with queries compiled, in so many partitions. */
  static SqlEngine engine(int partitions) {
    SparkSession own = session().newSession();
    own.conf().set("spark.sql.shuffle.partitions", partitions);
    own.conf().set("spark.sql.codegen.wholeStage", true);
    own.conf().set("spark.sql.codegen.factoryMode", "FALLBACK");
    own.conf().set("spark.sql.adaptive.enabled", true);
    return Spark.in(own);
  }
}
