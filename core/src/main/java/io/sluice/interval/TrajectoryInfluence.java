package io.sluice.interval;

import io.sluice.mdp.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Adds up the influence ψ of whole episodes, whose rows it is shown in order: for every step's
 * effect, for V_π − V_πb (the sum of those) and for V_π (that and the return).
 *
 * <p>Episodes of one cluster, such as a user's, may depend on each other: their ψ are added before
 * they are squared.
 */
public final class TrajectoryInfluence {
  private final Shape shape;
  private final double afterEnd;
  private final Influence[] influences;
  private final double[] psi; // of the episode at hand: steps 1 … H, then total, then value
  private final double[] sums;
  private final double[] squares;
  private final Map<Object, double[]> clusters = new LinkedHashMap<>();
  private long episodes;
  private Object cluster;
  private int lastStep; // of the last row; 0 if the episode has none yet
  private boolean waiting; // whether that row still waits for its next state
  private int lastPair;
  private double lastReward;
  private double returns;

  public TrajectoryInfluence(Influences all) {
    this(all, all::at);
  }

  /**
   * The same for a part of every step's effect.
   *
   * @param ofStep its influence, such as {@link Influences#carried}; total and value are then sums
   *     of these parts
   */
  public TrajectoryInfluence(Influences all, IntFunction<Influence> ofStep) {
    this.shape = all.plugIn().shape;
    this.afterEnd = all.plugIn().range.afterEnd();
    influences = new Influence[shape.horizon()];
    for (int h = 1; h <= influences.length; h++) {
      influences[h - 1] = ofStep.apply(h);
    }
    psi = new double[shape.horizon() + 2];
    sums = new double[psi.length];
    squares = new double[psi.length];
  }

  int horizon() {
    return influences.length;
  }

  Influence at(int step) {
    return influences[step - 1];
  }

  /** The next episode begins; it is independent of all others. */
  public void episode() {
    episode(null);
  }

  /** The next episode begins; it may depend on others of its cluster. */
  public void episode(Object cluster) {
    finish();
    this.cluster = cluster;
    episodes++;
  }

  /**
   * The next row of the episode, with its reward in [0, 1]. Its state is what followed the row
   * before, unless that one has said itself.
   */
  public void row(int step, int state, int action, double reward) {
    settle(state);
    psi[step - 1] += influences[step - 1].ofState(state);
    lastStep = step;
    lastPair = state * shape.actions() + action;
    lastReward = reward;
    waiting = true;
    returns += reward;
  }

  /** The same where a log says what followed: the episode may have been cut off there. */
  public void row(int step, int state, int action, int next, double reward) {
    row(step, state, action, reward);
    settle(next);
  }

  private void settle(int next) {
    for (int h = 0; waiting && h < influences.length; h++) {
      psi[h] += influences[h].ofRow(lastStep, lastPair, next, lastReward);
    }
    waiting = false;
  }

  /** The last episode is over. */
  public void finish() {
    if (lastStep == 0) {
      return;
    }
    settle(shape.end());
    for (int h = lastStep + 1; h <= shape.horizon(); h++) {
      psi[h - 1] += influences[h - 1].ofState(shape.end());
      returns += afterEnd;
    }
    int total = shape.horizon();
    for (int h = 0; h < total; h++) {
      psi[total] += psi[h];
    }
    psi[total + 1] = psi[total] + returns;
    double[] ofCluster =
        cluster == null ? null : clusters.computeIfAbsent(cluster, c -> new double[psi.length + 1]);
    if (ofCluster != null) {
      ofCluster[psi.length]++; // its episodes
    }
    for (int i = 0; i < psi.length; i++) {
      sums[i] += psi[i];
      squares[i] += psi[i] * psi[i];
      if (ofCluster != null) {
        ofCluster[i] += psi[i];
      }
      psi[i] = 0;
    }
    returns = 0;
    lastStep = 0;
  }

  long episodes() {
    return episodes;
  }

  boolean isClustered() {
    return !clusters.isEmpty();
  }

  /** How many independent parts the log has: its clusters, or else its episodes. */
  public long independent() {
    return isClustered() ? clusters.size() : episodes;
  }

  /** The variance of a mean of ψ over the log; the steps' at 1 … H, then total, then value. */
  double varianceOfMean(int which) {
    double mean = sums[which - 1] / episodes;
    if (!isClustered()) {
      return Math.max(0, squares[which - 1] / episodes - mean * mean) / episodes;
    }
    double sum = 0;
    for (double[] ofCluster : clusters.values()) {
      double excess = ofCluster[which - 1] - mean * ofCluster[psi.length];
      sum += excess * excess;
    }
    double few = clusters.size() / (clusters.size() - 1.0);
    return few * sum / episodes / episodes;
  }
}
