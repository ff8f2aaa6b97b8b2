package io.sluice.features;

import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import java.util.List;

/**
 * Rows of a log as a policy sees them that may have been learned from another log: columns, levels
 * and actions are found by their names. A level that is too rare in this log to be told apart
 * counts as any other.
 */
final class PolicyRow {
  private final List<PolicyColumn> columns;
  private final int[] places;
  private final int[][] levels; // by column, that of the policy for each level of the log
  private final int[] actions;
  private final double[] x;

  /**
   * @param log the columns of rows
   * @param named the actions of the log
   */
  PolicyRow(SavedPolicy policy, List<FeatureColumn> log, List<String> named) {
    columns = policy.columns();
    places = new int[columns.size()];
    levels = new int[columns.size()][];
    x = new double[columns.size()];
    for (int j = 0; j < places.length; j++) {
      PolicyColumn column = columns.get(j);
      places[j] = place(column, log);
      List<String> own = log.get(places[j]).levels();
      levels[j] = new int[own.size() + 1];
      for (int l = 0; l < own.size(); l++) {
        levels[j][l] = (int) column.read(own.get(l));
      }
      levels[j][own.size()] = column.levels().size();
    }
    actions = policy.actions().stream().mapToInt(named::indexOf).toArray();
  }

  /** Fails if a log does not have the columns of a policy. */
  static void require(SavedPolicy policy, List<FeatureColumn> log) {
    policy.columns().forEach(column -> place(column, log));
  }

  private static int place(PolicyColumn column, List<FeatureColumn> log) {
    boolean number = column.kind() == PolicyColumn.Kind.NUMBER;
    for (int j = 0; j < log.size(); j++) {
      boolean numbers = log.get(j).kind() == FeatureColumn.Kind.NUMBER;
      if (log.get(j).name().equals(column.name()) && numbers == number) {
        return j;
      }
    }
    throw new SettingException(
        "features",
        "needs the columns of the policy, %s of %s among them, got %s"
            .formatted(
                column.name(),
                number ? "numbers" : "texts",
                String.join(", ", log.stream().map(FeatureColumn::name).toList())));
  }

  /** The columns of the policy, in an array that the next row overwrites. */
  double[] of(double[] features) {
    for (int j = 0; j < x.length; j++) {
      double value = features[places[j]];
      x[j] =
          columns.get(j).kind() == PolicyColumn.Kind.NUMBER
              ? columns.get(j).read(value)
              : Double.isNaN(value) ? Double.NaN : levels[j][(int) value];
    }
    return x;
  }

  /** The log's number of one of the policy's actions, below 0 if the log does not have it. */
  int action(int own) {
    return actions[own];
  }
}
