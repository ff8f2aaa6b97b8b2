package io.sluice.logs;

import io.sluice.assumptions.SharedColumn;
import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.KeptEpisodes;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.mdp.Segments;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A log that an engine has counted, or of which saved counts are left. */
public final class SqlLog implements Log {
  private final LogData data;
  private final Optional<Origin> origin;
  private final Optional<EpisodeSource> episodes;
  private final Optional<Segments> segments;
  private final List<SharedColumn> shared;
  private final Supplier<Optional<Log>> readAsCut;
  private final Supplier<Optional<String>> proposal;

  private SqlLog(
      LogData data,
      Optional<Origin> origin,
      Optional<EpisodeSource> episodes,
      Optional<Segments> segments,
      List<SharedColumn> shared,
      Supplier<Optional<Log>> readAsCut,
      Supplier<Optional<String>> proposal) {
    this.segments = segments;
    this.shared = shared;
    this.readAsCut = readAsCut;
    this.proposal = proposal;
    this.data = data;
    this.origin = origin;
    this.episodes = episodes;
  }

  /**
   * A log whose rows can be queried again.
   *
   * @param rows its episodes
   * @param kept the same, if they have been read and kept
   * @param segments that rows are in, if they are
   * @param shared columns without a role, compared
   * @param readAsCut reads it otherwise
   * @param proposal says which columns could be features, if a table is too thin
   */
  static SqlLog of(
      SqlEngine engine,
      EpisodeRows rows,
      Optional<KeptEpisodes> kept,
      LogData data,
      Optional<Origin> origin,
      Optional<Segments> segments,
      List<SharedColumn> shared,
      Supplier<Optional<Log>> readAsCut,
      Supplier<Optional<String>> proposal) {
    Episodes episodes = new Episodes(engine, rows, data, kept.orElse(null));
    return new SqlLog(data, origin, Optional.of(episodes), segments, shared, readAsCut, proposal);
  }

  /** A log of which only the counts are left. */
  static SqlLog ofCounts(LogData data, Origin origin) {
    return new SqlLog(
        data,
        Optional.of(origin),
        Optional.empty(),
        Optional.empty(),
        origin.alike(),
        Optional::empty,
        Optional::empty);
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
  public Optional<Segments> segments() {
    return segments;
  }

  @Override
  public List<SharedColumn> sharedColumns() {
    return shared;
  }

  @Override
  public Optional<Log> readAsCut() {
    return readAsCut.get();
  }

  /**
   * Every episode, in the order that all engines share. A log that fits is kept for the next pass;
   * others are added up by the engine.
   */
  private static final class Episodes implements EpisodeSource {
    private final SqlEngine engine;
    private final EpisodeRows rows;
    private final LogData data;
    private @Nullable KeptEpisodes kept; // once they have been read, if they fit

    Episodes(SqlEngine engine, EpisodeRows rows, LogData data, @Nullable KeptEpisodes kept) {
      this.engine = engine;
      this.rows = rows;
      this.data = data;
      this.kept = kept;
    }

    @Override
    public boolean hasClusters() {
      return data.clustered();
    }

    @Override
    public synchronized <A extends EpisodeAccumulator<A>> A collect(A empty) {
      if (data.rows() > engine.rowsKept()) {
        return engine.collect(rows, empty);
      }
      if (kept == null) {
        kept = rows.kept(engine, data.clustered());
      }
      return kept.collect(empty);
    }
  }
}
