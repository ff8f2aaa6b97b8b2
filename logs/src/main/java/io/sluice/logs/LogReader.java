package io.sluice.logs;

import io.sluice.assumptions.SharedColumn;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads a log through an engine: finds its columns, checks every row, and counts. */
public final class LogReader {
  private final SqlEngine engine;
  private final LogOptions options;
  private final List<String> notes = new ArrayList<>();
  private final ColumnMap columns;
  private final List<String> available;
  private final Map<String, Bins> bins;
  private final RowSql typed;
  private final CheckReader checks;
  private final CellSql cellSql;
  private final Optional<SegmentColumns> by;
  private final UndeclaredColumns undeclared;
  private List<SharedColumn> shared = List.of();

  private LogReader(
      SqlEngine engine, LogOptions options, ColumnMap columns, List<String> available) {
    this(engine, options, columns, available, Optional.empty());
  }

  private LogReader(
      SqlEngine engine,
      LogOptions options,
      ColumnMap columns,
      List<String> available,
      Optional<SegmentColumns> by) {
    this.available = available;
    this.by = by;
    this.engine = engine;
    this.options = options;
    this.columns = columns;
    this.bins = BinReader.resolve(engine, columns, options.bins());
    this.typed = new RowSql(engine, columns, bins, options.history(), options.where().isPresent());
    this.checks = new CheckReader(typed, options);
    this.cellSql = new CellSql(typed, options.ends());
    List<String> used = by.map(SegmentColumns::names).orElse(List.of());
    List<String> candidates = available.stream().filter(c -> !used.contains(c)).toList();
    this.undeclared = UndeclaredColumns.of(typed, candidates, options);
  }

  /**
   * Reads, checks and counts a log.
   *
   * @param paths files or globs
   * @param moreActions actions that the log may lack but a policy has
   * @throws BadLogException if anything is wrong with the data
   */
  public static SqlLog open(
      SqlEngine engine, List<String> paths, LogOptions options, Set<String> moreActions) {
    return open(engine, view -> engine.open(paths, view), paths, options, moreActions);
  }

  /**
   * The same with rows assigned to segments.
   *
   * @param by columns that tell segments apart
   */
  public static SqlLog open(
      SqlEngine engine,
      List<String> paths,
      LogOptions options,
      Set<String> moreActions,
      SegmentColumns by) {
    return open(
        engine, view -> engine.open(paths, view), paths, options, moreActions, Optional.of(by));
  }

  /**
   * The same for what is no file, such as a table that is there already.
   *
   * @param source makes the rows readable under a name, as {@link SqlEngine#open} does, and says
   *     which columns they have
   * @param names what messages call it
   */
  public static SqlLog open(
      SqlEngine engine,
      Function<String, List<String>> source,
      List<String> names,
      LogOptions options,
      Set<String> moreActions) {
    return open(engine, source, names, options, moreActions, Optional.empty());
  }

  private static SqlLog open(
      SqlEngine engine,
      Function<String, List<String>> source,
      List<String> names,
      LogOptions options,
      Set<String> moreActions,
      Optional<SegmentColumns> by) {
    List<String> notes = new ArrayList<>();
    List<String> available =
        RowFilter.open(engine, source, options.where(), options.columns(), notes);
    ColumnMap columns = ColumnMap.resolve(available, options.columns());
    Optional<SegmentColumns> found = by.map(b -> b.in(available, columns));
    LogReader reader = new LogReader(engine, options, columns, available, found);
    reader.notes.addAll(notes);
    return reader.read(names, moreActions);
  }

  private void keep(String from, List<String> more) {
    Stream<String> all = Stream.concat(more.stream(), undeclared.kept().stream());
    engine.keep(RowSql.ROWS, typed.rows(from, all.toArray(String[]::new)));
  }

  /**
   * Compares episodes that share values of undeclared columns, unless that is done.
   *
   * @return the cluster found, if the rows have to be read again with it
   */
  private Optional<String> findCluster() {
    if (columns.clusterFound()) {
      return Optional.empty();
    }
    double largest = checks.observed().stream().mapToDouble(Math::abs).max().orElse(0);
    shared = undeclared.compare(checks.base(), checks.horizon(), largest);
    return shared.stream().filter(SharedColumn::isCluster).map(SharedColumn::name).findFirst();
  }

  /** One that reads the same rows with a cluster that was found in them. */
  private LogReader withCluster(String column, List<String> notesBefore) {
    LogReader other = new LogReader(engine, options, columns.withCluster(column), available, by);
    other.shared = shared;
    other.notes.addAll(notesBefore);
    other.notes.add(
        "%1$s is taken as the cluster: episodes with the same %1$s are more alike than chance allows (if it only describes episodes, say `columns` cluster=)"
            .formatted(column));
    return other;
  }

  private SqlLog read(List<String> paths, Set<String> moreActions) {
    List<String> notesBefore = List.copyOf(notes);
    requireEpisodes();
    RewardRange range = options.rewardRange().orElse(RewardRange.UNIT);
    keep(RowSql.INPUT, by.map(b -> b.sql(typed, engine)).stream().toList());
    engine.requireUnchanged();
    checks.checkRows(paths, range);
    engine.begin(cellSql.stateNames());
    engine.begin(cellSql.actionNames());
    checkEpisodes();
    Optional<String> cluster = findCluster();
    if (cluster.isPresent()) {
      return withCluster(cluster.get(), notesBefore).read(paths, moreActions);
    }
    long base = checks.base();
    int horizon = checks.horizon();
    EndReader.Result stops = readEnds();
    checks.checkReturns(stops.ends().map(EpisodeEnds::readAsCut).orElse(0L) > 0 ? horizon : 1);
    RewardRange widened = widened(range, stops.ends());
    Optional<Segments> segments = by.map(b -> b.read(engine, columns.has(Role.EPISODE), base));
    CellReader cells =
        CellReader.named(
            engine, cellSql, options, base, horizon, widened, stops.states(), moreActions);
    cellSql.placeEpisodes(options.seed());
    EpisodeRows episodes = cellSql.episodes(cells.shape(), widened, base, options.seed(), segments);
    if (checks.rows() <= engine.rowsCounted() && (!options.hashed() || cellSql.hasPlaces())) {
      cells.count(
          cellSql.hasPlaces()
              ? PlacedEpisodes.read(engine, cellSql, episodes, base)
              : episodes.kept(engine, columns.has(Role.CLUSTER)));
    } else {
      cells.read();
    }
    engine.requireUnchanged();
    options
        .history()
        .ifPresent(
            past ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "%s made part of the state: %,d states instead of %,d",
                        past.words() + (past.length() == 1 ? " is" : " are"),
                        cells.states().size(),
                        cells.states().originals())));
    LogData data = count(widened, cells, stops.ends());
    Optional<Origin> origin =
        options.hashed()
            ? Optional.of(Origin.of(columns, options, shared, cells.hash(data.rows())))
            : Optional.empty();
    return SqlLog.of(
        engine,
        episodes,
        cells.kept(),
        data,
        origin,
        segments,
        shared,
        () -> readAsCut(data.ends(), paths, moreActions),
        () -> FeatureProposal.of(engine, columns, available, data));
  }

  /** The same rows once more; tables of rows and names come out as they are. */
  private Optional<Log> readAsCut(EpisodeEnds ends, List<String> paths, Set<String> moreActions) {
    boolean open = ends.ambiguous() > 0 && ends.reading() == EpisodeEnds.Reading.UNKNOWN;
    if (!open || options.history().isPresent()) {
      return Optional.empty();
    }
    try {
      LogOptions other = options.withEnds(EpisodeEnds.Reading.CUT);
      LogReader reader = new LogReader(engine, other, columns, available, by);
      reader.shared = shared;
      return Optional.of(reader.read(paths, moreActions));
    } catch (BadLogException e) {
      return Optional.empty(); // cut off in a state that is not said
    }
  }

  /** A past needs episodes, and marks where episodes are to be read as cut off. */
  private void requireEpisodes() {
    if (options.history().isPresent() && !columns.has(Role.EPISODE)) {
      throw new SettingException("history", "needs a log with episodes and steps, got rows alone");
    }
    if (options.history().isPresent()
        && options.ends() == EpisodeEnds.Reading.CUT
        && !EndSql.isMarked(columns)) {
      throw new SettingException(
          "history", "needs a column end or truncated if `ends` is cut, got neither");
    }
  }

  private void checkEpisodes() {
    checks.checkEpisodes();
    if (!columns.has(Role.EPISODE)) {
      notes.add("no episode column: every row is an episode of one step");
    }
  }

  /** Rows that have passed their checks and are kept as {@link RowSql#ROWS}; nothing is counted. */
  record CheckedRows(
      RowSql typed,
      long rows,
      long base,
      int horizon,
      List<SharedColumn> shared,
      List<String> notes) {}

  /**
   * Reads and checks rows whose state is not a label. A range of rewards is checked only if it is
   * declared.
   *
   * @param from the rows, with all columns of the log
   * @param alsoKeep more columns of them
   * @param others columns without a use, which may say whose an episode is
   */
  static CheckedRows check(
      SqlEngine engine,
      ColumnMap columns,
      List<String> names,
      LogOptions options,
      String from,
      List<String> alsoKeep,
      List<String> others) {
    return new LogReader(engine, options, columns, others).checked(names, from, alsoKeep);
  }

  private CheckedRows checked(List<String> names, String from, List<String> alsoKeep) {
    List<String> notesBefore = List.copyOf(notes);
    keep(from, alsoKeep);
    double most = FeatureSql.LARGEST;
    checks.checkRows(names, options.rewardRange().orElse(new RewardRange(-most, most)));
    checkEpisodes();
    Optional<String> cluster = findCluster();
    return cluster.isPresent()
        ? withCluster(cluster.get(), notesBefore).checked(names, from, alsoKeep)
        : new CheckedRows(
            typed, checks.rows(), checks.base(), checks.horizon(), shared, List.copyOf(notes));
  }

  private EndReader.Result readEnds() {
    String first = "SELECT count(*) FROM %s WHERE step = %s".formatted(RowSql.ROWS, checks.base());
    return new EndReader(engine, typed, options, checks.base() + checks.horizon() - 1)
        .read(cellSql, () -> engine.integer(first));
  }

  /** The range, made to hold 0 if episodes end early. */
  private RewardRange widened(RewardRange declared, Optional<EpisodeEnds> ends) {
    if (declared.withZero().equals(declared)) {
      return declared; // whatever ends early
    }
    boolean early =
        columns.has(Role.END) || ends.map(e -> e.readAsEnded() > 0).orElseGet(this::endsEarly);
    if (!early) {
      return declared;
    }
    RewardRange range = declared.withZero();
    notes.add(LogData.widened(range));
    return range;
  }

  private boolean endsEarly() {
    long[] rowsOf = new long[2]; // at the first and the last step
    engine.query(
        "SELECT count(CASE WHEN step = %s THEN 1 END), count(CASE WHEN step = %s THEN 1 END) FROM %s"
            .formatted(checks.base(), checks.base() + checks.horizon() - 1, RowSql.ROWS),
        row -> {
          rowsOf[0] = row.integer(0);
          rowsOf[1] = row.integer(1);
        });
    return rowsOf[0] != rowsOf[1];
  }

  /** The file and line of a row, from the first two columns of a result. */
  static String place(SqlEngine engine, SqlEngine.Row row) {
    return place(engine, row, 0);
  }

  /** The same from the columns that begin with this one. */
  static String place(SqlEngine engine, SqlEngine.Row row, int first) {
    String file = Objects.requireNonNull(row.text(first));
    String name = LogFiles.shortName(file);
    long number = row.integer(first + 1);
    return number > 0 ? name + ":" + engine.line(file, number) : name;
  }

  /** How states were made: cuts, and what of the past is part of them. */
  private List<String> madeOf() {
    List<String> all = new ArrayList<>();
    options.bins().forEach(b -> all.add(bins.getOrDefault(b.column(), b).toString()));
    options.history().ifPresent(past -> all.add("history=" + past));
    options.where().ifPresent(condition -> all.add("where=" + condition));
    return all;
  }

  private LogData count(RewardRange range, CellReader cells, Optional<EpisodeEnds> ends) {
    TransitionCounts counts = cells.counts();
    return new LogData(
        checks.rows(),
        (int) checks.base(),
        cells.states(),
        cells.actions(),
        counts,
        cells.halves(),
        cells.propensities(),
        columns.has(Role.CLUSTER),
        ends.orElseGet(() -> EpisodeEnds.of(counts)),
        madeOf(),
        range,
        ValueRange.of(range, checks.horizon(), options.returnRange()),
        checks.observed(),
        notes);
  }
}
