package io.sluice.serve;

import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.Settings;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.SqlEngine;
import java.util.List;
import java.util.Set;

/** The log that is explored. How it is read, and by which engine, is for the caller to say. */
public interface Source {
  /** A new engine, to be closed by whoever asked for it. */
  SqlEngine engine();

  /**
   * Reads and counts the log, in two halves too.
   *
   * @param moreActions actions that the log may lack but a policy has
   */
  OpenLog open(SqlEngine engine, Set<String> moreActions);

  /** The policy that made the log, judged by these settings where it has to be estimated. */
  BehaviorPolicy behavior(LoggedData log, Settings settings);

  /** An answer as {@code --format json} prints it. */
  String json(EvaluationAnswer answer);

  /**
   * The command that gives the same answer without this page.
   *
   * @param options what it needs besides the log and how that is read
   */
  String command(List<String> options);
}
