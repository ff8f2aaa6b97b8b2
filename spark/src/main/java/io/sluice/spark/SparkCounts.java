package io.sluice.spark;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Counts of a log on Spark: the same, to the last bit, as every other engine's.
 *
 * <p>Nothing is brought to this process but names and grouped sums; a second pass over episodes (of
 * the {@link SqlLog}) brings them one partition at a time.
 */
public final class SparkCounts {
  private SparkCounts() {}

  /**
   * Of a DataFrame.
   *
   * @param name what messages call it
   * @throws BadLogException if anything is wrong with the data
   */
  public static SqlLog of(Dataset<Row> rows, String name, LogOptions options) {
    Spark engine = Spark.in(rows.sparkSession());
    return LogReader.open(
        engine, view -> engine.open(rows, name, view), List.of(name), options, Set.of());
  }

  /**
   * Of files, folders or globs on any Hadoop file system, or of {@code table:NAME}.
   *
   * @throws BadLogException if anything is wrong with the data
   */
  public static SqlLog of(SparkSession session, List<String> paths, LogOptions options) {
    return LogReader.open(Spark.in(session), paths, options, Set.of());
  }
}
