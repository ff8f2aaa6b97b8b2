package io.sluice.spark;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.StoredColumns.Half;
import io.sluice.spark.StoredColumns.Moment;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/** Columns of Parquet files that Spark has no type for, without Spark. */
class StoredColumnsTest {
  private static Type int64(String name, LogicalTypeAnnotation type) {
    return Types.optional(PrimitiveTypeName.INT64).as(type).named(name);
  }

  private static Type bytes(String name, int length, LogicalTypeAnnotation type) {
    return Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
        .length(length)
        .as(type)
        .named(name);
  }

  private static final Type WHOLE = Types.required(PrimitiveTypeName.INT32).named("whole");
  private static final Type TIME = int64("time", LogicalTypeAnnotation.timeType(true, MICROS));
  private static final Type UUID = bytes("uuid", 16, LogicalTypeAnnotation.uuidType());
  private static final Type INTERVAL =
      bytes("interval", 12, LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance());
  private static final Type NESTED_TIME = Types.optionalGroup().addField(TIME).named("nested");
  private static final Type NESTED = Types.optionalGroup().addField(WHOLE).named("plain");

  @Test
  void someTypesAreForeign() {
    assertThat(
            List.of(
                TIME,
                UUID,
                INTERVAL,
                bytes("half", 2, LogicalTypeAnnotation.float16Type()),
                int64("at", LogicalTypeAnnotation.timestampType(false, NANOS)),
                NESTED_TIME))
        .allMatch(StoredColumns::isForeign);
    assertThat(
            List.of(
                WHOLE,
                NESTED,
                int64("at", LogicalTypeAnnotation.timestampType(false, MICROS)),
                int64("at", LogicalTypeAnnotation.timestampType(true, MILLIS))))
        .noneMatch(StoredColumns::isForeign);
  }

  /** Intervals, and nested columns with foreign ones, cannot be read. */
  @Test
  void whatCanBeReadIsReadAsItIsStored() {
    MessageType file = new MessageType("file", WHOLE, TIME, UUID, NESTED_TIME, INTERVAL, NESTED);
    MessageType stored = StoredColumns.stored(file);
    assertThat(stored.getName()).isEqualTo("file");
    assertThat(stored.getFields())
        .containsExactly(
            WHOLE,
            Types.optional(PrimitiveTypeName.INT64).named("time"),
            Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY).length(16).named("uuid"),
            NESTED);
  }

  @Test
  void momentsHaveAsManyDigitsAsTheyNeed() {
    long second = 3_723; // 01:02:03
    assertThat(new Moment(1_000, true, false).call(second * 1000 + 40)).isEqualTo("01:02:03.04");
    assertThat(new Moment(1_000, true, true).call(second * 1000)).isEqualTo("01:02:03+00");
    assertThat(new Moment(1_000_000_000, false, true).call(second * 1_000_000_000 + 7))
        .isEqualTo("1970-01-01 01:02:03.000000007+00");
    assertThat(new Moment(1_000_000_000, false, false).call(-1L))
        .isEqualTo("1969-12-31 23:59:59.999999999");
    assertThat(new Moment(1_000, true, true).call(null)).isNull();
  }

  private static Float half(int bits) {
    return new Half().call(new byte[] {(byte) bits, (byte) (bits >> 8)});
  }

  /** 1.5 is 2⁰·(1 + 512/1024), stored as exponent 15; 2⁻²⁴ is the smallest, 65,504 the largest. */
  @Test
  void halvesAreNumbersOfSixteenBits() {
    assertThat(half(0x3E00)).isEqualTo(1.5f);
    assertThat(half(0xBE00)).isEqualTo(-1.5f);
    assertThat(half(0x3C01)).isEqualTo(1 + 1 / 1024f);
    assertThat(half(0x0001)).isEqualTo((float) Math.pow(2, -24));
    assertThat(half(0x0400)).isEqualTo((float) Math.pow(2, -14));
    assertThat(half(0x7BFF)).isEqualTo(65504f);
    assertThat(half(0x00FF)).isEqualTo((float) (255 * Math.pow(2, -24)));
    assertThat(half(0x0000)).isEqualTo(0f);
    assertThat(half(0x7C00)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(half(0xFC00)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(half(0x7E00)).isNaN();
    assertThat(new Half().call(null)).isNull();
  }
}
