package io.sluice.logs;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A log that has been counted and can be gone through again, where counts do not say enough. */
public final class OpenLog {
  private final SqlEngine engine;
  private final CellSql sql;
  private final long base;
  private final long seed;
  private final LoggedData data;
  private final Optional<Origin> origin;

  OpenLog(
      SqlEngine engine,
      CellSql sql,
      long base,
      long seed,
      LoggedData data,
      Optional<Origin> origin) {
    this.engine = engine;
    this.sql = sql;
    this.base = base;
    this.seed = seed;
    this.data = data;
    this.origin = origin;
  }

  /** A log of which only the counts are left. */
  public static OpenLog ofCounts(LoggedData data, Origin origin) {
    return new OpenLog(null, null, 1, origin.seed(), data, Optional.of(origin));
  }

  /** Where the counts come from, if they were made to be kept. */
  public Optional<Origin> origin() {
    return origin;
  }

  public LoggedData data() {
    return data;
  }

  /** Whether episodes come in clusters: several of one user, say, which are not independent. */
  public boolean hasClusters() {
    return sql == null ? origin.orElseThrow().hasClusters() : sql.hasClusters();
  }

  /**
   * Shows every episode once, cluster by cluster, always in the same order: it depends on what the
   * rows say, not on where they stand. Only the episode that is shown is kept in memory.
   *
   * @param behavior whose action probabilities an episode shows, unless they are the logged ones:
   *     then each row's own
   * @throws BadLogException if only the counts are left
   */
  public void forEachEpisode(BehaviorPolicy behavior, Consumer<Episode> visitor) {
    requireRows();
    EpisodeReader reader = new EpisodeReader(behavior, visitor);
    engine.query(sql.decisions(data.shape(), base, seed), reader::row);
    reader.finish();
  }

  /**
   * Rewards of the log, in the user's units.
   *
   * @param low the least of them
   * @param high the most of them; the same where all are one number
   */
  public record RewardBin(double low, double high, long rows) {}

  /**
   * How rewards are spread: number by number if there are few, else in bins of equal width from the
   * least to the most.
   *
   * @param most how many at most
   */
  public List<RewardBin> rewards(int most) {
    requireRows();
    List<RewardBin> bins = new ArrayList<>();
    engine.query(
        sql.rewardValues(most + 1),
        row -> bins.add(new RewardBin(row.number(0), row.number(0), row.integer(1))));
    if (bins.size() <= most) {
      return bins;
    }
    double low = data.observed().get(0);
    double width = (data.observed().get(1) - low) / most;
    long[] rows = new long[most];
    engine.query(
        sql.rewardBins(low, width, most), row -> rows[(int) row.integer(0)] = row.integer(1));
    bins.clear();
    for (int i = 0; i < most; i++) {
      bins.add(new RewardBin(low + i * width, low + (i + 1) * width, rows[i]));
    }
    return bins;
  }

  private void requireRows() {
    if (engine == null) {
      throw new BadLogException(
          "--counts: needs the log itself where its rows are gone through again (ips, snips, pdis, wpdis, dr, mis, model,"
              + " efficient with clusters or with --variance plain, and the rewards on check's page), got only its counts");
    }
  }

  /** Puts rows together to episodes. */
  private final class EpisodeReader {
    private final boolean logged;
    private final BehaviorPolicy behavior;
    private final Consumer<Episode> visitor;
    private final Episode.Writer writer;
    private long cluster = -1;
    private String clusterName;

    EpisodeReader(BehaviorPolicy behavior, Consumer<Episode> visitor) {
      this.logged = behavior.source() == BehaviorPolicy.Source.LOGGED;
      this.behavior = behavior;
      this.visitor = visitor;
      Shape shape = data.shape();
      writer = new Episode.Writer(shape, data.range());
    }

    void row(SqlEngine.Row row) {
      int step = (int) row.integer(0);
      int state = (int) row.integer(1);
      int action = (int) row.integer(2);
      double reward = row.number(4);
      double propensity =
          logged ? row.number(5) : behavior.policy().probability(step, state, action);
      if (step == 1) {
        finish();
        begin(row);
      }
      if (sql.saysNext()) {
        writer.row(state, action, (int) row.integer(3), reward, propensity);
      } else {
        writer.row(state, action, reward, propensity);
      }
    }

    private void begin(SqlEngine.Row row) {
      String name = row.text(7);
      if (name == null || !name.equals(clusterName)) {
        cluster++;
        clusterName = name;
      }
      writer.begin(cluster, (int) row.integer(6));
    }

    void finish() {
      if (writer.episode().length() > 0) {
        visitor.accept(writer.episode());
      }
    }
  }
}
