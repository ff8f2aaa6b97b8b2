package io.sluice.mdp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of many episodes, in columns: half the memory of arrays for each episode, and rows can
 * be written in any order. Every row is written once, and then they are read.
 */
public final class EpisodeColumns {
  private final RewardRange range;
  private final int[] starts; // of each episode; then the number of rows
  private final int[] states;
  private final int[] actions;
  private final int[] nexts;
  private final double[] rewards;
  private final double[] propensities;
  private int @Nullable [] segments; // where rows are assigned to segments
  private int @Nullable [] looks; // likewise, by episode

  /**
   * @param lengths how many rows each episode has
   */
  public EpisodeColumns(RewardRange range, int[] lengths) {
    this.range = range;
    starts = new int[lengths.length + 1];
    for (int i = 0; i < lengths.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], lengths[i]);
    }
    int rows = starts[lengths.length];
    states = new int[rows];
    actions = new int[rows];
    nexts = new int[rows];
    rewards = new double[rows];
    propensities = new double[rows];
  }

  /**
   * Writes a row.
   *
   * @param episode its number, from 0
   * @param next what followed if this is the episode's last row; else it is the state of the next
   * @param propensity NaN if it was not logged
   */
  public void row(
      int episode, int step, int state, int action, int next, double reward, double propensity) {
    int at = place(episode, step);
    states[at] = state;
    actions[at] = action;
    rewards[at] = reward;
    propensities[at] = propensity;
    if (step > 1) {
      nexts[at - 1] = state;
    }
    if (at == starts[episode + 1] - 1) {
      nexts[at] = next;
    }
  }

  private int place(int episode, int step) {
    int at = starts[episode] + step - 1;
    if (step < 1 || at >= starts[episode + 1]) {
      throw new IllegalArgumentException(
          "episode %s: needs a step of 1 … %s, got %s"
              .formatted(episode, starts[episode + 1] - starts[episode], step));
    }
    return at;
  }

  /** Assigns a row to a segment; all rows, or none. */
  public void segment(int episode, int step, int segment) {
    if (segments == null) {
      segments = new int[states.length];
    }
    segments[place(episode, step)] = segment;
  }

  /** Says at which of the {@link Looks} an episode is there; of all episodes, or of none. */
  public void look(int episode, int look) {
    if (looks == null) {
      looks = new int[starts.length - 1];
    }
    looks[episode] = look;
  }

  /** Assigns all rows of an episode to the segment of its first. */
  public void segmentOfFirst(int episode) {
    if (segments != null) {
      int first = starts[episode];
      Arrays.fill(segments, first, starts[episode + 1], segments[first]);
    }
  }

  /**
   * An episode whose rows have been written.
   *
   * @param part of the log that it is in: {@link Episode#part}
   */
  public Episode episode(int number, long cluster, int part) {
    return new Episode(
        range,
        starts[number],
        starts[number + 1] - starts[number],
        states,
        actions,
        nexts,
        rewards,
        propensities,
        cluster,
        part,
        segments,
        looks == null ? 0 : looks[number]);
  }
}
