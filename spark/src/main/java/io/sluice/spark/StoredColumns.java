package io.sluice.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.hex;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.udf;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * Columns of Parquet files that Spark has no type for, though every engine has to read them: times
 * of day, nanoseconds, UUIDs, numbers of 16 bits. They are read as they are stored, and made what
 * DuckDB makes of them. Intervals, and nested columns with any of these, are left out.
 */
final class StoredColumns {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final DateTimeFormatter DATE_AND_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private StoredColumns() {}

  /** Whether Spark has no type for a column, or for a part of it. */
  static boolean isForeign(Type column) {
    if (!column.isPrimitive()) {
      return column.asGroupType().getFields().stream().anyMatch(StoredColumns::isForeign);
    }
    LogicalTypeAnnotation type = column.getLogicalTypeAnnotation();
    return type instanceof TimeLogicalTypeAnnotation
        || type instanceof UUIDLogicalTypeAnnotation
        || type instanceof IntervalLogicalTypeAnnotation
        || type instanceof Float16LogicalTypeAnnotation
        || type instanceof TimestampLogicalTypeAnnotation at && at.getUnit() == TimeUnit.NANOS;
  }

  /** The columns that can be read, foreign ones as they are stored. */
  static MessageType stored(MessageType file) {
    List<Type> stored = new ArrayList<>();
    for (Type column : file.getFields()) {
      if (!isForeign(column)) {
        stored.add(column);
      } else if (column.isPrimitive()
          && !(column.getLogicalTypeAnnotation() instanceof IntervalLogicalTypeAnnotation)) {
        stored.add(
            Types.primitive(column.asPrimitiveType().getPrimitiveTypeName(), column.getRepetition())
                .length(column.asPrimitiveType().getTypeLength())
                .named(column.getName()));
      }
    }
    return new MessageType(file.getName(), stored);
  }

  /** A column of a file as it is meant. */
  static Column meant(Type column) {
    Column stored = col("`" + column.getName().replace("`", "``") + "`");
    if (!isForeign(column)) {
      return stored;
    }
    LogicalTypeAnnotation type = column.getLogicalTypeAnnotation();
    Column meant;
    if (type instanceof UUIDLogicalTypeAnnotation) {
      meant =
          regexp_replace(lower(hex(stored)), "^(.{8})(.{4})(.{4})(.{4})(.{12})$", "$1-$2-$3-$4-$5");
    } else if (type instanceof TimeLogicalTypeAnnotation at) {
      Moment moment = new Moment(perSecond(at.getUnit()), true, at.isAdjustedToUTC());
      meant = udf(moment, DataTypes.StringType).apply(stored);
    } else if (type instanceof TimestampLogicalTypeAnnotation at) {
      Moment moment = new Moment(perSecond(at.getUnit()), false, at.isAdjustedToUTC());
      meant = udf(moment, DataTypes.StringType).apply(stored);
    } else {
      meant = udf(new Half(), DataTypes.FloatType).apply(stored);
    }
    return meant.as(column.getName());
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000;
      case MICROS -> 1_000_000;
      case NANOS -> 1_000_000_000;
    };
  }

  /** A time since midnight or since 1970 as text, with as many digits as it needs. */
  record Moment(long perSecond, boolean ofDay, boolean utc) implements UDF1<Number, String> {
    private static final long serialVersionUID = 1;

    @Override
    public @Nullable String call(@Nullable Number since) {
      if (since == null) {
        return null;
      }
      long seconds = Math.floorDiv(since.longValue(), perSecond);
      long rest = Math.floorMod(since.longValue(), perSecond);
      LocalDateTime at = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
      String whole = (ofDay ? TIME : DATE_AND_TIME).format(at);
      String digits = String.valueOf(perSecond + rest).substring(1).replaceFirst("0+$", "");
      return whole + (digits.isEmpty() ? "" : "." + digits) + (utc ? "+00" : "");
    }
  }

  /** A number of 16 bits: a sign, five bits of exponent, ten of fraction. */
  static final class Half implements UDF1<byte[], Float> {
    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Float call(byte @Nullable [] bytes) {
      if (bytes == null) {
        return null;
      }
      int bits = bytes[0] & 0xff | (bytes[1] & 0xff) << 8;
      int exponent = bits >> 10 & 31;
      int fraction = bits & 1023;
      float size =
          exponent == 0
              ? Math.scalb((float) fraction, -24)
              : exponent == 31
                  ? fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN
                  : Math.scalb(1024f + fraction, exponent - 25);
      return bits >> 15 == 0 ? size : -size;
    }
  }
}
