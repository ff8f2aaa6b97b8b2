package io.sluice.logs;

import io.sluice.counts.CellWriter;
import io.sluice.counts.Halves;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.PartCounts;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.mdp.Labels;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Counts a log that has passed its checks: collects its names, numbers them, and takes its cells.
 */
final class CellReader {
  private final SqlEngine engine;
  private final CellSql sql;
  private final LogOptions options;
  private final long base;
  private final Labels states;
  private final Labels actions;
  private final Shape shape;
  private final RewardRange range;
  private final CellWriter[] folds;
  private final PropensityTable[] propensitiesOf;
  private Optional<PropensityTable> propensities = Optional.empty();
  private Optional<KeptEpisodes> kept = Optional.empty();
  private final TransitionCounts[] counted = new TransitionCounts[2];
  private final long[] hash = new long[2];

  private CellReader(
      SqlEngine engine,
      CellSql sql,
      LogOptions options,
      long base,
      Labels states,
      Labels actions,
      int horizon,
      RewardRange range) {
    this.engine = engine;
    this.sql = sql;
    this.options = options;
    this.base = base;
    this.states = states;
    this.actions = actions;
    this.range = range;
    this.shape = shape(states, actions, horizon);
    this.folds = new CellWriter[] {new CellWriter(shape, 1024), new CellWriter(shape, 16)};
    this.propensitiesOf =
        new PropensityTable[] {new PropensityTable(shape), new PropensityTable(shape)};
  }

  /** Numbers actions; nothing is counted yet. */
  static CellReader named(
      SqlEngine engine,
      CellSql sql,
      LogOptions options,
      long base,
      int horizon,
      RewardRange range,
      Labels states,
      Set<String> moreActions) {
    Set<String> actionNames = names(engine, sql.actionNames(), "actions", options);
    Labels actions = Labels.of(actionNames).with(moreActions);
    upload(engine, CellSql.ACTIONS, List.copyOf(actionNames), actions);
    return new CellReader(engine, sql, options, base, states, actions, horizon, range);
  }

  /** Has the engine group the rows. */
  void read() {
    OptionalLong seed = options.split() ? OptionalLong.of(options.seed()) : OptionalLong.empty();
    engine.query(sql.cells(shape, base, range, seed, options.hashed()), this::cell);
    counted[0] = folds[0].done();
    counted[1] = folds[1].done();
    PropensityTable merged = PropensityTable.merged(shape, propensitiesOf[0], propensitiesOf[1]);
    if (merged.differs()) {
      engine.query(
          sql.varyingPropensities(shape, base),
          row ->
              merged.putSum(
                  row.integer(0),
                  highWord(row.integer(1)),
                  lowWord(row.integer(1), row.integer(2))));
    }
    if (sql.hasPropensities()) {
      propensities = Optional.of(merged);
    }
  }

  /** Counts episodes that are kept, which takes a fraction of the time of grouping rows. */
  void count(KeptEpisodes episodes) {
    kept = Optional.of(episodes);
    KeptCounts counts = new KeptCounts(shape, episodes);
    List<PartCounts> parts = counts.inParts(options.split() ? 2 : 1);
    for (int i = 0; i < parts.size(); i++) {
      counted[i] = parts.get(i).counts();
      propensitiesOf[i] = parts.get(i).propensities();
    }
    if (sql.hasPropensities()) {
      propensities =
          Optional.of(PropensityTable.merged(shape, propensitiesOf[0], propensitiesOf[1]));
    }
    if (options.hashed()) {
      hash[1] = counts.hash(engine, sql);
    }
  }

  static Set<String> names(SqlEngine engine, String query, String what, LogOptions options) {
    Set<String> names = new LinkedHashSet<>();
    engine.query(
        query,
        row -> {
          names.add(row.text(0));
          if (names.size() > options.mostNames()) {
            throw tooMany(
                String.format(
                    Locale.ROOT,
                    "%s: need at most %,d different names to fit into memory, got more",
                    what,
                    options.mostNames()));
          }
        });
    return names;
  }

  private static BadLogException tooMany(String what) {
    return new BadLogException(
        what
            + " (cut numbers with `bins` COLUMN=q20, put names into buckets with `bins` COLUMN=h1000, or choose"
            + " fewer columns)");
  }

  private static Shape shape(Labels states, Labels actions, int horizon) {
    try {
      return new Shape(states.size(), actions.size(), horizon);
    } catch (IllegalArgumentException e) {
      throw tooMany(
          String.format(
              Locale.ROOT,
              "log: needs less than 2³¹ states × actions × steps, got %,d × %,d × %,d",
              states.size(),
              actions.size(),
              horizon));
    }
  }

  /** Makes a table of names, each as it is spelled, and their numbers. */
  static void upload(SqlEngine engine, String table, List<String> spelled, Labels labels) {
    engine.table(table, spelled, spelled.stream().mapToInt(labels::id).toArray());
  }

  private void cell(SqlEngine.Row row) {
    int at = options.split() ? 1 : 0;
    int fold = options.split() ? (int) row.integer(0) : 0;
    long cell = row.integer(at);
    long n = row.integer(at + 1);
    folds[fold].cell(
        cell,
        n,
        highWord(row.integer(at + 2)),
        lowWord(row.integer(at + 2), row.integer(at + 3)),
        highWord(row.integer(at + 4)),
        lowWord(row.integer(at + 4), row.integer(at + 5)));
    at += 6;
    if (sql.hasPropensities()) {
      long pair = cell / (shape.states() + 1L);
      propensitiesOf[fold].add(pair, n, row.number(at), row.number(at + 1));
      at += 2;
    }
    if (options.hashed()) {
      hash[0] += highWord(row.integer(at));
      long low = lowWord(row.integer(at), row.integer(at + 1));
      hash[1] += low;
      hash[0] += Long.compareUnsigned(hash[1], low) < 0 ? 1 : 0;
    }
  }

  Shape shape() {
    return shape;
  }

  /** The episodes that were counted, if they are kept. */
  Optional<KeptEpisodes> kept() {
    return kept;
  }

  Labels states() {
    return states;
  }

  Labels actions() {
    return actions;
  }

  TransitionCounts counts() {
    return options.split() ? counted[0].plus(counted[1]) : counted[0];
  }

  Optional<Halves> halves() {
    return options.split() ? Optional.of(new Halves(counted[0], counted[1])) : Optional.empty();
  }

  Optional<PropensityTable> propensities() {
    return propensities;
  }

  /**
   * A hash of what the rows say, whatever their order, files and format, and whichever engine read
   * them: rows are hashed one by one and the hashes added.
   */
  String hash(long rows) {
    ByteBuffer sums = ByteBuffer.allocate(40);
    sums.putLong(rows).putLong(hash[0]).putLong(hash[1]);
    sums.putDouble(range.low()).putDouble(range.high());
    return LogData.digest(states, actions, digest -> digest.update(sums.array()));
  }

  /** high·2⁶² + low, as two 64-bit words. */
  private static long highWord(long high) {
    return high >>> 2;
  }

  private static long lowWord(long high, long low) {
    return (high << 62) + low;
  }
}
