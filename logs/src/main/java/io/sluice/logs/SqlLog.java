package io.sluice.logs;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;
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
  private final Supplier<Optional<String>> proposal;

  private SqlLog(
      LogData data,
      Optional<Origin> origin,
      Optional<EpisodeSource> episodes,
      Supplier<Optional<Log>> readAsCut,
      Supplier<Optional<String>> proposal) {
    this.readAsCut = readAsCut;
    this.proposal = proposal;
    this.data = data;
    this.origin = origin;
    this.episodes = episodes;
  }

  /**
   * A log whose rows can be queried again.
   *
   * @param base the number of the first step
   * @param readAsCut reads it otherwise
   * @param proposal says which columns could be features, if a table is too thin
   */
  static SqlLog of(
      SqlEngine engine,
      CellSql sql,
      long base,
      long seed,
      LogData data,
      Optional<Origin> origin,
      Supplier<Optional<Log>> readAsCut,
      Supplier<Optional<String>> proposal) {
    Episodes episodes = new Episodes(engine, sql, base, seed, data);
    return new SqlLog(data, origin, Optional.of(episodes), readAsCut, proposal);
  }

  /** A log of which only the counts are left. */
  static SqlLog ofCounts(LogData data, Origin origin) {
    return new SqlLog(
        data, Optional.of(origin), Optional.empty(), Optional::empty, Optional::empty);
  }

  /** Where the counts come from, if they were made to be kept. */
  public Optional<Origin> origin() {
    return origin;
  }

  /** Which columns could be features instead, where a table of states is too thin. */
  public Optional<String> featureProposal() {
    return proposal.get();
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

  /**
   * Every episode by a query, in the order that all engines share. A log that fits is kept for the
   * next pass; of others one part at a time is in memory.
   */
  private static final class Episodes implements EpisodeSource {
    /** What a row takes in memory as part of an {@link Episode}, and more. */
    private static final long BYTES = 64;

    private final SqlEngine engine;
    private final CellSql sql;
    private final long base;
    private final long seed;
    private final LogData data;
    private @Nullable KeptEpisodes kept; // after the first pass, if they fit

    Episodes(SqlEngine engine, CellSql sql, long base, long seed, LogData data) {
      this.engine = engine;
      this.sql = sql;
      this.base = base;
      this.seed = seed;
      this.data = data;
    }

    @Override
    public boolean hasClusters() {
      return data.clustered();
    }

    @Override
    public synchronized <A extends EpisodeAccumulator<A>> A collect(A empty) {
      if (data.rows() > Runtime.getRuntime().maxMemory() / 8 / BYTES) {
        EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
        read(blocks::add);
        return blocks.sum();
      }
      if (kept == null) {
        List<Placed> all = new ArrayList<>();
        read((block, episode) -> all.add(new Placed(block, episode)));
        kept = new KeptEpisodes(data.clustered(), all);
      }
      return kept.collect(empty);
    }

    private void read(Visitor visitor) {
      Reader reader = new Reader(visitor, data);
      engine.query(sql.decisions(data.shape(), base, seed), reader::row);
      reader.finish();
    }
  }

  /** Is shown episode after episode, in the order of their blocks. */
  @FunctionalInterface
  private interface Visitor {
    void visit(int block, Episode episode);
  }

  /** Puts rows together to episodes. */
  private static final class Reader {
    private final Visitor visitor;
    private final boolean logged;
    private final Episode.Writer writer;
    private int block;
    private long cluster = -1;
    private @Nullable String clusterName;

    Reader(Visitor visitor, LogData data) {
      this.visitor = visitor;
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
      writer.beginInPart(cluster, EpisodeBlocks.part(hash));
    }

    void finish() {
      if (writer.length() > 0) {
        visitor.visit(block, writer.episode());
      }
    }
  }
}
