package io.sluice.mdp;

import java.util.Arrays;

/**
 * One logged episode: what was seen, done and earned at each of its steps, and with what
 * probability.
 *
 * <p>A view that its {@link Writer} fills anew for every episode, so that going through a log needs
 * no more memory than its longest episode: read it while it is shown, and keep numbers, not it.
 */
public final class Episode {
  private final RewardRange range;
  private int length;
  private int[] states = new int[16];
  private int[] actions = new int[16];
  private int[] nexts = new int[16];
  private double[] rewards = new double[16];
  private double[] propensities = new double[16];
  private long cluster;
  private int fold;

  private Episode(RewardRange range) {
    this.range = range;
  }

  /** How many steps it has: 1 … H. After that it is over, and earns 0. */
  public int length() {
    return length;
  }

  public int state(int step) {
    return states[row(step)];
  }

  public int action(int step) {
    return actions[row(step)];
  }

  /** The state that followed, or {@link Shape#end()}. */
  public int next(int step) {
    return nexts[row(step)];
  }

  /** In the user's units. */
  public double reward(int step) {
    return rewards[row(step)];
  }

  /** All that it earned, in the user's units. */
  public double totalReward() {
    double sum = 0;
    for (int i = 0; i < length; i++) {
      sum += rewards[i];
    }
    return sum;
  }

  /** In [0, 1], as counts have it. */
  public double unitReward(int step) {
    return range.toUnit(rewards[row(step)]);
  }

  /** With what probability the logged policy took the logged action. */
  public double propensity(int step) {
    return propensities[row(step)];
  }

  /**
   * The number of its cluster, e.g. of the user whose episode it is. Episodes of a cluster come one
   * after the other; without clusters every episode is its own.
   */
  public long cluster() {
    return cluster;
  }

  /** 0 or 1: which half of the log it belongs to, together with all of its cluster. */
  public int fold() {
    return fold;
  }

  private int row(int step) {
    if (step < 1 || step > length) {
      throw new IllegalArgumentException(
          "episode: step must be one of 1 … %d, got %d".formatted(length, step));
    }
    return step - 1;
  }

  /** Fills an episode row by row. */
  public static final class Writer {
    private final Shape shape;
    private final Episode episode;

    /**
     * @param range of rewards, which come in the user's units
     */
    public Writer(Shape shape, RewardRange range) {
      this.shape = shape;
      episode = new Episode(range);
    }

    /** The view that shows what has been written since {@link #begin}. */
    public Episode episode() {
      return episode;
    }

    /** Another episode begins. */
    public void begin(long cluster, int fold) {
      episode.length = 0;
      episode.cluster = cluster;
      episode.fold = fold;
    }

    /** Its next row; this row's state is what followed the row before. */
    public void row(int state, int action, double reward, double propensity) {
      if (episode.length > 0) {
        episode.nexts[episode.length - 1] = state;
      }
      row(state, action, shape.end(), reward, propensity);
    }

    /** Its next row, where a log says itself what followed. */
    public void row(int state, int action, int next, double reward, double propensity) {
      int at = episode.length;
      if (at == shape.horizon()) {
        throw new IllegalStateException(
            "episode: needs at most %d rows, got another".formatted(shape.horizon()));
      }
      if (at == episode.states.length) {
        episode.states = Arrays.copyOf(episode.states, 2 * at);
        episode.actions = Arrays.copyOf(episode.actions, 2 * at);
        episode.nexts = Arrays.copyOf(episode.nexts, 2 * at);
        episode.rewards = Arrays.copyOf(episode.rewards, 2 * at);
        episode.propensities = Arrays.copyOf(episode.propensities, 2 * at);
      }
      episode.states[at] = state;
      episode.actions[at] = action;
      episode.nexts[at] = next;
      episode.rewards[at] = reward;
      episode.propensities[at] = propensity;
      episode.length++;
    }
  }
}
