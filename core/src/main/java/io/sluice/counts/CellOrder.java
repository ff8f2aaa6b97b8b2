package io.sluice.counts;

/** Sorts cells by their keys, from the lowest byte to the highest in which keys differ. */
public final class CellOrder {
  private static final int BITS = 8;
  private static final int DIGITS = 1 << BITS;

  private CellOrder() {}

  /** Puts keys ≥ 0 in rising order, and their places with them. */
  public static void sort(long[] keys, int[] places) {
    long differing = 0;
    for (long key : keys) {
      differing |= key ^ keys[0];
    }
    long[] fromKeys = keys;
    int[] fromPlaces = places;
    long[] toKeys = new long[keys.length];
    int[] toPlaces = new int[keys.length];
    for (int shift = 0; shift < Long.SIZE && differing >>> shift != 0; shift += BITS) {
      byDigit(shift, fromKeys, fromPlaces, toKeys, toPlaces);
      long[] otherKeys = fromKeys;
      int[] otherPlaces = fromPlaces;
      fromKeys = toKeys;
      fromPlaces = toPlaces;
      toKeys = otherKeys;
      toPlaces = otherPlaces;
    }
    if (fromKeys != keys) {
      System.arraycopy(fromKeys, 0, keys, 0, keys.length);
      System.arraycopy(fromPlaces, 0, places, 0, places.length);
    }
  }

  /** By one digit; those that share it stay in their order. */
  private static void byDigit(
      int shift, long[] fromKeys, int[] fromPlaces, long[] toKeys, int[] toPlaces) {
    int[] start = new int[DIGITS + 1];
    for (long key : fromKeys) {
      start[digit(key, shift) + 1]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
      start[digit + 1] += start[digit];
    }
    for (int i = 0; i < fromKeys.length; i++) {
      int to = start[digit(fromKeys[i], shift)]++;
      toKeys[to] = fromKeys[i];
      toPlaces[to] = fromPlaces[i];
    }
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (DIGITS - 1);
  }
}
