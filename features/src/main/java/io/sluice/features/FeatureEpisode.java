package io.sluice.features;

/**
 * One episode of a log with feature columns: its rows with the probabilities that the logged and
 * the judged policy give to every action.
 *
 * <p>It is valid until the next one is read. A missing feature is NaN.
 */
public final class FeatureEpisode {
  private final double[][] features;
  private final double[][] behavior;
  private final double[][] evaluated;
  private final int[] actions;
  private final double[] rewards;
  private final double[] propensities;
  private long cluster;
  private int fold;
  private int block;
  private int length;

  FeatureEpisode(int horizon, int columns, int choices) {
    features = new double[horizon][columns];
    behavior = new double[horizon][choices];
    evaluated = new double[horizon][choices];
    actions = new int[horizon];
    rewards = new double[horizon];
    propensities = new double[horizon];
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

  /** Its part of the log, from 0. */
  public int fold() {
    return fold;
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

  /** Makes episodes of rows, one after the other in the same memory. */
  public static final class Writer {
    private final FeatureEpisode episode;

    /**
     * @param columns how many features a row has
     * @param choices how many actions there are
     */
    public Writer(int horizon, int columns, int choices) {
      episode = new FeatureEpisode(horizon, columns, choices);
    }

    public void begin(long cluster, int fold) {
      begin(cluster, fold, 0);
    }

    /**
     * @param block not below that of the episode before
     */
    public void begin(long cluster, int fold, int block) {
      episode.block = block;
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
      System.arraycopy(evaluated, 0, episode.evaluated[k], 0, evaluated.length);
      episode.actions[k] = action;
      episode.rewards[k] = reward;
      episode.propensities[k] = propensity;
    }

    public int length() {
      return episode.length;
    }

    public FeatureEpisode episode() {
      return episode;
    }
  }
}
