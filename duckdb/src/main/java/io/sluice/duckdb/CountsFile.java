package io.sluice.duckdb;

import io.sluice.counts.CellWriter;
import io.sluice.counts.TransitionCounts;
import io.sluice.logs.Labels;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PropensityTable;
import io.sluice.logs.SavedCounts;
import io.sluice.mdp.Shape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts in a Parquet file: a row per cell and half, with names and exact sums, then a row per pair
 * with its propensities; what else has to be known is in the file's metadata.
 */
public final class CountsFile {
  private static final String ROWS = "sluice_counts";
  private static final String STATES = "sluice_states";
  private static final String ACTIONS = "sluice_actions";

  private CountsFile() {}

  /**
   * Writes counts.
   *
   * @param log counted to be kept, by whichever engine
   */
  public static void write(DuckDb engine, OpenLog log, Path file) {
    LoggedData data = log.data();
    LoggedData.Halves halves = data.halves().orElseThrow();
    engine.execute(
        "CREATE OR REPLACE TEMP TABLE %s (half INTEGER, step INTEGER, state INTEGER, action INTEGER, next INTEGER, n BIGINT, high BIGINT, low BIGINT, square_high BIGINT, square_low BIGINT, least DOUBLE, most DOUBLE)"
            .formatted(ROWS));
    engine.append(
        ROWS,
        rows -> {
          cells(rows, 0, halves.inputs());
          cells(rows, 1, halves.holdout());
          data.propensities().ifPresent(table -> propensities(rows, table));
        });
    names(engine, STATES, data.states());
    names(engine, ACTIONS, data.actions());
    String metadata =
        SavedCounts.of(file.toString(), log).entries().entrySet().stream()
            .map(e -> engine.text(e.getKey()) + ": " + engine.text(e.getValue()))
            .collect(Collectors.joining(", "));
    engine.execute(
        "COPY (SELECT half, step, s.label AS state, a.label AS action, x.label AS next_state, n, high, low, square_high, square_low, least, most FROM %s c JOIN %s s ON c.state = s.id JOIN %s a ON c.action = a.id LEFT JOIN %s x ON c.next = x.id ORDER BY half NULLS LAST, step, c.state, c.action, c.next) TO %s (FORMAT parquet, KV_METADATA {%s})"
            .formatted(ROWS, STATES, ACTIONS, STATES, engine.text(file.toString()), metadata));
  }

  private static void names(DuckDb engine, String table, Labels labels) {
    int[] ids = new int[labels.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = i;
    }
    engine.table(table, labels.names(), ids);
  }

  private static void cells(DuckDb.RowAppender rows, int half, TransitionCounts counts) {
    counts.forEachCell(
        (cell, n, high, low, squareHigh, squareLow) ->
            rows.row(
                half,
                counts.step(cell),
                counts.state(cell),
                counts.action(cell),
                counts.next(cell),
                n,
                high,
                low,
                squareHigh,
                squareLow,
                null,
                null));
  }

  private static void propensities(DuckDb.RowAppender rows, PropensityTable table) {
    table.forEachPair(
        (step, state, action, n, high, low, least, most) ->
            rows.row(null, step, state, action, null, n, high, low, null, null, least, most));
  }

  /** What the counts of files are of, checked to fit together. */
  public static SavedCounts describe(DuckDb engine, List<String> files) {
    List<SavedCounts> parts = new ArrayList<>();
    for (String file : files) {
      if (!Files.isRegularFile(Path.of(file))) {
        throw LogFiles.unreadable(List.of(file), "parquet", Fault.ABSENT);
      }
      engine.open(List.of(file), ROWS + "_file");
      Map<String, String> entries = new HashMap<>();
      engine.query(
          "SELECT decode(key), decode(value) FROM parquet_kv_metadata(%s)"
              .formatted(engine.text(file)),
          row -> entries.put(row.text(0), row.text(1)));
      parts.add(SavedCounts.of(file, entries));
    }
    return SavedCounts.together(parts);
  }

  /**
   * Reads counts and adds them up.
   *
   * @param moreActions actions that the logs may lack but a policy has
   */
  public static OpenLog read(DuckDb engine, List<String> files, Set<String> moreActions) {
    SavedCounts all = describe(engine, files);
    engine.open(files, ROWS + "_file");
    Set<String> states = new LinkedHashSet<>();
    engine.query(
        "SELECT state FROM %s_file UNION SELECT next_state FROM %s_file WHERE next_state IS NOT NULL"
            .formatted(ROWS, ROWS),
        row -> states.add(row.text(0)));
    Set<String> actions = new LinkedHashSet<>();
    engine.query(
        "SELECT DISTINCT action FROM %s_file".formatted(ROWS), row -> actions.add(row.text(0)));
    Labels stateLabels = Labels.of(states);
    Labels actionLabels = Labels.of(actions).with(moreActions);
    upload(engine, STATES, states, stateLabels);
    upload(engine, ACTIONS, actions, actionLabels);
    Shape shape = new Shape(stateLabels.size(), actionLabels.size(), all.horizon());
    TransitionCounts[] halves = {TransitionCounts.none(shape), TransitionCounts.none(shape)};
    PropensityTable propensities = new PropensityTable(shape);
    for (String file : files) {
      halves[0] = halves[0].plus(half(engine, file, shape, 0));
      halves[1] = halves[1].plus(half(engine, file, shape, 1));
      propensities = PropensityTable.merged(shape, propensities, propensities(engine, file, shape));
    }
    return all.open(
        stateLabels,
        actionLabels,
        halves[0],
        halves[1],
        all.logged() ? Optional.of(propensities) : Optional.empty());
  }

  private static void upload(DuckDb engine, String table, Set<String> names, Labels labels) {
    List<String> list = List.copyOf(names);
    engine.table(table, list, list.stream().mapToInt(labels::id).toArray());
  }

  private static TransitionCounts half(DuckDb engine, String file, Shape shape, int half) {
    CellWriter writer = new CellWriter(shape, 1024);
    engine.query(
        "SELECT (%s) * %d + coalesce(x.id, %d) AS cell, n, high, low, square_high, square_low FROM read_parquet(%s) c JOIN %s s ON c.state = s.label JOIN %s a ON c.action = a.label LEFT JOIN %s x ON c.next_state = x.label WHERE half = %d ORDER BY cell"
            .formatted(
                pair(shape),
                shape.states() + 1,
                shape.end(),
                engine.text(file),
                STATES,
                ACTIONS,
                STATES,
                half),
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

  private static PropensityTable propensities(DuckDb engine, String file, Shape shape) {
    PropensityTable table = new PropensityTable(shape);
    engine.query(
        "SELECT %s AS pair, n, high, low, least, most FROM read_parquet(%s) c JOIN %s s ON c.state = s.label JOIN %s a ON c.action = a.label WHERE half IS NULL ORDER BY pair"
            .formatted(pair(shape), engine.text(file), STATES, ACTIONS),
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

  private static String pair(Shape shape) {
    return "((CAST(c.step AS BIGINT) - 1) * %d + s.id) * %d + a.id"
        .formatted(shape.states(), shape.actions());
  }
}
