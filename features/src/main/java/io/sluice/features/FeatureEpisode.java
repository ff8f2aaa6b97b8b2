package io.sluice.features;

import io.sluice.mdp.Looks;
import io.sluice.mdp.Segments;

/**
 * One episode of a log with feature columns: its rows with the probabilities of every action under
 * the logged and the evaluated policy, or several that are judged at once, of which one at a time.
 *
 * <p>It is valid until the next one is read. A missing feature is NaN.
 */
public final class FeatureEpisode {
  private final double[][] features;
  private final double[][] behavior;
  private final double[][][] ofPolicies; // [policy][step][action]
  private double[][] evaluated;
  private final int[] actions;
  private final double[] rewards;
  private final double[] propensities;
  private final int[] segments;
  private long cluster;
  private int fold;
  private int block;
  private long number;
  private int length;
  private int look;

  FeatureEpisode(int horizon, int columns, int choices, int policies) {
    features = new double[horizon][columns];
    behavior = new double[horizon][choices];
    ofPolicies = new double[policies][horizon][choices];
    evaluated = ofPolicies[0];
    actions = new int[horizon];
    rewards = new double[horizon];
    propensities = new double[horizon];
    segments = new int[horizon];
  }

  /** How many rows it has. */
  public int length() {
    return length;
  }

  /** Episodes of one cluster come one after the other. */
  public long cluster() {
    return cluster;
  }

  /** The block of the log that its hash puts it in; 0 for all episodes of a log in memory. */
  public int block() {
    return block;
  }

  /**
   * What its hash says, by which it is put into a half or a sample; that of its cluster in a log in
   * memory. The same for all episodes of a cluster.
   */
  public long number() {
    return number;
  }

  /** Its part of the log, from 0. */
  public int fold() {
    return fold;
  }

  /** The segment of a row, where the log was read by segment. */
  public int segment(int step) {
    return segments[step - 1];
  }

  /** The first of the {@link Looks} at which it is there; 0 if there are none. */
  public int look() {
    return look;
  }

  public int action(int step) {
    return actions[step - 1];
  }

  public double reward(int step) {
    return rewards[step - 1];
  }

  /** π_b of the action that was taken. */
  public double propensity(int step) {
    return propensities[step - 1];
  }

  /** π_b(a|x); NaN of other actions where only the propensity of the one taken is known. */
  public double behavior(int step, int action) {
    return behavior[step - 1][action];
  }

  /** Takes one of the policies that are judged at once, from 0, for π. */
  void judge(int policy) {
    evaluated = ofPolicies[policy];
  }

  /** π(a|x). */
  public double evaluated(int step, int action) {
    return evaluated[step - 1][action];
  }

  /** ρ = π/π_b of the action that was taken. */
  public double ratio(int step) {
    return evaluated[step - 1][actions[step - 1]] / propensities[step - 1];
  }

  /** A feature; NaN where it is missing. */
  public double feature(int step, int column) {
    return features[step - 1][column];
  }

  double[] features(int step) {
    return features[step - 1];
  }

  double[] evaluated(int step) {
    return evaluated[step - 1];
  }

  double[] behavior(int step) {
    return behavior[step - 1];
  }

  /** Takes the probabilities that a model gives for those of the logged policy. */
  void estimate(int step, ActionModel model, double[] phi) {
    model.predict(phi, behavior[step - 1]);
    propensities[step - 1] = behavior[step - 1][actions[step - 1]];
  }

  /** Builds episodes from rows, reusing the same memory. */
  public static final class Writer {
    private final FeatureEpisode episode;

    /** For one judged policy. */
    public Writer(int horizon, int columns, int choices) {
      this(horizon, columns, choices, 1);
    }

    /**
     * @param columns how many features a row has
     * @param choices how many actions there are
     * @param policies how many are judged at once
     */
    public Writer(int horizon, int columns, int choices, int policies) {
      episode = new FeatureEpisode(horizon, columns, choices, policies);
    }

    public void begin(long cluster, int fold) {
      begin(cluster, fold, 0);
    }

    /**
     * @param block not below that of the episode before
     */
    public void begin(long cluster, int fold, int block) {
      begin(cluster, fold, block, cluster);
    }

    /**
     * @param number of its hash
     */
    public void begin(long cluster, int fold, int block, long number) {
      episode.judge(0);
      episode.block = block;
      episode.number = number;
      episode.cluster = cluster;
      episode.fold = fold;
      episode.length = 0;
    }

    /** Adds the next row, of which all arrays are copied. */
    public void row(
        double[] features,
        int action,
        double reward,
        double propensity,
        double[] behavior,
        double[] evaluated) {
      int k = episode.length++;
      System.arraycopy(features, 0, episode.features[k], 0, features.length);
      System.arraycopy(behavior, 0, episode.behavior[k], 0, behavior.length);
      System.arraycopy(evaluated, 0, episode.ofPolicies[0][k], 0, evaluated.length);
      episode.actions[k] = action;
      episode.rewards[k] = reward;
      episode.propensities[k] = propensity;
    }

    /** What another policy, from 1, does in the row that was added last. */
    public void evaluated(int policy, double[] probabilities) {
      double[] into = episode.ofPolicies[policy][episode.length - 1];
      System.arraycopy(probabilities, 0, into, 0, into.length);
    }

    /** Puts the row that was added last into the segment of a value. */
    public void segment(Segments segments, String value) {
      episode.segments[episode.length - 1] = segments.of(value);
      episode.look = segments.look(value);
    }

    public int length() {
      return episode.length;
    }

    public FeatureEpisode episode() {
      return episode;
    }
  }
}
