package io.sluice.report.chart;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The round numbers beside an axis: multiples of 1, 2 or 5 times a power of ten, or, where it is
 * logarithmic, such numbers themselves.
 *
 * @param decimals how many all of them are written with, so that 0.5 and 1.0 line up; {@link
 *     #AS_NEEDED} if each has its own number
 */
record Ticks(List<Double> values, int decimals) {
  private static final int AS_NEEDED = -1;
  private static final int[][] WITHIN_A_DECADE = {{1, 2, 5}, {1, 3}, {1}};

  /** As many ticks as possible, but no more than asked for (at least 2). */
  static Ticks over(Range range, int most) {
    int exponent = (int) Math.floor(Math.log10(range.length() / most));
    while (true) {
      for (int factor : new int[] {1, 2, 5}) {
        Ticks ticks = multiples(range, factor, exponent);
        if (ticks.values.size() <= most) {
          return ticks;
        }
      }
      exponent++;
    }
  }

  private static Ticks multiples(Range range, int factor, int exponent) {
    // Dividing by a whole power of ten rounds once: 3 / 10 is 0.3, while 3 · 0.1 is not.
    double unit = Math.pow(10, Math.abs(exponent));
    double step = exponent < 0 ? factor / unit : factor * unit;
    // An end that is a tick but for rounding counts: 0.3 / 0.05 is a little less than 6.
    long first = (long) Math.ceil(range.low() / step - 1e-9);
    long last = (long) Math.floor(range.high() / step + 1e-9);
    List<Double> values =
        LongStream.rangeClosed(first, last)
            .mapToObj(k -> exponent < 0 ? k * factor / unit : k * factor * unit)
            .toList();
    return new Ticks(values, Math.max(0, -exponent));
  }

  /**
   * The same for a logarithmic axis: 1, 2, 5, 10, 20 … if there is space, or 1, 3, 10, or powers of
   * ten, not all of them if there are many.
   *
   * @param powers the part of the axis, as powers of ten
   */
  static Ticks overPowers(Range powers, int most) {
    for (int every = 1; ; every++) {
      for (int[] digits : WITHIN_A_DECADE) {
        Ticks ticks = powers(powers, every, every == 1 ? digits : new int[] {1});
        if (ticks.values.size() <= most) {
          return ticks;
        }
      }
    }
  }

  private static Ticks powers(Range powers, int every, int[] digits) {
    List<Double> values = new ArrayList<>();
    for (int k = (int) Math.floor(powers.low()); k <= powers.high(); k++) {
      for (int digit : digits) {
        double value = Double.parseDouble(digit + "e" + k); // rounds once, unlike digit · 10ᵏ
        double place = Math.log10(value);
        boolean inside = powers.low() - 1e-9 <= place && place <= powers.high() + 1e-9;
        if (inside && Math.floorMod(k, every) == 0) {
          values.add(value);
        }
      }
    }
    return new Ticks(values, AS_NEEDED);
  }

  /** The number as people write it, whatever the locale: 10,000 and −0.25, never 1E4. */
  String text(double value) {
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    symbols.setMinusSign('−');
    symbols.setGroupingSeparator(',');
    symbols.setDecimalSeparator('.');
    DecimalFormat format = new DecimalFormat("#,##0", symbols);
    boolean own = decimals == AS_NEEDED;
    int digits = own ? Math.max(0, (int) -Math.floor(Math.log10(value) + 1e-9)) : decimals;
    format.setMinimumFractionDigits(digits);
    format.setMaximumFractionDigits(digits);
    return format.format(value);
  }
}
