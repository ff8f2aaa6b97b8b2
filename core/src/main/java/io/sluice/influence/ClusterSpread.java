package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.model.Model;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much the rewards of one cluster have in common. With residuals e = r − R̂(x, a) of two rows i
 * ≠ j of a cluster, and a reward of R(x, a) + u_g + v_ga plus independent noise in cluster g:
 *
 * <pre>
 * E[e_i·e_j] = Var u           where the two took different actions
 *            = Var u + Var v   where they took the same
 * </pre>
 *
 * Both are means over all such pairs of rows, from sums over each cluster: Σ_i≠j e_i·e_j = (Σe)² −
 * Σe². An estimate below 0 counts as 0. Where no cluster took two actions, all that its rows share
 * counts as the action's.
 */
public final class ClusterSpread implements EpisodeAccumulator<ClusterSpread> {
  private final Model model;
  private final double[] sums; // of the open cluster, by action
  private final long[] rows;
  private final TreeMap<Long, Long> sizes = new TreeMap<>();
  private double squares;
  private long episodes;
  private long cluster = -1;
  private double sameAction;
  private double otherAction;
  private double samePairs;
  private double otherPairs;

  /**
   * @param model R̂ of the log
   */
  public ClusterSpread(Model model) {
    this.model = model;
    this.sums = new double[model.shape().actions()];
    this.rows = new long[sums.length];
  }

  @Override
  public ClusterSpread empty() {
    return new ClusterSpread(model);
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    episodes++;
    for (int h = 1; h <= episode.length(); h++) {
      int a = episode.action(h);
      double e = episode.unitReward(h) - model.reward(model.pair(h, episode.state(h), a));
      sums[a] += e;
      rows[a]++;
      squares += e * e;
    }
  }

  private void close() {
    if (episodes == 0) {
      return;
    }
    double sum = 0;
    double sumOfSquares = 0;
    double all = 0;
    double alike = 0;
    for (int a = 0; a < sums.length; a++) {
      sum += sums[a];
      sumOfSquares += sums[a] * sums[a];
      all += rows[a];
      alike += (double) rows[a] * rows[a];
    }
    sameAction += sumOfSquares - squares;
    samePairs += alike - all;
    otherAction += sum * sum - sumOfSquares;
    otherPairs += all * all - alike;
    sizes.merge(episodes, 1L, Long::sum);
    Arrays.fill(sums, 0);
    Arrays.fill(rows, 0);
    squares = 0;
    episodes = 0;
  }

  @Override
  public ClusterSpread plus(ClusterSpread later) {
    close();
    later.close();
    sameAction += later.sameAction;
    samePairs += later.samePairs;
    otherAction += later.otherAction;
    otherPairs += later.otherPairs;
    for (Map.Entry<Long, Long> one : later.sizes.entrySet()) {
      sizes.merge(one.getKey(), one.getValue(), Long::sum);
    }
    return this;
  }

  public ClusterVariation variation() {
    close();
    double level = otherPairs > 0 ? Math.max(0, otherAction / otherPairs) : 0;
    double both = samePairs > 0 ? Math.max(0, sameAction / samePairs) : level;
    return new ClusterVariation(sizes, Math.sqrt(level), Math.sqrt(Math.max(0, both - level)));
  }
}
