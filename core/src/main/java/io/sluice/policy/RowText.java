package io.sluice.policy;

import io.sluice.policy.PolicyColumn.Reading;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
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

  /** How long a date without a time is. */
  private static final int DATE = 10;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?|[+-]?[iI]nf(inity)?");

  private RowText() {}

  /** A row as a policy sees it. */
  static double[] values(List<PolicyColumn> columns, Map<String, ?> row) {
    double[] x = new double[columns.size()];
    for (int j = 0; j < x.length; j++) {
      x[j] = value(columns.get(j), row.get(columns.get(j).source()));
    }
    return x;
  }

  /** One value as a policy uses it. */
  public static double value(PolicyColumn column, @Nullable Object value) {
    if (value == null) {
      return Double.NaN;
    }
    if (column.reading() instanceof Reading.Days) {
      return column.read(value instanceof Number n ? n.doubleValue() : days(column, value));
    }
    if (column.reading() instanceof Reading.Element element) {
      return column.read(element(column, element.place(), value));
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

  /** A date as days since 1970-01-01 00:00, NaN where there is none. */
  private static double days(PolicyColumn column, Object value) {
    String text = value.toString().strip().replace(' ', 'T');
    if (isMissing(text)) {
      return Double.NaN;
    }
    try {
      LocalDateTime at =
          text.length() > DATE ? LocalDateTime.parse(text) : LocalDate.parse(text).atStartOfDay();
      return ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), at) / 1e6 / 86400.0;
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%s: needs a date, YYYY-MM-DD with or without a time, got \"%s\""
              .formatted(column.name(), value),
          e);
    }
  }

  /** A number of a list; NaN where it is missing, or the list is too short. */
  private static double element(PolicyColumn column, int place, Object value) {
    String text = value.toString().strip();
    if (isMissing(text)) {
      return Double.NaN;
    }
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new IllegalArgumentException(
          "%s: needs a list of numbers, got \"%s\"".formatted(column.source(), value));
    }
    String[] parts = text.substring(1, text.length() - 1).split(",", -1);
    String part = place <= parts.length ? parts[place - 1] : "";
    double number = number(part);
    if (Double.isNaN(number) && !isMissing(part)) {
      throw new IllegalArgumentException(
          "%s: needs a list of numbers, got \"%s\"".formatted(column.source(), value));
    }
    return number;
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
