package io.sluice.spark;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.nullif;

import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** What is read of a column of some type: the same as DuckDB reads. */
final class LogColumns {
  private static final List<DataType> WHOLE =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  private LogColumns() {}

  /** Intervals and nested columns are left out, except lists of numbers. */
  static boolean isLeftOut(DataType type) {
    return type instanceof StructType
        || type instanceof ArrayType list && !(list.elementType() instanceof NumericType)
        || type instanceof MapType
        || type instanceof DayTimeIntervalType
        || type instanceof YearMonthIntervalType
        || type.equals(DataTypes.CalendarIntervalType);
  }

  /** Numbers as they are; true, false, dates and lists of numbers are text, as in a text file. */
  static Column read(Column value, DataType type) {
    return type instanceof NumericType ? value : nullif(text(value, type), lit(""));
  }

  /**
   * One of several files' columns of a name: numbers become the wider, if all are numbers; all else
   * is text.
   */
  static Column alike(Column value, DataType type, Collection<DataType> all) {
    if (all.size() == 1) {
      return value;
    }
    if (WHOLE.containsAll(all)) {
      return value.cast(DataTypes.LongType);
    }
    boolean numbers = all.stream().allMatch(NumericType.class::isInstance);
    return numbers ? value.cast(DataTypes.DoubleType) : text(value, type);
  }

  private static Column text(Column value, DataType type) {
    if (type.equals(DataTypes.DoubleType) || type.equals(DataTypes.FloatType)) {
      return call_udf("sluice_text", value);
    }
    Column text = value.cast(DataTypes.StringType);
    return type.equals(DataTypes.TimestampType) ? concat(text, lit("+00")) : text;
  }
}
