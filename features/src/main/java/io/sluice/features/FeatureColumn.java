package io.sluice.features;

import java.io.Serializable;
import java.util.List;

/**
 * A column that is part of the state.
 *
 * @param levels of a category, those that are frequent enough to count by themselves; none of a
 *     number
 */
public record FeatureColumn(String name, Kind kind, List<String> levels) implements Serializable {
  /** What a column holds. */
  public enum Kind {
    /** Its value is the number. */
    NUMBER,
    /** Its value is the place of its level, or the number of levels for all the others. */
    CATEGORY
  }

  public FeatureColumn {
    levels = List.copyOf(levels);
  }

  public static FeatureColumn number(String name) {
    return new FeatureColumn(name, Kind.NUMBER, List.of());
  }

  public static FeatureColumn category(String name, List<String> levels) {
    return new FeatureColumn(name, Kind.CATEGORY, levels);
  }
}
