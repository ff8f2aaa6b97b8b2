package io.sluice.serve;

import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import java.util.List;

/** The log with feature columns that is explored, as the caller says to read it. */
public interface FeatureProvider {
  /** A new engine, to be closed by whoever asked for it. */
  SqlEngine engine();

  /** Reads and checks the log, to judge a policy on it. */
  FeatureSource open(SqlEngine engine, RowPolicy policy);

  /** How it is judged, with another probability of missing. */
  FeatureSettings settings(double delta);

  /**
   * The command that gives the same answer without this page.
   *
   * @param options what it needs besides the log and how that is read
   */
  String command(List<String> options);

  /** Takes note of a bug of ours; the page does not show it, as it may name files. */
  default void broken(Throwable bug) {}
}
