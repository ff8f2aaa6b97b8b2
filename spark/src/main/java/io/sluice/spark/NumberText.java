package io.sluice.spark;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.spark.sql.api.java.UDF1;
import org.jspecify.annotations.Nullable;

/**
 * Spells floating-point numbers as DuckDB does, so that a number that serves as a name has one
 * name: 1.0, 0.0001, 1e-05, 1e+16, with as few digits as tell it apart.
 */
final class NumberText implements UDF1<Object, String> {
  private static final long serialVersionUID = 1;

  /** Numbers from 10⁻⁴ to 10¹⁶ are written out. */
  private static final int LEAST = -4;

  private static final int MOST = 16;

  private static final RoundingMode[] NEAREST_FIRST = {
    RoundingMode.HALF_EVEN, RoundingMode.UP, RoundingMode.DOWN
  };

  @Override
  public @Nullable String call(@Nullable Object number) {
    if (number == null) {
      return null;
    }
    double value = ((Number) number).doubleValue();
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    String sign = value < 0 || 1 / value < 0 ? "-" : "";
    return sign + (value == 0 ? "0.0" : spelled(shortest(number, Math.abs(value))));
  }

  /**
   * With as few digits as are read back as the same number; Double.toString has one too many for
   * some before Java 19. Below a power of two numbers are closer than above it, so the nearer of
   * two roundings may be another number and the farther not.
   */
  private static BigDecimal shortest(Object number, double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; ; digits++) {
      for (RoundingMode mode : NEAREST_FIRST) {
        BigDecimal rounded = exact.round(new MathContext(digits, mode));
        boolean same =
            number instanceof Float
                ? rounded.floatValue() == (float) value
                : rounded.doubleValue() == value;
        if (same) {
          return rounded.stripTrailingZeros();
        }
      }
    }
  }

  private static String spelled(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= LEAST && exponent < MOST) {
      String plain = value.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String digits = value.unscaledValue().toString();
    String rest = digits.length() > 1 ? "." + digits.substring(1) : "";
    return "%s%se%s%s"
        .formatted(
            digits.charAt(0),
            rest,
            exponent < 0 ? '-' : '+',
            Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Math.abs(exponent));
  }

  /** A number of JSON as DuckDB reads it: a fraction in its shortest spelling; no negative zero. */
  static String ofJson(String number) {
    double value = Double.parseDouble(number);
    boolean whole = number.matches("-?[0-9]+");
    return whole || Double.isInfinite(value)
        ? number.equals("-0") ? "0" : number
        : String.valueOf(new NumberText().call(value));
  }
}
