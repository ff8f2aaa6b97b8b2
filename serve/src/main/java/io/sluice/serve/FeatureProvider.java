package io.sluice.serve;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import java.util.List;
import java.util.Map;

/** The log with feature columns that is explored, as the caller says to read it. */
public interface FeatureProvider {
  /** A new engine, to be closed by whoever asked for it. */
  SqlEngine engine();

  /** Reads and checks the log, to judge a policy on it. */
  FeatureSource open(SqlEngine engine, RowPolicy policy);

  /** Reads and checks the log for policies to compare, in groups that are judged together. */
  List<Group> groups(SqlEngine engine, Map<String, RowPolicy> policies);

  /** How it is judged, with another probability of missing. */
  FeatureSettings settings(double delta);

  /** Whether pages also say what would overturn verdicts. */
  default boolean sensitivity() {
    return false;
  }

  /**
   * The command that gives the same answer without this page.
   *
   * @param name evaluate or compare
   * @param options what it needs besides the log and how that is read
   */
  String command(String name, List<String> options);

  /** Takes note of a bug of ours; the page does not show it, as it may name files. */
  default void broken(Throwable bug) {}
}
