package io.sluice.policy;

import java.util.Arrays;
import java.util.Locale;

/** The dialects of SQL that a policy can be written in. */
public enum SqlDialect {
  DUCKDB("DOUBLE", "VARCHAR", '"', "l"),
  SPARK("DOUBLE", "STRING", '`', "struct(l.*)"),
  POSTGRESQL("DOUBLE PRECISION", "TEXT", '"', "l");

  private final String number;
  private final String text;
  private final char quote;
  private final String wholeRow;

  SqlDialect(String number, String text, char quote, String wholeRow) {
    this.number = number;
    this.text = text;
    this.quote = quote;
    this.wholeRow = wholeRow;
  }

  /** The dialect of this name. */
  public static SqlDialect named(String name) {
    return Arrays.stream(values())
        .filter(d -> d.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "dialect: needs duckdb, spark or postgresql, got " + name));
  }

  /** As users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  String identifier(String name) {
    String twice = String.valueOf(quote).repeat(2);
    return quote + name.replace(String.valueOf(quote), twice) + quote;
  }

  String text(String value) {
    // A backslash begins an escape in Spark only.
    String escaped =
        this == SPARK ? value.replace("\\", "\\\\").replace("'", "\\'") : value.replace("'", "''");
    return "'" + escaped + "'";
  }

  String number(double value) {
    return "CAST('%s' AS %s)".formatted(value, number);
  }

  String asNumber(String expression) {
    return "CAST(%s AS %s)".formatted(expression, number);
  }

  String asText(String expression) {
    return "CAST(%s AS %s)".formatted(expression, text);
  }

  /** A text that begins with a date as days since 1970-01-01 00:00; missing where it is none. */
  String days(String text) {
    String date = "CASE WHEN %1$s LIKE '____-__-__%%' THEN %1$s END".formatted(text);
    return switch (this) {
      case DUCKDB -> "epoch(TRY_CAST(%s AS TIMESTAMP)) / %s".formatted(date, number(86400));
      case SPARK ->
          "timestampdiff(MICROSECOND, TIMESTAMP_NTZ'1970-01-01 00:00:00', TRY_CAST(%s AS TIMESTAMP_NTZ)) / %s / %s"
              .formatted(date, number(1e6), number(86400));
      case POSTGRESQL ->
          "CAST(extract(epoch FROM CAST(%s AS TIMESTAMP)) AS %s) / %s"
              .formatted(date, number, number(86400));
    };
  }

  /** Ends a query whose columns are to be computed once, not again wherever they are used. */
  String once() {
    return this == POSTGRESQL ? "\nOFFSET 0" : "";
  }

  /** All columns of the table l as one value. */
  String wholeRow() {
    return wholeRow;
  }

  /** All columns of such a value. */
  String expanded(String row) {
    return switch (this) {
      case DUCKDB -> "unnest(" + row + ")";
      case SPARK -> row + ".*";
      case POSTGRESQL -> "(" + row + ").*";
    };
  }
}
