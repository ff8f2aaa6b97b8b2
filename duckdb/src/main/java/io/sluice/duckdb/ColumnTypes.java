package io.sluice.duckdb;

import java.util.Collection;

/** What is read of a column of a Parquet file, by the name of its type. */
final class ColumnTypes {
  private static final String WHOLE = "U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER";
  private static final String DECIMAL = "DECIMAL\\(\\d+,\\s*\\d+\\)";
  private static final String NUMBER = WHOLE + "|FLOAT|DOUBLE|" + DECIMAL;

  private ColumnTypes() {}

  /** Lists of numbers are text, as they are in a text file. */
  static boolean isVector(String type) {
    return type.matches("(%s)\\[\\d*\\]".formatted(NUMBER));
  }

  /** Intervals and nested columns are left out, except lists of numbers. */
  static boolean isLeftOut(String type) {
    boolean nested = type.matches(".*[)\\]].*|.*\\[.*") && !type.matches(DECIMAL);
    return type.equals("INTERVAL") || nested && !isVector(type);
  }

  /** Whether DuckDB reads columns of these types together as what they are. */
  static boolean areAlike(Collection<String> types) {
    return types.size() == 1 || types.stream().allMatch(type -> type.matches(WHOLE));
  }

  /** What columns of several types become: numbers, if all are numbers, or else text. */
  static String common(Collection<String> types) {
    return types.stream().allMatch(type -> type.matches(NUMBER)) ? "DOUBLE" : "VARCHAR";
  }
}
