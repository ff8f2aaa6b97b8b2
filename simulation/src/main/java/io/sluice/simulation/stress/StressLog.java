package io.sluice.simulation.stress;

import io.sluice.fit.Log;
import io.sluice.fit.ObjectLog;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Locale;

/**
 * A drawn log: as a table that any reader understands, and as a {@link Log} in memory.
 *
 * @param range what one reward can be
 * @param propensities whether rows have a propensity
 * @param clusters whether episodes have a cluster
 * @param nexts whether rows have a next state
 */
public record StressLog(
    List<Drawn> episodes,
    RewardRange range,
    boolean propensities,
    boolean clusters,
    boolean nexts) {
  public StressLog {
    episodes = List.copyOf(episodes);
  }

  /** One episode as it was logged, which may be less than it was. */
  public record Drawn(String cluster, List<Row> rows) {
    public Drawn {
      rows = List.copyOf(rows);
    }
  }

  /**
   * One logged decision.
   *
   * @param next what followed, where the log shows it
   */
  public record Row(String state, String action, double reward, double propensity, String next) {}

  /**
   * The log in memory, with the counts that a reader gets by default: no column marks ends, so a
   * short episode counts as ended, whatever its last next state is.
   */
  public Log toLog() {
    ObjectLog<Drawn, Row> log =
        Log.of(episodes, Drawn::rows, Row::state, Row::action, Row::reward)
            .withRewardRange(range.low(), range.high());
    log = propensities ? log.withPropensity(Row::propensity) : log;
    return clusters ? log.withCluster(Drawn::cluster) : log;
  }

  /** The log as comma-separated values with a header; names need no quotes. */
  public String csv() {
    StringBuilder out = new StringBuilder("episode,step,state,action,reward");
    out.append(propensities ? ",propensity" : "");
    out.append(nexts ? ",next_state" : "");
    out.append(clusters ? ",cluster\n" : "\n");
    for (int e = 0; e < episodes.size(); e++) {
      Drawn episode = episodes.get(e);
      for (int h = 0; h < episode.rows().size(); h++) {
        Row row = episode.rows().get(h);
        out.append(String.format(Locale.ROOT, "%d,%d,", e + 1, h + 1));
        out.append(row.state()).append(',').append(row.action()).append(',').append(row.reward());
        out.append(propensities ? "," + row.propensity() : "");
        out.append(nexts ? "," + row.next() : "");
        out.append(clusters ? "," + episode.cluster() : "").append('\n');
      }
    }
    return out.toString();
  }
}
