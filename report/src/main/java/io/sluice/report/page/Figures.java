package io.sluice.report.page;

import io.sluice.interval.Interval;
import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
  private Figures() {}

  /** Text with numbers in it, the same on every machine. */
  static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** An estimate with its bounds, in words. */
  static String interval(Interval i, double delta) {
    return say(
        "%s (%s: %s to %s)",
        signed(i.estimate()), percent(1 - delta), signed(i.lower()), signed(i.upper()));
  }

  /** How many of them are shown, in words. */
  static String shown(long some, long all, String what) {
    return some < all ? say("%,d of %,d %s", some, all, what) : say("all %,d %s", all, what);
  }

  /** A share, with no more digits than it needs. */
  static String percent(double share) {
    return trimmed(Math.round(1000 * share) / 10.0) + "%";
  }

  /** Four digits that matter, with a true minus sign. */
  static String shown(double value) {
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
  static String signed(double value) {
    String shown = shown(value);
    return shown.startsWith("−") ? shown : "+" + shown;
  }

  /** Without zeros that say nothing. */
  static String trimmed(double value) {
    return new java.math.BigDecimal(String.format(Locale.ROOT, "%.10f", value))
        .stripTrailingZeros()
        .toPlainString();
  }
}
