package io.sluice.logs;

import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyColumn.Reading;
import io.sluice.policy.RowText;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The columns of a log that a saved policy looks at. */
final class SavedColumns {
  private SavedColumns() {}

  /**
   * How they are kept.
   *
   * @param first the place of the first of them
   */
  static List<String> of(
      RowPolicy.Saved policy,
      List<String> available,
      FeatureKinds kinds,
      FeatureSql sql,
      int first) {
    List<String> keep = new ArrayList<>();
    for (PolicyColumn column : policy.saved().columns()) {
      String name = column.source();
      FeatureKinds.Kind needed = kind(column);
      boolean fits = needed == FeatureKinds.Kind.NAME || kinds.of(name) == needed;
      if (!available.contains(name) || !fits) {
        throw new SettingException(
            "policy " + policy.file(),
            "needs a column %s%s, got %s"
                .formatted(
                    name,
                    needed == FeatureKinds.Kind.NAME ? "" : " of " + words(needed),
                    available.contains(name)
                        ? words(kinds.of(name))
                        : String.join(", ", available)));
      }
      keep.add(sql.saved(name, needed, first + keep.size()));
    }
    return keep;
  }

  /** What the column at a place is called. */
  static String name(int place) {
    return "s" + place;
  }

  /** What a column has to hold. */
  static FeatureKinds.Kind kind(PolicyColumn column) {
    if (column.kind() == PolicyColumn.Kind.CATEGORY) {
      return FeatureKinds.Kind.NAME;
    }
    return column.reading() instanceof Reading.Days
        ? FeatureKinds.Kind.DATE
        : column.reading() instanceof Reading.Element
            ? FeatureKinds.Kind.LIST
            : FeatureKinds.Kind.NUMBER;
  }

  private static String words(FeatureKinds.Kind kind) {
    return switch (kind) {
      case NUMBER -> "numbers";
      case DATE -> "dates";
      case LIST -> "lists";
      case NAME -> "texts";
    };
  }

  /**
   * Fails where rows have steps that the policy does not have.
   *
   * @param first the number of the first step in the log
   */
  static void requireSteps(String file, SavedPolicy policy, long first, int horizon) {
    if (policy.horizon() < horizon) {
      throw new SettingException(
          "policy " + file,
          "needs a policy for %s steps, got one for %s".formatted(horizon, policy.horizon()));
    }
    if (policy.horizon() > 1 && policy.firstStep() != first) {
      throw new SettingException(
          "policy " + file,
          "needs a policy whose first step is %s, as the log's is, got %s (a policy decides by the numbers that steps had where it was learned)"
              .formatted(first, policy.firstStep()));
    }
  }

  /**
   * The places of a column's levels; looking them up one by one takes long where there are many.
   */
  static List<Map<String, Integer>> places(SavedPolicy policy) {
    List<Map<String, Integer>> all = new ArrayList<>();
    for (PolicyColumn column : policy.columns()) {
      Map<String, Integer> places = new HashMap<>();
      for (int i = 0; i < column.levels().size(); i++) {
        places.putIfAbsent(column.levels().get(i), i);
      }
      all.add(places);
    }
    return all;
  }

  /**
   * Writes the policy's probabilities of a row, whose first column is the step.
   *
   * @param places of the levels of its columns
   */
  static void write(
      SavedPolicy policy,
      List<Map<String, Integer>> places,
      SqlEngine.Row row,
      int first,
      Labels actions,
      double[] into) {
    double[] all = policy.probabilities((int) row.integer(0), values(policy, places, row, first));
    Arrays.fill(into, 0);
    for (int a = 0; a < all.length; a++) {
      into[actions.id(policy.actions().get(a))] = all[a];
    }
  }

  /** A row as the policy sees it. */
  static double[] values(
      SavedPolicy policy, List<Map<String, Integer>> places, SqlEngine.Row row, int first) {
    double[] x = new double[policy.columns().size()];
    for (int j = 0; j < x.length; j++) {
      PolicyColumn column = policy.columns().get(j);
      x[j] =
          row.isMissing(first + j)
              ? Double.NaN
              : switch (kind(column)) {
                case NUMBER, DATE -> column.read(row.number(first + j));
                case LIST -> RowText.value(column, row.text(first + j));
                case NAME ->
                    places
                        .get(j)
                        .getOrDefault(
                            Objects.requireNonNull(row.text(first + j)), column.levels().size());
              };
    }
    return x;
  }
}
