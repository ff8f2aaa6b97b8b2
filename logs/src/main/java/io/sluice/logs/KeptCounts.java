package io.sluice.logs;

import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.counts.PartCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** What {@link CellSql#cells} asks an engine for, from episodes in memory. */
record KeptCounts(Shape shape, KeptEpisodes kept) {
  /**
   * The counts of all episodes, or of both halves.
   *
   * @param parts 1 or 2
   */
  List<PartCounts> inParts(int parts) {
    return IntStream.range(0, parts)
        .parallel()
        .mapToObj(part -> PartCounts.of(shape, kept, e -> parts == 1 || e.fold() == part))
        .toList();
  }

  /** The sum of all rows' hashes, which fits into 64 bits for as many rows as fit into memory. */
  long hash(SqlEngine engine, CellSql sql) {
    Iterator<Placed> next = kept.episodes().iterator();
    long[] sum = new long[1];
    engine.query(
        sql.episodeNumbers(), row -> sum[0] += hash(next.next().episode(), row.integer(0)));
    return sum[0];
  }

  private long hash(Episode episode, long number) {
    long sum = 0;
    for (int h = 1; h <= episode.length(); h++) {
      long state = (h - 1L) * shape.states() + episode.state(h);
      long pair = state * shape.actions() + episode.action(h);
      long cell = pair * (shape.states() + 1L) + episode.next(h);
      sum += CellSql.rowHash(number, cell, episode.unitReward(h), episode.propensity(h));
    }
    return sum;
  }
}
