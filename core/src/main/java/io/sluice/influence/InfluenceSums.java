package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sums of the influence ψ over episodes, and of its squares: for every step's effect, for V_π −
 * V_πb (the sum of those) and for V_π (that and the return).
 *
 * <p>Episodes of one cluster, such as a user's, may depend on each other: their ψ are added before
 * they are squared.
 */
public final class InfluenceSums implements EpisodeAccumulator<InfluenceSums> {
  private final RowScores scores; // of the steps
  private final int horizon;
  private final List<RowScores> value; // none where it is the total and the return
  private final double afterEnd;
  private final double
      meanReturn; // subtracted from each return, so that equal ones have no variance
  private final @Nullable ChainScores logged; // of the mean return, where episodes were cut off
  private final boolean clustered;
  private final double[] ofEpisode; // of the steps 1 … H, then total, then value
  private ClusterMeans means;
  private long added;

  /**
   * @param clustered whether episodes come in clusters
   */
  public InfluenceSums(Influences all, boolean clustered) {
    this(all, all.scores(), clustered);
  }

  /**
   * The same for a part of every step's effect.
   *
   * @param ofStep its influence, such as {@link Influences#carried}; total and value are then sums
   *     of these parts
   */
  public InfluenceSums(Influences all, IntFunction<Influence> ofStep, boolean clustered) {
    this(all, RowScores.ofSteps(all.plugIn(), ofStep), clustered);
  }

  private InfluenceSums(Influences all, RowScores ofSteps, boolean clustered) {
    this(
        ofSteps,
        valueOf(all),
        all.plugIn().range.afterEnd(),
        all.meanReturn(),
        logged(all.plugIn(), all.meanReturn()),
        clustered);
  }

  private static List<RowScores> valueOf(Influences all) {
    Influence value = all.value();
    return value.isOwn() ? List.of(new RowScores(value)) : List.of();
  }

  private static @Nullable ChainScores logged(PlugIn plugIn, double meanReturn) {
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
      RowScores scores,
      List<RowScores> value,
      double afterEnd,
      double meanReturn,
      @Nullable ChainScores logged,
      boolean clustered) {
    this.scores = scores;
    this.horizon = scores.size();
    this.value = value;
    this.logged = logged;
    this.afterEnd = afterEnd;
    this.meanReturn = meanReturn;
    this.clustered = clustered;
    ofEpisode = new double[horizon + 2];
    means = new ClusterMeans(horizon + 2);
  }

  @Override
  public InfluenceSums empty() {
    return new InfluenceSums(scores, value, afterEnd, meanReturn, logged, clustered);
  }

  @Override
  public void add(Episode episode) {
    scores.score(episode, ofEpisode, 0);
    double total = 0;
    for (int h = 0; h < horizon; h++) {
      total += ofEpisode[h];
    }
    ofEpisode[horizon] = total;
    ofEpisode[horizon + 1] = value.isEmpty() ? total + returns(episode) : value.get(0).of(episode);
    means.add(clustered ? episode.cluster() : added++, ofEpisode);
  }

  private double returns(Episode episode) {
    if (logged != null) {
      return logged.of(episode);
    }
    double returns = (horizon - episode.length()) * afterEnd - meanReturn;
    for (int h = 1; h <= episode.length(); h++) {
      returns += episode.unitReward(h);
    }
    return returns;
  }

  @Override
  public InfluenceSums plus(InfluenceSums later) {
    means = means.plus(later.means);
    return this;
  }

  int horizon() {
    return horizon;
  }

  long episodes() {
    return means.episodes();
  }

  boolean isClustered() {
    return clustered;
  }

  /** How many independent parts the log has: its clusters, or else its episodes. */
  public long independent() {
    return means.clusters();
  }

  /** How episodes are divided among clusters. */
  public ClusterSizes sizes() {
    return means.sizes();
  }

  /** The variance of a mean of ψ over the log; the steps' at 1 … H, then total, then value. */
  double varianceOfMean(int which) {
    return clustered
        ? means.variance(which - 1)
        : means.squares(which - 1) / episodes() / episodes();
  }

  /** Σ ψ² over episodes, or clusters. */
  double squares(int which) {
    return means.squares(which - 1);
  }

  /** Σ ψ⁴ over episodes, or clusters. */
  double fourthPowers(int which) {
    return means.fourthPowers(which - 1);
  }
}
