package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds;
import io.sluice.mdp.Labels;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Numbers the states of a log, holds its next states against its rows, and finds out how its
 * episodes stop.
 */
final class EndReader {
  private final SqlEngine engine;
  private final ColumnMap columns;
  private final LogOptions options;
  private final EndSql sql;
  private final long last;
  private final long[] found = new long[7];

  /**
   * @param states all that a row begins in, and those that an episode was cut off in
   * @param ends empty where rows do not say more than their number
   */
  record Result(Labels states, Optional<EpisodeEnds> ends) {}

  /**
   * @param last the number of the last step
   */
  EndReader(SqlEngine engine, RowSql rows, LogOptions options, long last) {
    this.engine = engine;
    this.columns = rows.columns;
    this.options = options;
    this.sql = new EndSql(rows);
    this.last = last;
  }

  /**
   * @param episodes how many there are, asked for only where rows say how they stop
   * @throws BadLogException if a next state is not the state of the next row, or an episode was cut
   *     off in a state that is not said
   */
  Result read(CellSql cells, LongSupplier episodes) {
    Set<String> begin = CellReader.names(engine, cells.stateNames(), "states", options);
    Labels states = options.history().isPresent() ? Labels.ofHistories(begin) : Labels.of(begin);
    Set<String> spelled = new LinkedHashSet<>(begin);
    boolean given = columns.has(Role.NEXT_STATE) && columns.has(Role.EPISODE);
    if (given) {
      spelled.addAll(CellReader.names(engine, cells.nextStateNames(last), "states", options));
    }
    upload(spelled, states);
    if (!columns.has(Role.EPISODE) || !given && !EndSql.isMarked(columns)) {
      return new Result(states, Optional.empty());
    }
    engine.query(
        sql.summary(last, options.ends()),
        row -> {
          for (int i = 0; i < found.length; i++) {
            found[i] = row.integer(i);
          }
        });
    requireConsistent();
    if (found[5] > 0) {
      states = states.with(CellReader.names(engine, sql.unplacedNames(last), "states", options));
      upload(spelled, states);
    }
    long ended = episodes.getAsLong() - found[3] - found[4] - found[6];
    EpisodeEnds ends =
        new EpisodeEnds(
            found[3],
            ended,
            found[4],
            found[6],
            found[5],
            given ? found[1] : 0,
            EndSql.isMarked(columns),
            options.ends());
    return new Result(states, Optional.of(ends));
  }

  private void upload(Set<String> spelled, Labels states) {
    CellReader.upload(
        engine,
        CellSql.STATES,
        spelled.stream().filter(name -> states.id(name) >= 0).toList(),
        states);
  }

  private void requireConsistent() {
    List<String> errors = new ArrayList<>();
    if (found[0] > 0) {
      engine.query(
          sql.contradictions(),
          row ->
              errors.add(
                  "%s: %s of episode %s at step %s must be \"%s\", the state of its next row, got \"%s\""
                      .formatted(
                          LogReader.place(engine, row),
                          String.join("+", columns.of(Role.NEXT_STATE)),
                          row.text(2),
                          row.integer(3),
                          row.text(5),
                          row.text(4))));
      throw new BadLogException(errors, found[0]);
    }
    if (found[2] > 0) {
      engine.query(
          sql.cutOffNowhere(last, options.ends()),
          row ->
              errors.add(
                  "%s: episode %s was cut off at step %s, which needs a next_state, the state it was cut off in, got nothing (log it, or keep with `where` only episodes that began early enough to have ended)"
                      .formatted(LogReader.place(engine, row), row.text(2), row.integer(3))));
      throw new BadLogException(errors, found[2]);
    }
  }
}
