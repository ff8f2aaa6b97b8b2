package io.sluice.assumptions;

import io.sluice.counts.CellOrder;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Counts cells of many tables in bounded memory. Cells are numbered: table, then row, then column.
 *
 * <p>If there are more than {@value #MOST} cells, only tables whose hash ends in a zero bit are
 * kept; if those are still too many, two zero bits, and so on. What is kept depends on all that was
 * added and not on its order, so parts can be added up in any way. Which tables are kept has
 * nothing to do with what is in them.
 */
final class TableTally implements Serializable {
  private static final int MOST = 1 << 18;

  /** One in so many cells waits before it is looked for among those that are counted. */
  private static final int PER_RECENT = 1 << 6;

  private final int most;
  private final long tableSize;
  private final int columns;
  private int bits; // how many zero bits a kept table's hash ends in
  private int size;
  private long[] keys = new long[16]; // the number of a cell and 1; 0 where the slot is free
  private int[] counts = new int[16];
  private long[] recent; // keys that were added last, each once; never full
  private int added; // how many they are
  private final ArrayList<TableTally> parts = new ArrayList<>(); // that are still to be added
  private int waiting; // their cells

  /**
   * @param tableSize cells of a table
   * @param columns cells of a row
   */
  TableTally(long tableSize, int columns) {
    this(tableSize, columns, MOST);
  }

  TableTally(long tableSize, int columns, int most) {
    this.tableSize = tableSize;
    this.columns = columns;
    this.most = most;
    this.recent = new long[mostRecent(16)];
  }

  private int mostRecent(int wanted) {
    return Math.max(1, Math.min(wanted, most / PER_RECENT));
  }

  /** Whether so many tables can be numbered with their cells. */
  static boolean canNumber(double tables, double rows, double columns) {
    return tables * rows * columns < Long.MAX_VALUE / 2.0;
  }

  /**
   * The same that from the beginning keeps no more tables than it may in the end.
   *
   * @param tables some of those that will be added
   */
  TableTally knowing(TableSample tables) {
    TableTally empty = new TableTally(tableSize, columns, most);
    empty.bits = tables.bits(most);
    return empty;
  }

  /** For more of the same: what is not kept here would not be kept in the sum. */
  TableTally empty() {
    addRecent();
    TableTally empty = new TableTally(tableSize, columns, most);
    empty.bits = bitsOfAll();
    return empty;
  }

  void add(long table, long row, int column) {
    if (keeps(table)) {
      recent[added++] = key(table, row, column);
      if (added == recent.length) {
        makeRoom();
      }
    }
  }

  void add(long table, long row, int column, int n) {
    addRecent();
    if (keeps(table)) {
      addKey(key(table, row, column), n);
    }
  }

  private long key(long table, long row, int column) {
    return 1 + table * tableSize + row * columns + column;
  }

  private void makeRoom() {
    int length = mostRecent(2 * added);
    if (length > added) {
      recent = Arrays.copyOf(recent, length);
    } else {
      addRecent();
    }
  }

  /** Parts with few rows leave this to their sum, so that a cell is looked for once. */
  private void addRecent() {
    int keys = added;
    added = 0;
    addKeys(recent, keys, bits);
  }

  /**
   * @param bits that they were kept by
   */
  private void addKeys(long[] keys, int size, int bits) {
    for (int i = 0; i < size; i++) {
      if (bits == this.bits || isKeptKey(keys[i])) {
        addKey(keys[i], 1);
      }
    }
  }

  private boolean isKeptKey(long key) {
    return keeps((key - 1) / tableSize);
  }

  /** Whether a table's cells are counted; once they are not, they never are again. */
  boolean keeps(long table) {
    return TableSample.keeps(table, bits);
  }

  private void addKey(long key, int n) {
    int slot = slot(key);
    if (keys[slot] == 0) {
      keys[slot] = key;
      size++;
    }
    counts[slot] += n;
    if (size > most) {
      while (size > most) {
        bits++;
        rebuild(keys.length, false);
      }
    } else if (2 * size > keys.length) {
      rebuild(2 * keys.length, true);
    }
  }

  private int slot(long key) {
    // By the highest bits: keys in the order of one table's slots are also in the order of those of
    // a larger one, so that memory is read from its beginning to its end.
    int slot = (int) (TableSample.hash(key) >>> (Long.numberOfLeadingZeros(keys.length) + 1));
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  /**
   * @param all whether all cells are still kept
   */
  private void rebuild(int slots, boolean all) {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[slots];
    counts = new int[slots];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0 && (all || isKeptKey(oldKeys[i]))) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        counts[slot] = oldCounts[i];
        size++;
      }
    }
  }

  /**
   * Sums of blocks wait until they are many, so that cells are put together once and not in pairs.
   */
  TableTally plus(TableTally later) {
    parts.add(later);
    parts.addAll(later.parts);
    waiting += later.size + later.added + later.waiting;
    later.parts.clear();
    later.waiting = 0;
    if (size + added + waiting > most) {
      putTogether();
    }
    return this;
  }

  private void putTogether() {
    addRecent();
    int slots = keys.length;
    while (slots < 2L * Math.min(most, size + waiting)) {
      slots *= 2; // once, and not while cells come in the order of their slots
    }
    int before = bits;
    bits = bitsOfAll();
    if (bits > before || slots > keys.length) {
      rebuild(slots, bits == before);
    }
    for (TableTally part : parts) {
      for (int i = 0; i < part.keys.length; i++) {
        if (part.keys[i] != 0 && (bits == part.bits || isKeptKey(part.keys[i]))) {
          addKey(part.keys[i], part.counts[i]);
        }
      }
      addKeys(part.recent, part.added, part.bits);
    }
    parts.clear();
    waiting = 0;
    recent = new long[mostRecent(16)];
  }

  private int bitsOfAll() {
    int all = bits;
    for (TableTally part : parts) {
      all = Math.max(all, part.bits);
    }
    return all;
  }

  /** What is sent from one machine to another is as small as it can be. */
  private void writeObject(ObjectOutputStream out) throws IOException {
    putTogether();
    out.defaultWriteObject();
  }

  /** Shows every table, in the order of their numbers; the builder is used again. */
  void forEachTable(Consumer<MarginTable.Builder> visitor) {
    putTogether();
    long[] cells = new long[size];
    int[] times = new int[size];
    for (int i = 0, at = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        cells[at] = keys[i] - 1;
        times[at++] = counts[i];
      }
    }
    CellOrder.sort(cells, times);
    MarginTable.Builder table = new MarginTable.Builder();
    for (int i = 0; i < cells.length; i++) {
      long inTable = cells[i] % tableSize;
      table.add(inTable / columns, (int) (inTable % columns), times[i]);
      if (i + 1 == cells.length || cells[i + 1] / tableSize != cells[i] / tableSize) {
        visitor.accept(table);
        table.clear();
      }
    }
  }

  /** How often each kept cell was counted, by the order of cells. */
  int[] multiplicities() {
    putTogether();
    int[] all = new int[size];
    for (int i = 0, at = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        all[at++] = counts[i];
      }
    }
    Arrays.sort(all);
    return all;
  }
}
