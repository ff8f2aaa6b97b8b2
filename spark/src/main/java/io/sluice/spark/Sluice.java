package io.sluice.spark;

import io.sluice.fit.BadLogException;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.Interval;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

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
  private static final StructType STEPS =
      new StructType()
          .add("step", DataTypes.IntegerType)
          .add("interval", DataTypes.StringType)
          .add("estimate", DataTypes.DoubleType)
          .add("lower", DataTypes.DoubleType)
          .add("upper", DataTypes.DoubleType)
          .add("decides", DataTypes.BooleanType)
          .add("verdict", DataTypes.StringType);

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
    List<Row> rows = new ArrayList<>();
    for (EvaluationResult.StepAnswer step : result.steps()) {
      step.intervals()
          .forEach(
              (kind, interval) ->
                  rows.add(
                      row(
                          step,
                          kind.toString(),
                          interval,
                          step.decision().decidedBy().filter(kind::equals).isPresent())));
    }
    return session.createDataFrame(rows, STEPS);
  }

  private static Row row(
      EvaluationResult.StepAnswer step, String kind, Interval interval, boolean decides) {
    return RowFactory.create(
        step.step(),
        kind,
        interval.estimate(),
        interval.lower(),
        interval.upper(),
        decides,
        step.verdict().kind().toString());
  }
}
