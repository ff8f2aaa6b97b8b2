package io.sluice.policy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values of a row as people and programs write them. */
public final class RowText {
  /** What is written where a value is missing, whatever the case. */
  static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null", "none");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?|[+-]?[iI]nf(inity)?");

  private RowText() {}

  /** A row as a policy sees it. */
  static double[] values(List<PolicyColumn> columns, Map<String, ?> row) {
    double[] x = new double[columns.size()];
    for (int j = 0; j < x.length; j++) {
      x[j] = value(columns.get(j), row.get(columns.get(j).name()));
    }
    return x;
  }

  /** One value as a policy sees it. */
  public static double value(PolicyColumn column, @Nullable Object value) {
    if (value == null) {
      return Double.NaN;
    }
    if (column.isNumber()) {
      double number = value instanceof Number n ? n.doubleValue() : number(value);
      if (Double.isNaN(number) && !(value instanceof Number) && !isMissing(value.toString())) {
        throw new IllegalArgumentException(
            "%s: needs a number, got \"%s\"".formatted(column.name(), value));
      }
      return column.read(number);
    }
    String text = value.toString();
    return isMissing(text) ? Double.NaN : column.read(text);
  }

  static boolean isMissing(String text) {
    return MISSING.contains(text.strip().toLowerCase(Locale.ROOT));
  }

  /** A number, NaN where there is none. */
  static double number(@Nullable Object value) {
    String text = value == null ? "" : value.toString().strip();
    if (!NUMBER.matcher(text).matches()) {
      return Double.NaN;
    }
    String word = text.toLowerCase(Locale.ROOT);
    return word.endsWith("inf") || word.endsWith("infinity")
        ? (word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
        : Double.parseDouble(text);
  }
}
