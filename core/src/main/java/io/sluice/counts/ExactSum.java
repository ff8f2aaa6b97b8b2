package io.sluice.counts;

/**
 * Sums of numbers from [0, 1] that do not depend on the order of adding: fixed point over unsigned
 * 128-bit integers.
 *
 * <p>A number is cut to a multiple of 2⁻⁶⁰, which changes nothing at or above 2⁻⁷ and nothing by
 * more than 10⁻¹⁸ below; the integers are then added exactly. Any engine with 128-bit integers does
 * the same in SQL.
 */
public final class ExactSum {
  /** One, in units of the grid. */
  public static final double ONE = 0x1p60;

  private ExactSum() {}

  /** ⌊v·2⁶⁰⌋ for v in [0, 1]. */
  public static long toGrid(double value) {
    return (long) (value * ONE); // cut towards 0, which is down
  }

  /** (high·2⁶⁴ + low)·2⁻⁶⁰, low taken as unsigned. */
  public static double toDouble(long high, long low) {
    // Without a branch for small sums: which sums are small is a matter of chance.
    double upper = (double) (low >>> 32) * 0x1p32;
    double lower = (double) (low & 0xffff_ffffL);
    return ((double) high * 0x1p64 + upper + lower) * 0x1p-60;
  }
}
