package io.sluice.spark;

import io.sluice.logs.SqlEngine;
import org.apache.spark.sql.SparkSession;

/** One Spark for all tests of this process: it takes seconds to start. */
final class SharedSpark {
  private static SparkSession session;

  private SharedSpark() {}

  static synchronized SparkSession session() {
    if (session == null) {
      System.setProperty("log4j2.configurationFile", "classpath:sluice-log4j2.properties");
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("sluice tests")
              .config("spark.ui.enabled", false)
              .config("spark.sql.shuffle.partitions", 2)
              .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
              .getOrCreate();
    }
    return session;
  }

  /** A session of its own, so that views of one test are not those of another. */
  static SqlEngine engine(int partitions) {
    SparkSession own = session().newSession();
    own.conf().set("spark.sql.shuffle.partitions", partitions);
    return Spark.in(own);
  }
}
