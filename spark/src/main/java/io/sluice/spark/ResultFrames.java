package io.sluice.spark;

import io.sluice.fit.ComparisonResult;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.SegmentResult;
import io.sluice.interval.Interval;
import io.sluice.selection.Appraisal;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Gain;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Results as rows. The total is a row without a step. */
final class ResultFrames {
  private static final StructType EFFECT =
      new StructType()
          .add("estimate", DataTypes.DoubleType)
          .add("lower", DataTypes.DoubleType)
          .add("upper", DataTypes.DoubleType);

  static final StructType STEPS =
      with(
          of("step", DataTypes.IntegerType, "interval", DataTypes.StringType),
          of("decides", DataTypes.BooleanType, "verdict", DataTypes.StringType));

  static final StructType DECISIONS =
      of("step", DataTypes.IntegerType, "verdict", DataTypes.StringType)
          .add("interval", DataTypes.StringType)
          .add("reason", DataTypes.StringType);

  static final StructType POLICIES =
      with(
          of("step", DataTypes.IntegerType, "policy", DataTypes.StringType),
          of("standard_error", DataTypes.DoubleType, "verdict", DataTypes.StringType)
              .add("reason", DataTypes.StringType)
              .add("may_be_best", DataTypes.BooleanType));

  static final StructType CANDIDATES =
      of("candidate", DataTypes.StringType, "judge", DataTypes.StringType)
          .add("estimate", DataTypes.DoubleType)
          .add("lower", DataTypes.DoubleType)
          .add("outcome", DataTypes.StringType);

  static final StructType SEGMENTS =
      with(
          of("step", DataTypes.IntegerType, "segment", DataTypes.StringType)
              .add("size", DataTypes.LongType),
          of("standard_error", DataTypes.DoubleType, "verdict", DataTypes.StringType)
              .add("reason", DataTypes.StringType));

  private ResultFrames() {}

  private static StructType of(String first, DataType one, String second, DataType other) {
    return new StructType().add(first, one).add(second, other);
  }

  private static StructType with(StructType before, StructType after) {
    StructType all = before;
    for (StructType part : List.of(EFFECT, after)) {
      for (var field : part.fields()) {
        all = all.add(field);
      }
    }
    return all;
  }

  private static @Nullable Integer orTotal(OptionalInt step) {
    return step.isPresent() ? (Integer) step.getAsInt() : null;
  }

  static List<Row> steps(EvaluationResult result) {
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
    return rows;
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

  static List<Row> decisions(EvaluationResult result) {
    List<Row> rows = new ArrayList<>();
    for (EvaluationResult.StepAnswer step : result.steps()) {
      rows.add(row(step.step(), step.decision()));
    }
    rows.add(row(null, result.totalDecision()));
    return rows;
  }

  private static Row row(@Nullable Integer step, Decision decision) {
    return RowFactory.create(
        step,
        decision.verdict().kind().toString(),
        decision.decidedBy().map(Object::toString).orElse(null),
        decision.reason());
  }

  static List<Row> policies(ComparisonResult result) {
    List<Row> rows = new ArrayList<>();
    for (ComparisonResult.Effects effects : result.effects()) {
      for (ComparisonResult.Entry entry : effects.policies()) {
        rows.add(
            RowFactory.create(
                orTotal(effects.step()),
                entry.policy(),
                entry.estimate(),
                entry.lower(),
                entry.upper(),
                entry.standardError(),
                entry.verdict().toString(),
                entry.reason(),
                effects.best().contains(entry.policy())));
      }
    }
    return rows;
  }

  static List<Row> candidates(CertifiedChoice choice) {
    List<Row> rows = new ArrayList<>();
    for (Appraisal appraisal : choice.appraisals()) {
      @Nullable Gain gain = appraisal.gain().orElse(null);
      rows.add(
          RowFactory.create(
              appraisal.candidate().name(),
              gain == null ? null : gain.judge(),
              gain == null ? null : (Double) gain.estimate(),
              gain == null ? null : (Double) gain.lower(),
              appraisal.outcome().toString()));
    }
    return rows;
  }

  static List<Row> segments(SegmentResult result) {
    List<Row> rows = new ArrayList<>();
    for (SegmentResult.Effects effects : result.effects()) {
      for (SegmentResult.Entry entry : effects.segments()) {
        rows.add(
            RowFactory.create(
                orTotal(effects.step()),
                entry.segment(),
                entry.size(),
                entry.estimate(),
                entry.lower(),
                entry.upper(),
                entry.standardError(),
                entry.verdict().toString(),
                entry.reason()));
      }
    }
    return rows;
  }
}
