package io.sluice.duckdb;

import io.sluice.logs.SqlEngine.Row;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/** One row of a result that comes in chunks of columns: several times as fast as row by row. */
final class ChunkRow implements Row {
  private final DuckDBReadableVector[] columns;
  private final DuckDBColumnType[] types;
  private int row;

  ChunkRow(DuckDBDataChunkReader chunk) {
    columns = new DuckDBReadableVector[(int) chunk.columnCount()];
    types = new DuckDBColumnType[columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = chunk.vector(i);
      types[i] = columns[i].getType();
    }
  }

  /** Moves to a row of the chunk. */
  ChunkRow at(int row) {
    this.row = row;
    return this;
  }

  @Override
  public long integer(int column) {
    DuckDBReadableVector values = columns[column];
    if (values.isNull(row)) {
      return 0;
    }
    return switch (types[column]) {
      case BIGINT -> values.getLong(row);
      case INTEGER -> values.getInt(row);
      case SMALLINT -> values.getShort(row);
      case TINYINT -> values.getByte(row);
      case HUGEINT -> values.getHugeInt(row).longValueExact();
      default -> throw unexpected("a whole number", column);
    };
  }

  @Override
  public double number(int column) {
    DuckDBReadableVector values = columns[column];
    if (values.isNull(row)) {
      return 0;
    }
    return types[column] == DuckDBColumnType.DOUBLE ? values.getDouble(row) : integer(column);
  }

  @Override
  public @Nullable String text(int column) {
    if (columns[column].isNull(row)) {
      return null;
    }
    if (types[column] != DuckDBColumnType.VARCHAR) {
      throw unexpected("a text", column);
    }
    return columns[column].getString(row);
  }

  @Override
  public boolean isMissing(int column) {
    return columns[column].isNull(row);
  }

  private IllegalStateException unexpected(String needed, int column) {
    return new IllegalStateException(
        "result column %s: needs %s, got %s".formatted(column, needed, types[column]));
  }
}
