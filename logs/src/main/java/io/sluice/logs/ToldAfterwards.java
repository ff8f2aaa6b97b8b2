package io.sluice.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Does a number give away what happened in its row or later, as what is logged after a decision
 * does? It tells the action, or a reward of few values, if the values of no two of them overlap: a
 * discount above 0 for one action only, say. It tells the reward if it is a multiple of it, up to
 * rounding, or if it is the sum of the episode's rewards so far, from here on, or in all.
 */
final class ToldAfterwards {
  private static final int ROWS = 5; // of an action or a reward, to say anything
  private static final int MOST = 20; // different rewards
  private static final double LINEAR = 0.99999; // |correlation|
  private static final double ROUNDING = 1e-9;

  private final SqlEngine engine;
  private final ColumnMap columns;
  private final String action;
  private final String reward;

  ToldAfterwards(SqlEngine engine, ColumnMap columns, String action, String reward) {
    this.engine = engine;
    this.columns = columns;
    this.action = action;
    this.reward = reward;
  }

  /** What a column tells, if anything. */
  Optional<String> of(String column) {
    String number = engine.number(engine.identifier(column));
    if (separates(action, number)) {
      return Optional.of("action");
    }
    if (separates(engine.asText(reward), number) || repeats(number) || addsUp(number)) {
      return Optional.of("reward");
    }
    return Optional.empty();
  }

  /** Whether every value of what is grouped by has numbers of its own, between no others. */
  private boolean separates(String by, String number) {
    List<double[]> ranges = new ArrayList<>();
    boolean[] bad = new boolean[1];
    engine.query(
        "SELECT min(v), max(v), count(*), count(v) FROM (SELECT %s AS g, %s AS v FROM %s) t GROUP BY g ORDER BY min(v) LIMIT %s"
            .formatted(by, number, RowSql.INPUT, MOST + 1),
        row -> {
          bad[0] |= row.integer(2) < ROWS || row.integer(3) < row.integer(2);
          if (!row.isMissing(0)) {
            ranges.add(new double[] {row.number(0), row.number(1)});
          }
        });
    boolean apart = !bad[0] && ranges.size() > 1 && ranges.size() <= MOST;
    for (int i = 1; i < ranges.size(); i++) {
      apart &= ranges.get(i - 1)[1] < ranges.get(i)[0];
    }
    return apart;
  }

  private boolean repeats(String number) {
    double[] found = new double[1];
    engine.query(
        "SELECT abs(corr(v, r)) FROM (SELECT %s AS v, %s AS r FROM %s) t"
            .formatted(number, reward, RowSql.INPUT),
        row -> found[0] = row.isMissing(0) ? 0 : row.number(0));
    return found[0] > LINEAR;
  }

  private boolean addsUp(String number) {
    if (!columns.has(Role.EPISODE) || !columns.has(Role.STEP)) {
      return false;
    }
    String before = "PARTITION BY e ORDER BY s ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW";
    String after = "PARTITION BY e ORDER BY s ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING";
    boolean[] told = new boolean[1];
    engine.query(
        "SELECT max(abs(v - so_far)), max(abs(v - to_go)), max(abs(v - in_all)), max(abs(v)), count(v), count(*), count(DISTINCT v) FROM (SELECT v, sum(r) OVER (%s) AS so_far, sum(r) OVER (%s) AS to_go, sum(r) OVER (PARTITION BY e) AS in_all FROM (SELECT %s AS v, %s AS r, %s AS e, %s AS s FROM %s) t) w"
            .formatted(
                before,
                after,
                number,
                reward,
                first(Role.EPISODE),
                engine.number(first(Role.STEP)),
                RowSql.INPUT),
        row -> {
          boolean all = row.integer(4) > 0 && row.integer(4) == row.integer(5);
          for (int i = 0; all && row.integer(6) > 1 && i < 3; i++) {
            told[0] |= row.number(i) <= ROUNDING * Math.max(1, row.number(3));
          }
        });
    return told[0];
  }

  private String first(Role role) {
    return engine.identifier(columns.of(role).get(0));
  }
}
