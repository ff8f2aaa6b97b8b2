package io.sluice.mdp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One logged episode: the state, action, reward and next state of each of its steps, and the
 * probability with which the action was taken. Immutable. Its rows lie in arrays of its own, or
 * among those of other episodes: {@link EpisodeColumns}.
 */
public final class Episode {
  /** Into how many parts a log is divided. */
  public static final int PARTS = 16;

  private final RewardRange range;
  private final int from; // its first row in the arrays
  private final int length;
  private final int[] states;
  private final int[] actions;
  private final int[] nexts;
  private final double[] rewards;
  private final double[] propensities;
  private final long cluster;
  private final int part;
  private final int @Nullable [] segments; // where rows were assigned to segments
  private final int look;

  Episode(
      RewardRange range,
      int from,
      int length,
      int[] states,
      int[] actions,
      int[] nexts,
      double[] rewards,
      double[] propensities,
      long cluster,
      int part,
      int @Nullable [] segments,
      int look) {
    this.range = range;
    this.from = from;
    this.length = length;
    this.states = states;
    this.actions = actions;
    this.nexts = nexts;
    this.rewards = rewards;
    this.propensities = propensities;
    this.cluster = cluster;
    this.part = part;
    this.segments = segments;
    this.look = look;
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
    for (int i = from; i < from + length; i++) {
      sum += rewards[i];
    }
    return sum;
  }

  /** In [0, 1], as counts have it. */
  public double unitReward(int step) {
    return range.toUnit(rewards[row(step)]);
  }

  /** The probability with which the logged policy took the logged action; NaN if not logged. */
  public double propensity(int step) {
    return propensities[row(step)];
  }

  /**
   * The number of its cluster, e.g. of the user whose episode it is. Sources show the episodes of a
   * cluster one after the other; without clusters every episode is its own.
   */
  public long cluster() {
    return cluster;
  }

  /** 0 or 1: which half of the log it belongs to, together with all of its cluster. */
  public int fold() {
    return part < PARTS / 2 ? 0 : 1;
  }

  /**
   * 0 … {@value #PARTS}−1: which sixteenth of the log it belongs to, together with all of its
   * cluster. The first eight make fold 0.
   */
  public int part() {
    return part;
  }

  /** The segment that a row belongs to; −1 if rows were not assigned to segments. */
  public int segment(int step) {
    int row = row(step);
    return segments == null ? -1 : segments[row];
  }

  /** The first of the {@link Looks} at which it is there; 0 if there are none. */
  public int look() {
    return look;
  }

  /** The same episode with the probabilities that a policy gives its actions. */
  public Episode withPropensitiesOf(Policy policy) {
    double[] given = new double[length];
    for (int h = 1; h <= length; h++) {
      given[h - 1] = policy.probability(h, state(h), action(h));
    }
    return new Episode(
        range,
        0,
        length,
        own(states),
        own(actions),
        own(nexts),
        own(rewards),
        given,
        cluster,
        part,
        segments == null ? null : own(segments),
        look);
  }

  private int[] own(int[] all) {
    return all.length == length ? all : Arrays.copyOfRange(all, from, from + length);
  }

  private double[] own(double[] all) {
    return all.length == length ? all : Arrays.copyOfRange(all, from, from + length);
  }

  private int row(int step) {
    if (step < 1 || step > length) {
      throw new IllegalArgumentException(
          "episode: step must be one of 1 … %s, got %s".formatted(length, step));
    }
    return from + step - 1;
  }

  /** Makes episodes row by row. */
  public static final class Writer {
    private final Shape shape;
    private final RewardRange range;
    private int length;
    private int[] states = new int[16];
    private int[] actions = new int[16];
    private int[] nexts = new int[16];
    private double[] rewards = new double[16];
    private double[] propensities = new double[16];
    private long cluster;
    private int part;
    private int @Nullable [] segments;
    private int look;

    /**
     * @param range of rewards, which come in the user's units
     */
    public Writer(Shape shape, RewardRange range) {
      this.shape = shape;
      this.range = range;
    }

    /** Another episode begins, in the first part of its fold. */
    public void begin(long cluster, int fold) {
      beginInPart(cluster, fold * PARTS / 2);
    }

    /** Another episode begins, in one of the {@value #PARTS} parts of the log. */
    public void beginInPart(long cluster, int part) {
      length = 0;
      this.cluster = cluster;
      this.part = part;
      segments = null;
      look = 0;
    }

    /** Says at which of the {@link Looks} the episode is there. */
    public void look(int look) {
      this.look = look;
    }

    /** Assigns the row that was written last to a segment; all rows of an episode, or none. */
    public void segment(int segment) {
      if (segments == null || segments.length < states.length) {
        segments =
            segments == null ? new int[states.length] : Arrays.copyOf(segments, states.length);
      }
      segments[length - 1] = segment;
    }

    /** How many rows have been written since {@link #begin}. */
    public int length() {
      return length;
    }

    /** Its next row; this row's state is what followed the row before. */
    public void row(int state, int action, double reward, double propensity) {
      row(state, action, shape.end(), reward, propensity);
    }

    /**
     * Its next row, where a log says itself what followed.
     *
     * @param next what followed if this is the last row; else it is the state of the next one
     */
    public void row(int state, int action, int next, double reward, double propensity) {
      if (length == shape.horizon()) {
        throw new IllegalStateException(
            "episode: needs at most %s rows, got another".formatted(shape.horizon()));
      }
      if (length == states.length) {
        states = Arrays.copyOf(states, 2 * length);
        actions = Arrays.copyOf(actions, 2 * length);
        nexts = Arrays.copyOf(nexts, 2 * length);
        rewards = Arrays.copyOf(rewards, 2 * length);
        propensities = Arrays.copyOf(propensities, 2 * length);
      }
      if (length > 0) {
        nexts[length - 1] = state;
      }
      states[length] = state;
      actions[length] = action;
      nexts[length] = next;
      rewards[length] = reward;
      propensities[length] = propensity;
      length++;
    }

    /** The episode that has been written since {@link #begin}. */
    public Episode episode() {
      return new Episode(
          range,
          0,
          length,
          Arrays.copyOf(states, length),
          Arrays.copyOf(actions, length),
          Arrays.copyOf(nexts, length),
          Arrays.copyOf(rewards, length),
          Arrays.copyOf(propensities, length),
          cluster,
          part,
          segments == null ? null : Arrays.copyOf(segments, length),
          look);
    }
  }
}
