package io.sluice.spark;

import io.sluice.duckdb.EveryExportTest;
import io.sluice.policy.SqlDialect;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The same on Spark. */
class SparkExportTest extends EveryExportTest {
  private static final String SCHEMA =
      "i INT, step INT, price DOUBLE, `Rec \"ency\"` DOUBLE, device STRING, day STRING, taste STRING";

  @Override
  protected SqlDialect dialect() {
    return SqlDialect.SPARK;
  }

  @Override
  protected List<String> decide(String sql, Path csv) {
    SparkSession session = SharedSpark.session().newSession();
    session
        .read()
        .option("header", true)
        .option("escape", "\"")
        .option("ignoreLeadingWhiteSpace", false)
        .option("negativeInf", "-Infinity")
        .schema(SCHEMA)
        .csv(csv.toString())
        .createOrReplaceTempView("rows");
    List<Row> rows = session.sql(sql).collectAsList();
    return rows.stream().map(row -> row.getString(1)).toList();
  }
}
