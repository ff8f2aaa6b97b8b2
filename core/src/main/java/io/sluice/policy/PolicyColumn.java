package io.sluice.policy;

import java.io.Serializable;
import java.util.List;

/**
 * A column that a policy looks at, and how its values are read. Rows are numbers by column: of a
 * number itself, within what the log had, of a category the place of its level, or the number of
 * levels for every other one. What is missing is NaN.
 *
 * @param least of a number, the smallest that the log had: smaller ones count as it
 * @param most the same from above
 * @param levels of a category, those that the policy tells apart
 * @param reading how a number comes from what rows hold
 */
public record PolicyColumn(
    String name, Kind kind, double least, double most, List<String> levels, Reading reading) {
  /** What a column holds. */
  public enum Kind {
    NUMBER,
    CATEGORY
  }

  /** How a number comes from what rows hold. */
  public sealed interface Reading extends Serializable {
    /** It is what they hold. */
    record Plain() implements Reading {}

    /** A date, YYYY-MM-DD with or without a time of day, as days since 1970-01-01 00:00. */
    record Days() implements Reading {}

    /**
     * One number of a list.
     *
     * @param column the lists
     * @param place from 1
     */
    record Element(String column, int place) implements Reading {}
  }

  public PolicyColumn {
    levels = List.copyOf(levels);
    if (kind == Kind.NUMBER && !(-Double.MAX_VALUE <= least && least <= most && most < 1 / 0.0)) {
      throw new IllegalArgumentException(
          "column %s: needs finite ends in order, got %s and %s".formatted(name, least, most));
    }
  }

  public static PolicyColumn number(String name, double least, double most) {
    return number(name, least, most, new Reading.Plain());
  }

  public static PolicyColumn number(String name, double least, double most, Reading reading) {
    return new PolicyColumn(name, Kind.NUMBER, least, most, List.of(), reading);
  }

  public static PolicyColumn category(String name, List<String> levels) {
    return new PolicyColumn(name, Kind.CATEGORY, 0, 0, levels, new Reading.Plain());
  }

  /** The column of a row that it is read from. */
  public String source() {
    return reading instanceof Reading.Element element ? element.column() : name;
  }

  /** A number as the policy sees it: what is not finite is missing. */
  public double read(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.NaN
        : Math.min(most, Math.max(least, value));
  }

  /** A level as the policy sees it. */
  public double read(String level) {
    int place = levels.indexOf(level);
    return place < 0 ? levels.size() : place;
  }

  boolean isNumber() {
    return kind == Kind.NUMBER;
  }
}
