package io.sluice.logs;

import io.sluice.mdp.Policy;

/**
 * A log that has been counted and can be gone through once more, where counts do not say enough.
 */
public final class OpenLog {
  private final SqlEngine engine;
  private final CellSql sql;
  private final long base;
  private final LoggedData data;

  OpenLog(SqlEngine engine, CellSql sql, long base, LoggedData data) {
    this.engine = engine;
    this.sql = sql;
    this.base = base;
    this.data = data;
  }

  public LoggedData data() {
    return data;
  }

  /** Whether episodes come in clusters: several of one user, say, which are not independent. */
  public boolean hasClusters() {
    return sql.hasClusters();
  }

  /**
   * Importance weights of whole episodes: the product of π/π_b over their steps, π_b being the
   * logged propensity where there is one.
   */
  public TrajectoryWeights weights(BehaviorPolicy behavior, Policy evaluated) {
    TrajectoryWeights weights = new TrajectoryWeights();
    boolean logged = behavior.source() == BehaviorPolicy.Source.LOGGED;
    engine.query(
        sql.decisions(base),
        row -> {
          int step = (int) row.integer(1);
          int state = (int) row.integer(2);
          int action = (int) row.integer(3);
          double taken =
              logged ? row.number(4) : behavior.policy().probability(step, state, action);
          double ratio = evaluated.probability(step, state, action) / taken;
          weights.add(step == 1, ratio, row.number(5));
        });
    weights.finish();
    return weights;
  }
}
