package io.sluice.spark;

import io.sluice.fit.BadLogException;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.SegmentResult;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.SqlDialect;
import io.sluice.selection.CertifiedChoice;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Sluice in a notebook or a job: {@code Fit.of(Sluice.on(spark).log(dataFrame))}. Results are the
 * same, to the last bit, as those of every other engine.
 *
 * <p>Nothing is brought to this process but names and sums; episodes are added up on the cluster,
 * too, unless the log is short.
 *
 * @param session of the caller, who keeps it
 */
public record Sluice(SparkSession session) {
  public static Sluice on(SparkSession session) {
    return new Sluice(session);
  }

  /**
   * The log in a DataFrame, with columns as in a file.
   *
   * @throws BadLogException if anything is wrong with the data
   */
  public SqlLog log(Dataset<Row> rows) {
    return log(rows, "DataFrame", LogOptions.defaults());
  }

  /**
   * The same, read as options say.
   *
   * @param name what messages call it
   */
  public SqlLog log(Dataset<Row> rows, String name, LogOptions options) {
    Spark engine = Spark.in(session);
    return LogReader.open(
        engine, view -> engine.open(rows, name, view), List.of(name), options, Set.of());
  }

  /**
   * The log in files, folders or globs on any Hadoop file system, or in {@code table:NAME}.
   *
   * @throws BadLogException if anything is wrong with the data
   */
  public SqlLog log(List<String> paths, LogOptions options) {
    return LogReader.open(Spark.in(session), paths, options, Set.of());
  }

  /** The effects of all steps as a DataFrame, a row for each step and interval. */
  public Dataset<Row> steps(EvaluationResult result) {
    return session.createDataFrame(ResultFrames.steps(result), ResultFrames.STEPS);
  }

  /** What is concluded at every step and, in a row without a step, in total. */
  public Dataset<Row> decisions(EvaluationResult result) {
    return session.createDataFrame(ResultFrames.decisions(result), ResultFrames.DECISIONS);
  }

  /** The effects of several policies, a row for each step and policy, and for the total. */
  public Dataset<Row> policies(ComparisonResult result) {
    return session.createDataFrame(ResultFrames.policies(result), ResultFrames.POLICIES);
  }

  /** Learned policies and how they did on the part of the log that they were not learned on. */
  public Dataset<Row> candidates(CertifiedChoice choice) {
    return session.createDataFrame(ResultFrames.candidates(choice), ResultFrames.CANDIDATES);
  }

  /** The effects within segments, a row for each step and segment. */
  public Dataset<Row> segments(SegmentResult result) {
    return session.createDataFrame(ResultFrames.segments(result), ResultFrames.SEGMENTS);
  }

  /**
   * Rows with what a saved policy does in them, in a column {@value PolicySql#ACTION}, by SQL
   * expressions.
   */
  public Dataset<Row> apply(SavedPolicy policy, Dataset<Row> rows) {
    String view = "sluice_" + UUID.randomUUID().toString().replace("-", "");
    rows.createOrReplaceTempView(view);
    try {
      return session.sql(PolicySql.query(policy, SqlDialect.SPARK, view));
    } finally {
      session.catalog().dropTempView(view); // the query is analyzed already
    }
  }

  /** Makes a saved policy a function in SQL: {@code SELECT name(struct(*)) FROM rows}. */
  public void register(String name, SavedPolicy policy) {
    session.udf().register(name, new PolicyFunction(policy), DataTypes.StringType);
  }
}
