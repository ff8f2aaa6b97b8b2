package io.sluice.serve;

import io.sluice.fit.Behavior;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import java.util.List;
import java.util.Set;

/** The log that is explored. How it is read, and by which engine, is for the caller to say. */
public interface LogProvider {
  /** A new engine, to be closed by whoever asked for it. */
  SqlEngine engine();

  /**
   * Reads and counts the log, in two halves too.
   *
   * @param moreActions actions that the log may lack but a policy has
   */
  SqlLog open(SqlEngine engine, Set<String> moreActions);

  /** The policy that made the log, judged by these settings where it has to be estimated. */
  Behavior behavior(LogData log, Settings settings);

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
