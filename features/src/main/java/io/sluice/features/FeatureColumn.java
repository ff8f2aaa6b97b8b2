package io.sluice.features;

import io.sluice.policy.PolicyColumn.Reading;
import java.io.Serializable;
import java.util.List;

/**
 * A column that is part of the state.
 *
 * @param levels of a category, those that are frequent enough not to be pooled; none of a number
 * @param reading how its number comes from what rows hold
 */
public record FeatureColumn(String name, Kind kind, List<String> levels, Reading reading)
    implements Serializable {
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
    return number(name, new Reading.Plain());
  }

  public static FeatureColumn number(String name, Reading reading) {
    return new FeatureColumn(name, Kind.NUMBER, List.of(), reading);
  }

  public static FeatureColumn category(String name, List<String> levels) {
    return new FeatureColumn(name, Kind.CATEGORY, levels, new Reading.Plain());
  }
}
