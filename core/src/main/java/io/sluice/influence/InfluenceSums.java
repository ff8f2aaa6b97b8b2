package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.function.IntFunction;

/**
 * Adds up the influence ψ of whole episodes: for every step's effect, for V_π − V_πb (the sum of
 * those) and for V_π (that and the return).
 *
 * <p>Episodes of one cluster, such as a user's, may depend on each other: their ψ are added before
 * they are squared.
 */
public final class InfluenceSums implements EpisodeAccumulator<InfluenceSums> {
  private final RowScores[] scores; // of the steps
  private final double afterEnd;
  private final double meanReturn; // taken off each return, so that equal ones have no variance
  private final ChainScores logged; // of the mean return, where episodes were cut off; else null
  private final boolean clustered;
  // Of the steps 1 … H, then total, then value:
  private final double[] sums;
  private final double[] squares; // of ψ, or of its sums over clusters
  private final double[] products; // of the sums over clusters with the clusters' sizes
  private final double[] open; // the sums of the cluster that is being added to
  private double openSize;
  private double squaredSizes;
  private long episodes;
  private long clusters;
  private long cluster;

  /**
   * @param clustered whether episodes come in clusters
   */
  public InfluenceSums(Influences all, boolean clustered) {
    this(all, all::at, clustered);
  }

  /**
   * The same for a part of every step's effect.
   *
   * @param ofStep its influence, such as {@link Influences#carried}; total and value are then sums
   *     of these parts
   */
  public InfluenceSums(Influences all, IntFunction<Influence> ofStep, boolean clustered) {
    this(
        new RowScores[all.plugIn().shape.horizon()],
        all.plugIn().range.afterEnd(),
        all.meanReturn(),
        logged(all.plugIn(), all.meanReturn()),
        clustered);
    double[][] weights = all.plugIn().log.cut ? all.plugIn().log.weights() : null;
    for (int h = 1; h <= scores.length; h++) {
      scores[h - 1] = new RowScores(ofStep.apply(h), weights);
    }
  }

  private static ChainScores logged(PlugIn plugIn, double meanReturn) {
    return plugIn.log.cut
        ? new ChainScores(
            plugIn.shape,
            plugIn.log.weights(),
            plugIn.valuesOf(plugIn.behavior),
            plugIn.shape.horizon(),
            1,
            meanReturn)
        : null;
  }

  private InfluenceSums(
      RowScores[] scores,
      double afterEnd,
      double meanReturn,
      ChainScores logged,
      boolean clustered) {
    this.scores = scores;
    this.logged = logged;
    this.afterEnd = afterEnd;
    this.meanReturn = meanReturn;
    this.clustered = clustered;
    int size = scores.length + 2;
    sums = new double[size];
    squares = new double[size];
    products = new double[size];
    open = new double[size];
  }

  @Override
  public InfluenceSums empty() {
    return new InfluenceSums(scores, afterEnd, meanReturn, logged, clustered);
  }

  @Override
  public void add(Episode episode) {
    if (clustered && episodes > 0 && episode.cluster() != cluster) {
      closeCluster();
    }
    cluster = episode.cluster();
    double total = 0;
    for (int h = 0; h < scores.length; h++) {
      double psi = scores[h].of(episode);
      open[h] += psi;
      total += psi;
    }
    open[scores.length] += total;
    open[scores.length + 1] += total + (logged == null ? returns(episode) : logged.of(episode));
    openSize++;
    episodes++;
    if (!clustered) {
      closeCluster();
    }
  }

  private double returns(Episode episode) {
    double returns = (scores.length - episode.length()) * afterEnd - meanReturn;
    for (int h = 1; h <= episode.length(); h++) {
      returns += episode.unitReward(h);
    }
    return returns;
  }

  private void closeCluster() {
    if (openSize == 0) {
      return;
    }
    for (int i = 0; i < open.length; i++) {
      sums[i] += open[i];
      squares[i] += open[i] * open[i];
      products[i] += open[i] * openSize;
      open[i] = 0;
    }
    squaredSizes += openSize * openSize;
    openSize = 0;
    clusters++;
  }

  @Override
  public InfluenceSums plus(InfluenceSums later) {
    closeCluster();
    later.closeCluster();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += later.sums[i];
      squares[i] += later.squares[i];
      products[i] += later.products[i];
    }
    squaredSizes += later.squaredSizes;
    episodes += later.episodes;
    clusters += later.clusters;
    return this;
  }

  int horizon() {
    return scores.length;
  }

  long episodes() {
    return episodes;
  }

  boolean isClustered() {
    return clustered;
  }

  /** How many independent parts the log has: its clusters, or else its episodes. */
  public long independent() {
    closeCluster();
    return clusters;
  }

  /** The variance of a mean of ψ over the log; the steps' at 1 … H, then total, then value. */
  double varianceOfMean(int which) {
    closeCluster();
    int i = which - 1;
    double mean = sums[i] / episodes;
    // Σ_g (ψ_g − mean·n_g)²; the mean of ψ is 0 but for rounding, so nothing cancels.
    double around = squares[i] - mean * (2 * products[i] - mean * squaredSizes);
    double few = clustered ? clusters / (clusters - 1.0) : 1;
    return Math.max(0, few * around) / episodes / episodes;
  }
}
