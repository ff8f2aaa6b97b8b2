package io.sluice.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {
  private Numbers() {}

  /** With a sign and four digits that mean something. */
  static String signed(double value) {
    String text = plain(Math.abs(value));
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return (zero ? " " : value < 0 ? "−" : "+") + text;
  }

  static String plain(double value) {
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value).replace('-', '−');
  }

  /** The same, but what is not nothing does not look like it. */
  static String small(double value) {
    return value > 0 && value < 0.001
        ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
        : plain(value);
  }

  /** As in a file: no more digits than there are. */
  static String asWritten(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Rounded up to three digits that mean something. */
  static long roughly(long value) {
    long unit = 1;
    while (value / unit >= 1000) {
      unit *= 10;
    }
    return (value + unit - 1) / unit * unit;
  }

  /** "1 step", "3 steps". */
  static String counted(long number, String thing) {
    return whole(number) + " " + thing + (number == 1 ? "" : "s");
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }
}
