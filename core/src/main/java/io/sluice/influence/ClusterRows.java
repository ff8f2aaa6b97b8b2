package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import io.sluice.model.StepTables;
import java.util.HashMap;
import java.util.Map;

/**
 * How many clusters the rows of a pair, or of an action in any state, come from in effect: n²/Σ_g
 * n_g², with n_g of the n rows from cluster g. It is n if every row is from another cluster, and 1
 * if all are from one.
 */
public final class ClusterRows implements EpisodeAccumulator<ClusterRows> {
  private static final int ALL_STEPS = 0;

  private final Shape shape;
  private final HashMap<Long, double[]> closed = new HashMap<>(); // n and Σ n_g²
  private final HashMap<Long, Integer> open = new HashMap<>();
  private long cluster = -1;

  public ClusterRows(Shape shape) {
    this.shape = shape;
  }

  @Override
  public ClusterRows empty() {
    return new ClusterRows(shape);
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    for (int h = 1; h <= episode.length(); h++) {
      for (int step : new int[] {ALL_STEPS, h}) {
        open.merge(key(step, episode.state(h), episode.action(h)), 1, Integer::sum);
        open.merge(key(step, shape.states(), episode.action(h)), 1, Integer::sum);
      }
    }
  }

  /** A state of |X| stands for any state. */
  private long key(int step, int state, int action) {
    return ((long) step * (shape.states() + 1) + state) * shape.actions() + action;
  }

  private void close() {
    open.forEach((key, n) -> add(key, n, (double) n * n));
    open.clear();
  }

  private void add(long key, double n, double squares) {
    double[] sums = closed.computeIfAbsent(key, k -> new double[2]);
    sums[0] += n; // whole numbers, so that no order matters
    sums[1] += squares;
  }

  @Override
  public ClusterRows plus(ClusterRows later) {
    close();
    later.close();
    for (Map.Entry<Long, double[]> one : later.closed.entrySet()) {
      add(one.getKey(), one.getValue()[0], one.getValue()[1]);
    }
    return this;
  }

  /**
   * The effective number of clusters.
   *
   * @param state |X| for any state
   * @return 0 if there are no rows
   */
  double effective(StepTables tables, int table, int state, int action) {
    close();
    double[] sums = closed.get(key(tables.areShared() ? ALL_STEPS : table + 1, state, action));
    return sums == null ? 0 : sums[0] * sums[0] / sums[1];
  }
}
