package io.sluice.logs;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.mdp.EpisodeColumns;
import io.sluice.mdp.Segments;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads all episodes into memory where an engine keeps a table of their places: rows come as the
 * engine has them, and each is put where it belongs. Nothing has to be sorted.
 */
final class PlacedEpisodes {
  private static final int BLOCKS = EpisodeBlocks.COUNT; // the hash begins with part and block

  private final boolean clustered;
  private final boolean logged;
  private final @Nullable Segments segments;
  private final int[] lengths;
  private final int[] digits; // with which the hash of each episode begins
  private final int[] clusters;
  private int episodes;
  private @Nullable String cluster; // of the last episode

  private PlacedEpisodes(int size, CellSql sql, @Nullable Segments segments) {
    this.clustered = sql.hasClusters();
    this.logged = sql.hasPropensities();
    this.segments = segments;
    this.lengths = new int[size];
    this.digits = new int[size];
    this.clusters = new int[size];
  }

  /**
   * @param rows what {@link CellSql#episodes} gives, in an order that is not needed here
   */
  static KeptEpisodes read(SqlEngine engine, CellSql sql, EpisodeRows rows, long base) {
    int[] size = new int[1];
    engine.query(sql.placeCount(), row -> size[0] = Math.toIntExact(row.integer(0)));
    PlacedEpisodes all = new PlacedEpisodes(size[0], sql, rows.segments());
    engine.query(sql.places(), all::episode);
    EpisodeColumns columns = new EpisodeColumns(rows.range(), all.lengths);
    String query = sql.placedRows(rows.shape(), base, rows.segments() != null);
    engine.queryInAnyOrder(query, row -> all.row(columns, row));
    return all.kept(columns);
  }

  private void episode(SqlEngine.Row row) {
    String name = clustered ? row.text(2) : null;
    boolean same = name != null && Objects.equals(name, cluster);
    cluster = name;
    clusters[episodes] = episodes == 0 ? 0 : clusters[episodes - 1] + (same ? 0 : 1);
    digits[episodes] = (int) row.integer(0);
    lengths[episodes++] = (int) row.integer(1);
  }

  private void row(EpisodeColumns columns, SqlEngine.Row row) {
    int episode = (int) row.integer(0) - 1;
    int step = (int) row.integer(1);
    columns.row(
        episode,
        step,
        (int) row.integer(2),
        (int) row.integer(3),
        (int) row.integer(4),
        row.number(5),
        logged ? row.number(6) : Double.NaN);
    if (segments != null) {
      String value = String.valueOf(row.text(7));
      columns.segment(episode, step, segments.of(value));
      if (step == 1) {
        columns.look(episode, segments.look(value));
      }
    }
  }

  private KeptEpisodes kept(EpisodeColumns columns) {
    if (segments != null && segments.ofEpisodes()) {
      for (int i = 0; i < episodes; i++) {
        columns.segmentOfFirst(i);
      }
    }
    return KeptEpisodes.of(
        clustered,
        episodes,
        i -> new Placed(digits[i] % BLOCKS, columns.episode(i, clusters[i], digits[i] / BLOCKS)));
  }
}
