package io.sluice.logs;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.logs.LogReader.CheckedRows;

/** Whether the episodes of a log with feature columns were logged to their ends. */
final class WholeEpisodes {
  private static final Assumption ASSUMPTION = Assumption.COMPLETE_EPISODES;

  private WholeEpisodes() {}

  static Finding of(OpenedLog log, CheckedRows rows) {
    long last = rows.base() + rows.horizon() - 1;
    long[] found = new long[2];
    if (log.columns().has(Role.EPISODE)) {
      log.engine()
          .query(
              log.sql().ends(log.columns(), last),
              row -> {
                found[0] = row.integer(0);
                found[1] = row.integer(1);
              });
    }
    return finding(found[0], found[1], EndSql.isMarked(log.columns()));
  }

  /**
   * @param early how many episodes stop before the last step
   * @param cut how many of them say that they were cut off
   * @param marked whether a column says so
   */
  private static Finding finding(long early, long cut, boolean marked) {
    if (cut > 0) {
      return Finding.known(
              ASSUMPTION,
              Verdict.CONTRADICTED,
              "episodes cut off",
              "Log episodes to their ends: intervals on feature columns need whole episodes. If the log was exported while they went on, keep those that began early enough to have ended (where).")
          .with(cut);
    }
    if (early > 0 && !marked) {
      return Finding.unknown(
              ASSUMPTION,
              "episodes that end early; no column says that they were not cut off",
              "Add an end or truncated column: they count as ended, and if some were cut off, values and effects are wrong.")
          .with(early);
    }
    return Finding.known(
        ASSUMPTION,
        Verdict.HOLDS,
        early == 0 ? "all episodes have all steps" : "no episode was cut off",
        "Nothing to do.");
  }
}
