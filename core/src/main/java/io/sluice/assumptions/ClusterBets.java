package io.sluice.assumptions;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;

/**
 * The deviations of groups of decisions from their probabilities, and what was earned by betting on
 * them, cluster by cluster. Let S be the deviation of a group in a cluster that can make M
 * decisions, in [−M·up, M·down], with mean 0 if the probabilities are right. Then
 *
 * <pre>
 * K = Π_g (1 + λ·S_g/(M_g·up)),   and for the other side   Π_g (1 − λ·S_g/(M_g·down))
 * </pre>
 *
 * have mean 1 for every λ in [0, 1), and so has their average over groups, sides and a few λ: it
 * reaches 1/level with probability at most the level, however decisions of a cluster depend on each
 * other, if clusters are independent.
 */
public final class ClusterBets implements Serializable {
  private static final double[] FRACTIONS = {1 / 32.0, 1 / 16.0, 1 / 8.0, 1 / 4.0, 1 / 2.0, 0.9};

  private final double[] up;
  private final double[] down;
  private final double[] done;
  private final double[] expected;
  private final double[] open; // S of the cluster that is being added to
  private final double[] logs; // of capitals, by group, side and λ
  private double most; // how many decisions the open cluster can have made

  /**
   * @param up what −S is at most, for each possible decision, by group
   * @param down what S is at most; infinite where nothing is bet on that side
   */
  public ClusterBets(double[] up, double[] down) {
    this.up = up.clone();
    this.down = down.clone();
    int groups = up.length;
    done = new double[groups];
    expected = new double[groups];
    open = new double[groups];
    logs = new double[groups * 2 * FRACTIONS.length];
  }

  /** The same with nothing added. */
  public ClusterBets empty() {
    return new ClusterBets(up, down);
  }

  /** Says that the cluster can make so many decisions more. */
  public void expect(int decisions) {
    most += decisions;
  }

  /** Adds a decision, which was made so many times, with this probability, or multiples of both. */
  public void add(int group, double times, double probability) {
    done[group] += times;
    expected[group] += probability;
    open[group] += times - probability;
  }

  /** Ends a cluster. */
  public void close() {
    for (int i = 0; most > 0 && i < logs.length; i++) {
      int group = i / (2 * FRACTIONS.length);
      double s = open[group] / most;
      logs[i] += Math.log1p(fraction(i) * (isUp(i) ? s / up[group] : -s / down[group]));
    }
    Arrays.fill(open, 0);
    most = 0;
  }

  private static boolean isUp(int bet) {
    return bet / FRACTIONS.length % 2 == 0;
  }

  private static double fraction(int bet) {
    return FRACTIONS[bet % FRACTIONS.length];
  }

  /** Adds what was bet on other clusters, all of which are closed. */
  public void plus(ClusterBets later) {
    for (int i = 0; i < logs.length; i++) {
      logs[i] += later.logs[i];
    }
    for (int i = 0; i < done.length; i++) {
      done[i] += later.done[i];
      expected[i] += later.expected[i];
    }
  }

  /** The average capital, once the last cluster is closed. */
  public double capital() {
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(Math.min(log, 600)) / logs.length;
    }
    return sum;
  }

  /** The group that earned most. */
  public int best() {
    int best = 0;
    for (int i = 1; i < logs.length; i++) {
      best = logs[i] > logs[best] ? i : best;
    }
    return best / (2 * FRACTIONS.length);
  }

  String words(int group) {
    return String.format(
        Locale.ROOT, "%.0f decisions, expected %.1f", done[group], expected[group]);
  }
}
