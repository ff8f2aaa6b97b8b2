package io.sluice.duckdb;

import io.sluice.counts.CellWriter;
import io.sluice.counts.Halves;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.LogData;
import io.sluice.logs.Inputs;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import io.sluice.logs.SavedCounts;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Shape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts in a Parquet file: a row per cell and half with its key and exact sums, a row per (step,
 * state, action) with its propensities, and a row per name; what else has to be known is in the
 * file's metadata.
 *
 * <p>Cells and pairs have numbers for names, so that neither writing nor reading has to handle a
 * text for each of them.
 */
public final class CountsFile {
  private static final String FILE = "sluice_counts";
  private static final String CELLS = "sluice_saved_cells";
  private static final String PAIRS = "sluice_saved_pairs";
  private static final String STATES = "sluice_states";
  private static final String ACTIONS = "sluice_actions";
  private static final String OLD_STATES = "sluice_old_states";
  private static final String OLD_ACTIONS = "sluice_old_actions";

  /** So many numbers are handed over as one list: one by one takes several times as long. */
  private static final int AT_ONCE = 4096;

  private CountsFile() {}

  /**
   * Writes counts.
   *
   * @param log counted to be kept, by whichever engine
   */
  public static void write(SqlLog log, Path file) {
    try (DuckDb engine = DuckDb.start()) {
      write(engine, log, file);
    }
  }

  private static void write(DuckDb engine, SqlLog log, Path file) {
    LogData data = log.data();
    Halves halves = data.halves().orElseThrow();
    engine.execute(
        "CREATE OR REPLACE TEMP TABLE %s (half INTEGER, key BIGINT[], n BIGINT[], high BIGINT[], low BIGINT[], square_high BIGINT[], square_low BIGINT[])"
            .formatted(CELLS));
    engine.append(
        CELLS,
        rows -> {
          cells(rows, 0, halves.inputs());
          cells(rows, 1, halves.holdout());
        });
    engine.execute(
        "CREATE OR REPLACE TEMP TABLE %s (key BIGINT[], n BIGINT[], high BIGINT[], low BIGINT[], least DOUBLE[], most DOUBLE[])"
            .formatted(PAIRS));
    engine.append(PAIRS, rows -> data.propensities().ifPresent(table -> propensities(rows, table)));
    names(engine, STATES, data.states());
    names(engine, ACTIONS, data.actions());
    String rows =
        """
        SELECT 'cell' AS kind, half, unnest(key) AS key, unnest(n) AS n, unnest(high) AS high, unnest(low) AS low,
          unnest(square_high) AS square_high, unnest(square_low) AS square_low, CAST(NULL AS DOUBLE) AS least,
          CAST(NULL AS DOUBLE) AS most, CAST(NULL AS VARCHAR) AS label FROM %s
        UNION ALL SELECT 'pair', NULL, unnest(key), unnest(n), unnest(high), unnest(low), NULL, NULL, unnest(least),
          unnest(most), NULL FROM %s
        UNION ALL SELECT 'state', NULL, id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, label FROM %s
        UNION ALL SELECT 'action', NULL, id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, label FROM %s"""
            .formatted(CELLS, PAIRS, STATES, ACTIONS);
    SortedMap<String, String> entries =
        new TreeMap<>(SavedCounts.of(file.toString(), log).entries());
    entries.put(CountsCheck.CHECKSUM, CountsCheck.checksum(engine, rows, entries));
    String metadata =
        entries.entrySet().stream()
            .map(e -> engine.text(e.getKey()) + ": " + engine.text(e.getValue()))
            .collect(Collectors.joining(", "));
    engine.execute(
        "COPY (%s) TO %s (FORMAT parquet, KV_METADATA {%s})"
            .formatted(rows, engine.text(file.toString()), metadata));
  }

  private static void names(DuckDb engine, String table, Labels labels) {
    int[] ids = new int[labels.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = i;
    }
    engine.table(table, labels.names(), ids);
  }

  private static void cells(DuckDb.RowAppender rows, int half, TransitionCounts counts) {
    for (int from = 0; from < counts.cells(); from += AT_ONCE) {
      int size = Math.min(AT_ONCE, counts.cells() - from);
      long[][] columns = new long[6][size];
      counts.forEachCell(
          from,
          from + size,
          (i, key, n, high, low, squareHigh, squareLow) -> {
            columns[0][i] = key;
            columns[1][i] = n;
            columns[2][i] = high;
            columns[3][i] = low;
            columns[4][i] = squareHigh;
            columns[5][i] = squareLow;
          });
      rows.row(half, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]);
    }
  }

  private static void propensities(DuckDb.RowAppender rows, PropensityTable table) {
    for (int from = 0; from < table.size(); from += AT_ONCE) {
      int size = Math.min(AT_ONCE, table.size() - from);
      long[][] columns = new long[4][size];
      double[][] ends = new double[2][size];
      table.forEachPair(
          from,
          from + size,
          (i, pair, n, high, low, least, most) -> {
            columns[0][i] = pair;
            columns[1][i] = n;
            columns[2][i] = high;
            columns[3][i] = low;
            ends[0][i] = least;
            ends[1][i] = most;
          });
      rows.row(columns[0], columns[1], columns[2], columns[3], ends[0], ends[1]);
    }
  }

  /** What the counts of files are of, checked to fit together. */
  private static SavedCounts describe(DuckDb engine, Inputs inputs, List<String> files) {
    List<SavedCounts> parts = new ArrayList<>();
    for (String file : files) {
      if (!Files.isRegularFile(Path.of(file))) {
        throw LogFiles.unreadable(List.of(file), "parquet", Fault.ABSENT);
      }
      inputs.noted(file, Path.of(file));
      List<String> columns = engine.open(List.of(file), FILE);
      SortedMap<String, String> entries = new TreeMap<>();
      engine.query(
          "SELECT decode(key), decode(value) FROM parquet_kv_metadata(%s)"
              .formatted(engine.text(DuckDbFiles.literal(Path.of(file)))),
          row -> entries.put(row.text(0), row.text(1)));
      String checksum = entries.remove(CountsCheck.CHECKSUM);
      SavedCounts part = SavedCounts.of(file, entries);
      CountsCheck.of(engine, FILE, file, columns, part.horizon(), part.rows());
      if (!CountsCheck.checksum(engine, "FROM " + FILE, entries).equals(checksum)) {
        throw SavedCounts.corrupt(file, "another checksum than its own");
      }
      parts.add(part);
    }
    return SavedCounts.together(parts);
  }

  /**
   * Reads counts and adds them up.
   *
   * @param moreActions actions that the logs may lack but a policy has
   * @param seed by which halves must have been made, if they matter
   */
  public static SqlLog read(List<String> files, Set<String> moreActions, OptionalLong seed) {
    Inputs inputs = new Inputs(Path.of("")); // no stream is kept: all are files
    try (DuckDb engine = DuckDb.start()) {
      SavedCounts all = describe(engine, inputs, files);
      seed.ifPresent(all::requireSeed);
      SqlLog log = read(engine, all, files, moreActions);
      inputs.requireUnchanged();
      return log;
    }
  }

  private static SqlLog read(
      DuckDb engine, SavedCounts all, List<String> files, Set<String> moreActions) {
    engine.open(files, FILE);
    Labels states = Labels.of(labels(engine, "state"));
    Labels actions = Labels.of(labels(engine, "action")).with(moreActions);
    names(engine, STATES, states);
    names(engine, ACTIONS, actions);
    Shape shape = new Shape(states.size(), actions.size(), all.horizon());
    TransitionCounts[] halves = {TransitionCounts.none(shape), TransitionCounts.none(shape)};
    PropensityTable propensities = new PropensityTable(shape);
    for (String file : files) {
      engine.open(List.of(file), FILE);
      int[] old = {
        numbers(engine, OLD_STATES, "state", STATES),
        numbers(engine, OLD_ACTIONS, "action", ACTIONS)
      };
      halves[0] = halves[0].plus(half(engine, shape, old[0], old[1], 0));
      halves[1] = halves[1].plus(half(engine, shape, old[0], old[1], 1));
      propensities =
          PropensityTable.merged(shape, propensities, propensities(engine, shape, old[0], old[1]));
    }
    return all.open(
        states,
        actions,
        halves[0],
        halves[1],
        all.logged() ? Optional.of(propensities) : Optional.empty());
  }

  private static Set<String> labels(DuckDb engine, String kind) {
    Set<String> labels = new LinkedHashSet<>();
    engine.query(
        "SELECT DISTINCT label FROM %s WHERE kind = '%s'".formatted(FILE, kind),
        row -> labels.add(row.text(0)));
    return labels;
  }

  /** A table of a file's numbers for names beside ours; says how many the file has. */
  private static int numbers(DuckDb engine, String table, String kind, String names) {
    engine.keep(
        table,
        "SELECT f.key AS old, n.id FROM %s f JOIN %s n ON f.label = n.label WHERE f.kind = '%s'"
            .formatted(FILE, names, kind));
    long[] size = new long[1];
    engine.query("SELECT count(*) FROM " + table, row -> size[0] = row.integer(0));
    return (int) size[0];
  }

  private static TransitionCounts half(
      DuckDb engine, Shape shape, int oldStates, int oldActions, int half) {
    CellWriter writer = new CellWriter(shape, 1024);
    String cells =
        "SELECT key // %1$s AS pair, key %% %1$s AS next, n, high, low, square_high, square_low FROM %2$s WHERE kind = 'cell' AND half = %3$s"
            .formatted(oldStates + 1L, FILE, half);
    engine.query(
        "SELECT (%s) * %s + coalesce(x.id, %s) AS cell, n, high, low, square_high, square_low FROM (%s) c %s LEFT JOIN %s x ON c.next = x.old ORDER BY cell"
            .formatted(
                pair(shape, oldStates, oldActions),
                shape.states() + 1,
                shape.end(),
                cells,
                joins(oldStates, oldActions),
                OLD_STATES),
        row ->
            writer.cell(
                row.integer(0),
                row.integer(1),
                row.integer(2),
                row.integer(3),
                row.integer(4),
                row.integer(5)));
    return writer.done();
  }

  private static PropensityTable propensities(
      DuckDb engine, Shape shape, int oldStates, int oldActions) {
    PropensityTable table = new PropensityTable(shape);
    engine.query(
        "SELECT %s AS pair, n, high, low, least, most FROM (SELECT key AS pair, n, high, low, least, most FROM %s WHERE kind = 'pair') c %s ORDER BY pair"
            .formatted(pair(shape, oldStates, oldActions), FILE, joins(oldStates, oldActions)),
        row ->
            table.add(
                row.integer(0),
                row.integer(1),
                row.integer(2),
                row.integer(3),
                row.number(4),
                row.number(5)));
    return table;
  }

  /** ((step − 1)·|X| + state)·|A| + action with our numbers, for a pair with a file's. */
  private static String pair(Shape shape, int oldStates, int oldActions) {
    return "(c.pair // %s // %s * %s + s.id) * %s + a.id"
        .formatted(oldActions, oldStates, shape.states(), shape.actions());
  }

  private static String joins(int oldStates, int oldActions) {
    return "JOIN %s s ON c.pair // %s %% %s = s.old JOIN %s a ON c.pair %% %s = a.old"
        .formatted(OLD_STATES, oldActions, oldStates, OLD_ACTIONS, oldActions);
  }
}
