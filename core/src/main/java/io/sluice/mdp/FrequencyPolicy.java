package io.sluice.mdp;

import java.util.Arrays;

/**
 * How often each action was taken: π(a|x) = n(x,a)/n(x), and every action alike where n(x) = 0.
 * Holds the actions that were taken and no others, so that a log of many states and actions takes
 * as much memory as it has pairs.
 */
public final class FrequencyPolicy implements Policy {
  private static final int[] NOWHERE = {};

  private final Shape shape;
  private final boolean perStep;
  private final int[][] actions; // of each state, or of each step and state, in rising order
  private final double[][] counts; // of the same actions
  private final double[] visits;

  /**
   * @param perStep whether steps have their own frequencies
   */
  public FrequencyPolicy(Shape shape, boolean perStep) {
    this.shape = shape;
    this.perStep = perStep;
    int rows = (perStep ? shape.horizon() : 1) * shape.states();
    this.actions = new int[rows][];
    this.counts = new double[rows][];
    this.visits = new double[rows];
  }

  private int row(int step, int state) {
    return perStep ? (step - 1) * shape.states() + state : state;
  }

  /** Counts an action; not to be called once the policy is in use. */
  public void add(int step, int state, int action, double n) {
    int row = row(step, state);
    visits[row] += n;
    int[] seen = actions[row] == null ? NOWHERE : actions[row];
    int at = Arrays.binarySearch(seen, action);
    if (at >= 0) {
      counts[row][at] += n;
      return;
    }
    int place = -at - 1;
    int[] more = new int[seen.length + 1];
    double[] moreCounts = new double[seen.length + 1];
    System.arraycopy(seen, 0, more, 0, place);
    System.arraycopy(seen, place, more, place + 1, seen.length - place);
    if (seen.length > 0) {
      System.arraycopy(counts[row], 0, moreCounts, 0, place);
      System.arraycopy(counts[row], place, moreCounts, place + 1, seen.length - place);
    }
    more[place] = action;
    moreCounts[place] = n;
    actions[row] = more;
    counts[row] = moreCounts;
  }

  /** How often a state was met, at this step or at any. */
  public double visits(int step, int state) {
    return visits[row(step, state)];
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public boolean isStationary() {
    return !perStep;
  }

  @Override
  public double probability(int step, int state, int action) {
    int row = row(step, state);
    if (visits[row] == 0) {
      return 1.0 / shape.actions();
    }
    int at = Arrays.binarySearch(actions[row], action);
    return at < 0 ? 0 : counts[row][at] / visits[row];
  }

  @Override
  public void write(int step, int from, int to, double[] into) {
    int width = shape.actions();
    for (int x = from; x < to; x++) {
      int row = row(step, x);
      int begin = (x - from) * width;
      Arrays.fill(into, begin, begin + width, visits[row] == 0 ? 1.0 / width : 0);
      for (int i = 0; visits[row] != 0 && i < actions[row].length; i++) {
        into[begin + actions[row][i]] = counts[row][i] / visits[row];
      }
    }
  }
}
