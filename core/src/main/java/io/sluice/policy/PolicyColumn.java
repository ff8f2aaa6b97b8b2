package io.sluice.policy;

import java.io.Serializable;
import java.util.List;

/**
 * A column that a policy uses, and how its values are read. A row is an array of numbers: a number
 * is clipped to the range of the log; a category is the index of its level, or the number of levels
 * if the level is unknown; a missing value is NaN.
 *
 * @param least the smallest number in the log: smaller ones are replaced by it
 * @param most the largest likewise
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

  /** A number as the policy uses it; a number that is not finite is missing. */
  public double read(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.NaN
        : Math.min(most, Math.max(least, value));
  }

  /** A level as the policy uses it. */
  public double read(String level) {
    int place = levels.indexOf(level);
    return place < 0 ? levels.size() : place;
  }

  boolean isNumber() {
    return kind == Kind.NUMBER;
  }
}
