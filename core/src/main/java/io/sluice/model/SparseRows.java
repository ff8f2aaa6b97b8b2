package io.sluice.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * A sparse matrix in compressed row storage: only entries that are not 0 are stored; immutable.
 *
 * <p>Entry k of row i has {@code start(i) ≤ k < start(i + 1)}; columns rise within a row.
 */
public final class SparseRows implements Serializable {
  final int[] start;
  final int[] column;
  final double[] value;

  private SparseRows(int[] start, int[] column, double[] value) {
    this.start = start;
    this.column = column;
    this.value = value;
  }

  /** The rows of all of these, one after the other. */
  static SparseRows joined(List<SparseRows> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    int rows = all.stream().mapToInt(SparseRows::rows).sum();
    int entries = all.stream().mapToInt(SparseRows::entries).reduce(0, Math::addExact);
    int[] start = new int[rows + 1];
    int[] column = new int[entries];
    double[] value = new double[entries];
    int row = 0;
    int entry = 0;
    for (SparseRows part : all) {
      System.arraycopy(part.column, 0, column, entry, part.entries());
      System.arraycopy(part.value, 0, value, entry, part.entries());
      for (int i = 1; i <= part.rows(); i++) {
        start[++row] = entry + part.start[i];
      }
      entry += part.entries();
    }
    return new SparseRows(start, column, value);
  }

  public int rows() {
    return start.length - 1;
  }

  public int entries() {
    return column.length;
  }

  public int start(int row) {
    return start[row];
  }

  public int column(int entry) {
    return column[entry];
  }

  public double value(int entry) {
    return value[entry];
  }

  /** The first of entries {@code from} … {@code end − 1} of a row whose column is at least this. */
  public int find(int from, int end, int column) {
    int at = Arrays.binarySearch(this.column, from, end, column);
    return at >= 0 ? at : -at - 1;
  }

  public boolean isEmpty(int row) {
    return start[row] == start[row + 1];
  }

  /** Builds rows one after the other, the entries of a row by rising column. */
  public static final class Writer {
    private final int[] start;
    private int[] column;
    private double[] value;
    private int row;
    private int entries;

    public Writer(int rows, int expectedEntries) {
      start = new int[rows + 1];
      column = new int[Math.max(expectedEntries, 16)];
      value = new double[column.length];
    }

    public void entry(int column, double value) {
      if (entries > start[row] && this.column[entries - 1] >= column) {
        throw new IllegalArgumentException(
            "row %s: columns must rise, got %s after %s"
                .formatted(row, column, this.column[entries - 1]));
      }
      if (entries == this.column.length) {
        int larger = (int) Math.min(Integer.MAX_VALUE - 8L, entries + (entries >> 1) + 16L);
        this.column = Arrays.copyOf(this.column, larger);
        this.value = Arrays.copyOf(this.value, larger);
      }
      this.column[entries] = column;
      this.value[entries++] = value;
    }

    public void endRow() {
      start[++row] = entries;
    }

    public SparseRows done() {
      if (row != start.length - 1) {
        throw new IllegalStateException(
            "sparse rows: %s were announced, got %s".formatted(start.length - 1, row));
      }
      return column.length == entries
          ? new SparseRows(start, column, value)
          : new SparseRows(start, Arrays.copyOf(column, entries), Arrays.copyOf(value, entries));
    }
  }
}
