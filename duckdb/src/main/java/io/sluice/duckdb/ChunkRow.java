package io.sluice.duckdb;

import io.sluice.logs.SqlEngine.Row;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result that comes in chunks of columns: several times as fast as row by row. Numbers
 * are copied column by column, so that little code stands between a visitor and a number.
 */
final class ChunkRow implements Row {
  private final DuckDBReadableVector[] columns;
  private final DuckDBColumnType[] types;
  private final long[] @Nullable [] wholes; // of columns of at most 64 bits; 0 where missing
  private final double[] @Nullable [] fractions; // likewise
  private int row;

  ChunkRow(DuckDBDataChunkReader chunk) {
    int size = (int) chunk.columnCount();
    columns = new DuckDBReadableVector[size];
    types = new DuckDBColumnType[size];
    wholes = new long[size][];
    fractions = new double[size][];
    for (int i = 0; i < size; i++) {
      columns[i] = chunk.vector(i);
      types[i] = columns[i].getType();
      copy(i, (int) chunk.rowCount());
    }
  }

  private void copy(int column, int rows) {
    DuckDBReadableVector values = columns[column];
    switch (types[column]) {
      case BIGINT -> {
        long[] copy = new long[rows];
        for (int i = 0; i < rows; i++) {
          copy[i] = values.getLong(i, 0);
        }
        wholes[column] = copy;
      }
      case INTEGER -> {
        long[] copy = new long[rows];
        for (int i = 0; i < rows; i++) {
          copy[i] = values.getInt(i, 0);
        }
        wholes[column] = copy;
      }
      case DOUBLE -> {
        double[] copy = new double[rows];
        for (int i = 0; i < rows; i++) {
          copy[i] = values.getDouble(i, 0);
        }
        fractions[column] = copy;
      }
      default -> {} // rare, or no number
    }
  }

  /** Moves to a row of the chunk. */
  ChunkRow at(int row) {
    this.row = row;
    return this;
  }

  @Override
  public long integer(int column) {
    long @Nullable [] copy = wholes[column];
    return copy != null ? copy[row] : rare(column);
  }

  private long rare(int column) {
    DuckDBReadableVector values = columns[column];
    if (values.isNull(row)) {
      return 0;
    }
    return switch (types[column]) {
      case SMALLINT -> values.getShort(row);
      case TINYINT -> values.getByte(row);
      case HUGEINT -> values.getHugeInt(row).longValueExact();
      default -> throw unexpected("a whole number", column);
    };
  }

  @Override
  public double number(int column) {
    double @Nullable [] copy = fractions[column];
    return copy != null ? copy[row] : integer(column);
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
