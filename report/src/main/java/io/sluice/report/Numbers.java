package io.sluice.report;

import io.sluice.interval.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {
  private Numbers() {}

  /** With a sign and four digits that mean something. */
  public static String signed(double value) {
    String text = plain(Math.abs(value));
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return (zero ? " " : value < 0 ? "−" : "+") + text;
  }

  public static String plain(double value) {
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value).replace('-', '−');
  }

  /** The same, but what is not nothing does not look like it. */
  public static String small(double value) {
    return value > 0 && value < 0.001
        ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
        : plain(value);
  }

  /** As in a file: no more digits than there are. */
  public static String asWritten(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  public static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Rounded up to three digits that mean something. */
  public static long roughly(long value) {
    long unit = 1;
    while (value / unit >= 1000) {
      unit *= 10;
    }
    return (value + unit - 1) / unit * unit;
  }

  /** "1 step", "3 steps". */
  public static String counted(long number, String thing) {
    return whole(number) + " " + thing + (number == 1 ? "" : "s");
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  /** Text with numbers in it, the same on every machine. */
  public static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** An estimate with its bounds, in words. */
  public static String interval(Interval i, double delta) {
    return say(
        "%s (%s: %s to %s)",
        shownSigned(i.estimate()),
        shortPercent(1 - delta),
        shownSigned(i.lower()),
        shownSigned(i.upper()));
  }

  /** How many of them are shown, in words. */
  public static String shownOf(long some, long all, String what) {
    return some < all ? say("%,d of %,d %s", some, all, what) : say("all %,d %s", all, what);
  }

  /** A share, with no more digits than it needs. */
  public static String shortPercent(double share) {
    return trimmed(Math.round(1000 * share) / 10.0) + "%";
  }

  /** For a page: four digits that matter, very small and large numbers with their exponent. */
  public static String shown(double value) {
    if (!Double.isFinite(value)) {
      return String.valueOf(value);
    }
    double size = Math.abs(value);
    String digits =
        size >= 1e6 || size > 0 && size < 1e-4
            ? String.format(Locale.ROOT, "%.2e", size)
            : String.format(Locale.ROOT, size >= 100 ? "%,.1f" : size >= 1 ? "%.3f" : "%.4f", size);
    return value < 0 && !digits.matches("0[.0]*") ? "−" + digits : digits;
  }

  /** The same with its sign. */
  public static String shownSigned(double value) {
    String shown = shown(value);
    return shown.startsWith("−") ? shown : "+" + shown;
  }

  /** Without zeros that say nothing. */
  public static String trimmed(double value) {
    return new BigDecimal(String.format(Locale.ROOT, "%.10f", value))
        .stripTrailingZeros()
        .toPlainString();
  }
}
