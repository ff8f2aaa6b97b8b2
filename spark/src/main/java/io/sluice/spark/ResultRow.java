package io.sluice.spark;

import io.sluice.logs.SqlEngine;
import org.jspecify.annotations.Nullable;

/** One row of a result. */
record ResultRow(org.apache.spark.sql.Row values) implements SqlEngine.Row {
  @Override
  public long integer(int column) {
    return values.isNullAt(column) ? 0 : ((Number) values.get(column)).longValue();
  }

  @Override
  public double number(int column) {
    return values.isNullAt(column) ? 0 : ((Number) values.get(column)).doubleValue();
  }

  @Override
  public @Nullable String text(int column) {
    return values.isNullAt(column) ? null : values.get(column).toString();
  }

  @Override
  public boolean isMissing(int column) {
    return values.isNullAt(column);
  }
}
