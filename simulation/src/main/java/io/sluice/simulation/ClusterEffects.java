package io.sluice.simulation;

import io.sluice.influence.ClusterVariation;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What the episodes of a cluster have in common: a level of rewards, and a level for each action.
 * Each is one of ±s with equal probability, drawn once for a cluster.
 *
 * <p>A level that would carry a pair's mean reward out of [lowest, highest] is made smaller, on
 * both sides alike. So the mean over clusters is that of the environment, for every state and
 * action, and the next state does not depend on the cluster: all effects and values are the
 * environment's.
 */
public final class ClusterEffects {
  private final int[] firstOf; // the number of the first episode of each cluster
  private final double level;
  private final double byAction;
  private final double lowest;
  private final double highest;

  private ClusterEffects(
      int[] firstOf, double level, double byAction, double lowest, double highest) {
    this.firstOf = firstOf;
    this.level = level;
    this.byAction = byAction;
    this.lowest = lowest;
    this.highest = highest;
  }

  /**
   * Clusters like those of a log, as many of each size, in an order that does not depend on the
   * size, until all episodes have one.
   *
   * @param episodes how many are drawn
   * @param lowest reward, in [0, 1] units
   */
  public static ClusterEffects like(
      ClusterVariation log, int episodes, double lowest, double highest) {
    int[] sizes = new int[Math.toIntExact(log.sizes().values().stream().mapToLong(n -> n).sum())];
    int filled = 0;
    for (Map.Entry<Long, Long> one : log.sizes().entrySet()) {
      int more = Math.toIntExact(one.getValue());
      Arrays.fill(sizes, filled, filled + more, Math.toIntExact(one.getKey()));
      filled += more;
    }
    shuffle(sizes);
    int[] firstOf = new int[episodes]; // at most one cluster for an episode
    int clusters = 0;
    for (int e = 0; e < episodes; clusters++) {
      firstOf[clusters] = e;
      e = (int) Math.min(episodes, (long) e + sizes[clusters % sizes.length]);
    }
    return new ClusterEffects(
        Arrays.copyOf(firstOf, clusters), log.level(), log.byAction(), lowest, highest);
  }

  private static void shuffle(int[] sizes) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = sizes.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int other = sizes[j];
      sizes[j] = sizes[i];
      sizes[i] = other;
    }
  }

  /** How many clusters there are. */
  public int clusters() {
    return firstOf.length;
  }

  int clusterOf(int episode) {
    int at = Arrays.binarySearch(firstOf, episode);
    return at >= 0 ? at : -at - 2;
  }

  /** What a cluster earns more than others with an action, where it earns this on average. */
  double effect(long seed, int cluster, int action, double mean) {
    double space = Math.max(0, Math.min(mean - lowest, highest - mean));
    double most = level + byAction;
    double scale = most > space ? space / most : 1;
    return scale * (sign(seed, cluster, 0) * level + sign(seed, cluster, action + 1L) * byAction);
  }

  private static int sign(long seed, int cluster, long which) {
    long bits = Rollouts.mix(Rollouts.mix(seed ^ Rollouts.mix(-1L - cluster)) ^ (which << 1));
    return (bits & 1) == 0 ? 1 : -1;
  }
}
