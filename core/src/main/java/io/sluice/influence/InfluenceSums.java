package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Sums of the influence ψ over episodes, and of its squares: for every step's effect, for V_π −
 * V_πb (the sum of those) and for V_π (that and the return).
 *
 * <p>Episodes of one cluster, such as a user's, may depend on each other: their ψ are added before
 * they are squared.
 */
public final class InfluenceSums implements EpisodeAccumulator<InfluenceSums> {
  private final RowScores[] scores; // of the steps
  private final List<RowScores> value; // none where it is the total and the return
  private final double afterEnd;
  private final double
      meanReturn; // subtracted from each return, so that equal ones have no variance
  private final boolean clustered;
  private final double[] ofEpisode; // of the steps 1 … H, then total, then value
  private ClusterMeans means;
  private long added;

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
        valueOf(all),
        all.plugIn().range.afterEnd(),
        all.meanReturn(),
        clustered);
    for (int h = 1; h <= scores.length; h++) {
      scores[h - 1] = new RowScores(ofStep.apply(h));
    }
  }

  private static List<RowScores> valueOf(Influences all) {
    Influence value = all.value();
    return value.isOwn() ? List.of(new RowScores(value)) : List.of();
  }

  private InfluenceSums(
      RowScores[] scores,
      List<RowScores> value,
      double afterEnd,
      double meanReturn,
      boolean clustered) {
    this.scores = scores;
    this.value = value;
    this.afterEnd = afterEnd;
    this.meanReturn = meanReturn;
    this.clustered = clustered;
    ofEpisode = new double[scores.length + 2];
    means = new ClusterMeans(scores.length + 2);
  }

  @Override
  public InfluenceSums empty() {
    return new InfluenceSums(scores, value, afterEnd, meanReturn, clustered);
  }

  @Override
  public void add(Episode episode) {
    double total = 0;
    for (int h = 0; h < scores.length; h++) {
      ofEpisode[h] = scores[h].of(episode);
      total += ofEpisode[h];
    }
    double returns = (scores.length - episode.length()) * afterEnd - meanReturn;
    for (int h = 1; h <= episode.length(); h++) {
      returns += episode.unitReward(h);
    }
    ofEpisode[scores.length] = total;
    ofEpisode[scores.length + 1] = value.isEmpty() ? total + returns : value.get(0).of(episode);
    means.add(clustered ? episode.cluster() : added++, ofEpisode);
  }

  @Override
  public InfluenceSums plus(InfluenceSums later) {
    means = means.plus(later.means);
    return this;
  }

  int horizon() {
    return scores.length;
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
    double clusters = means.clusters();
    double few = clustered ? clusters / (clusters - 1) : 1;
    return few * means.squares(which - 1) / episodes() / episodes();
  }
}
