package io.sluice.assumptions;

/**
 * Which tables are kept where there are too many: those whose hash ends in some number of zero
 * bits. It has nothing to do with what is in them.
 */
final class TableSample {
  private final int[] ending = new int[Long.SIZE + 1]; // tables by the zero bits of their hash

  static long hash(long table) {
    long mixed = (table ^ (table >>> 31)) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
    return mixed ^ (mixed >>> 32);
  }

  static boolean keeps(long table, int bits) {
    return bits == 0 || (hash(table) & ((1L << bits) - 1)) == 0;
  }

  /** Counts a table that is going to be added; each once. */
  void add(long table) {
    ending[Long.numberOfTrailingZeros(hash(table))]++;
  }

  /** These and others. */
  void add(TableSample others) {
    for (int zeros = 0; zeros < ending.length; zeros++) {
      ending[zeros] += others.ending[zeros];
    }
  }

  /** How many bits it takes to keep at most so many of the tables that were counted. */
  int bits(int most) {
    int bits = 0;
    for (long kept = kept(0); kept > most; kept = kept(bits)) {
      bits++;
    }
    return bits;
  }

  private long kept(int bits) {
    long kept = 0;
    for (int zeros = bits; zeros < ending.length; zeros++) {
      kept += ending[zeros];
    }
    return kept;
  }
}
