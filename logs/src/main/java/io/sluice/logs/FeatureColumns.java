package io.sluice.logs;

import io.sluice.features.FeatureColumn;
import io.sluice.mdp.Labels;
import io.sluice.policy.PolicyColumn.Reading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The feature columns of a log, and how they are kept.
 *
 * @param names of the columns
 * @param kinds what they hold, and what other columns hold that policies may look at
 */
record FeatureColumns(OpenedLog log, List<String> names, FeatureKinds kinds) {
  /** Levels of a category that are rarer are pooled, and so are all but the most frequent. */
  private static final int LEAST_ROWS = 20;

  private static final int MOST_LEVELS = 30;

  /**
   * Finds out what columns hold: features, what saved policies look at, and columns without a role,
   * which rules may compare.
   */
  static FeatureColumns of(OpenedLog log, List<String> names, List<RowPolicy> policies) {
    Set<String> needed = new HashSet<>(log.open());
    needed.addAll(names);
    for (RowPolicy policy : policies) {
      if (policy.proper() instanceof RowPolicy.Saved saved) {
        saved.saved().columns().forEach(column -> needed.add(column.source()));
      }
    }
    List<String> asked = log.available().stream().filter(needed::contains).toList();
    return new FeatureColumns(log, names, FeatureKinds.of(log.engine(), log.sql(), asked, names));
  }

  /** The columns as they are kept. */
  List<String> kept() {
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      kept.add(log.sql().feature(name, kinds.of(name), kept.size()));
    }
    return kept;
  }

  /** The features; a list is as many of them as it has numbers. */
  List<FeatureColumn> features() {
    return names.stream().flatMap(name -> features(name).stream()).toList();
  }

  private List<FeatureColumn> features(String name) {
    return switch (kinds.of(name)) {
      case NUMBER -> List.of(FeatureColumn.number(name));
      case DATE -> List.of(FeatureColumn.number(name, new Reading.Days()));
      case LIST -> elements(name);
      case NAME -> List.of(FeatureColumn.category(name, levels(name)));
    };
  }

  private List<FeatureColumn> elements(String name) {
    List<FeatureColumn> elements = new ArrayList<>();
    for (int i = 1; i <= kinds.length(name, 0); i++) {
      elements.add(FeatureColumn.number("%s[%s]".formatted(name, i), new Reading.Element(name, i)));
    }
    return elements;
  }

  private List<String> levels(String name) {
    List<String> levels = new ArrayList<>();
    log.engine()
        .query(
            log.sql().levels(name, MOST_LEVELS, LEAST_ROWS),
            row -> levels.add(Objects.requireNonNull(row.text(0))));
    return Labels.of(levels).names();
  }

  /** Of every column, how many numbers its lists have, or 0 if it has none. */
  List<Integer> lengths() {
    return names.stream()
        .map(f -> kinds.of(f) == FeatureKinds.Kind.LIST ? kinds.length(f, 0) : 0)
        .toList();
  }
}
