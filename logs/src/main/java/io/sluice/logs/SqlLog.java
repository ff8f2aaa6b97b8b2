package io.sluice.logs;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.EpisodeSource;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.mdp.Episode;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A log that an engine has counted, or of which saved counts are left. */
public final class SqlLog implements Log {
  private final LogData data;
  private final Optional<Origin> origin;
  private final Optional<EpisodeSource> episodes;
  private final Supplier<Optional<Log>> readAsCut;

  private SqlLog(
      LogData data,
      Optional<Origin> origin,
      Optional<EpisodeSource> episodes,
      Supplier<Optional<Log>> readAsCut) {
    this.readAsCut = readAsCut;
    this.data = data;
    this.origin = origin;
    this.episodes = episodes;
  }

  /**
   * A log whose rows can be queried again.
   *
   * @param base the number of the first step
   * @param readAsCut reads it otherwise
   */
  static SqlLog of(
      SqlEngine engine,
      CellSql sql,
      long base,
      long seed,
      LogData data,
      Optional<Origin> origin,
      Supplier<Optional<Log>> readAsCut) {
    Episodes episodes = new Episodes(engine, sql, base, seed, data);
    return new SqlLog(data, origin, Optional.of(episodes), readAsCut);
  }

  /** A log of which only the counts are left. */
  static SqlLog ofCounts(LogData data, Origin origin) {
    return new SqlLog(data, Optional.of(origin), Optional.empty(), Optional::empty);
  }

  /** Where the counts come from, if they were made to be kept. */
  public Optional<Origin> origin() {
    return origin;
  }

  @Override
  public LogData data() {
    return data;
  }

  @Override
  public Optional<EpisodeSource> episodes() {
    return episodes;
  }

  @Override
  public Optional<Log> readAsCut() {
    return readAsCut.get();
  }

  /** Every episode by a query, in the order that all engines share; one at a time in memory. */
  private record Episodes(SqlEngine engine, CellSql sql, long base, long seed, LogData data)
      implements EpisodeSource {
    @Override
    public boolean hasClusters() {
      return data.clustered();
    }

    @Override
    public <A extends EpisodeAccumulator<A>> A collect(A empty) {
      Reader<A> reader = new Reader<>(new EpisodeBlocks<>(empty), data);
      engine.query(sql.decisions(data.shape(), base, seed), reader::row);
      return reader.sum();
    }
  }

  /** Puts rows together to episodes. */
  private static final class Reader<A extends EpisodeAccumulator<A>> {
    private final EpisodeBlocks<A> blocks;
    private final boolean logged;
    private final Episode.Writer writer;
    private int block;
    private long cluster = -1;
    private @Nullable String clusterName;

    Reader(EpisodeBlocks<A> blocks, LogData data) {
      this.blocks = blocks;
      this.logged = data.propensities().isPresent();
      this.writer = new Episode.Writer(data.shape(), data.range());
    }

    void row(SqlEngine.Row row) {
      if (row.integer(0) == 1) {
        finish();
        begin(row);
      }
      int state = (int) row.integer(1);
      int action = (int) row.integer(2);
      double reward = row.number(4);
      double propensity = logged ? row.number(5) : Double.NaN;
      writer.row(state, action, (int) row.integer(3), reward, propensity);
    }

    private void begin(SqlEngine.Row row) {
      String hash = Objects.requireNonNull(row.text(6));
      String name = row.text(7);
      if (name == null || !Objects.equals(name, clusterName)) {
        cluster++;
        clusterName = name;
      }
      block = EpisodeBlocks.block(hash);
      writer.begin(cluster, EpisodeBlocks.fold(hash));
    }

    private void finish() {
      if (writer.length() > 0) {
        blocks.add(block, writer.episode());
      }
    }

    A sum() {
      finish();
      return blocks.sum();
    }
  }
}
