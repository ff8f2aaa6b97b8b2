package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the logged policy does, and whether the log shows it doing so: overlap and calibration.
 *
 * @param actions those taken most first
 * @param bins decisions by the probability that the logged policy states for them
 */
public record ActionUse(List<Taken> actions, List<Bin> bins) {
  private static final int BINS = 10;

  /**
   * An action.
   *
   * @param least its smallest probability in any state that the log visits
   * @param most its largest
   * @param unseen the share of decisions in states that never show it: nothing is known of it there
   */
  public record Taken(
      String action, long rows, double share, double least, double most, double unseen) {}

  /**
   * Pairs whose probability lies in [low, high): how often their actions should have been taken,
   * and were.
   *
   * @param decisions that were made where these pairs were a choice
   * @param expected the mean of their probabilities, by decisions
   * @param taken how often they were taken, as a share of the decisions
   * @param deviation at most the standard deviation of that share, if the probabilities are right
   */
  public record Bin(
      double low, double high, long decisions, double expected, double taken, double deviation) {}

  /**
   * @param behavior the logged policy
   * @param names of the actions
   */
  public static ActionUse of(TransitionCounts counts, Policy behavior, Labels names) {
    int actions = counts.shape().actions();
    Sums sums = new Sums(actions);
    long[] seen = new long[counts.shape().states() * actions];
    long[] met = new long[counts.shape().states()];
    for (int h = 1; h <= counts.shape().horizon(); h++) {
      counts.forEachPair(h, (x, a, n, r, rr) -> add(seen, met, x, x * actions + a, n));
      long[] taken = new long[seen.length];
      counts.forEachPair(h, (x, a, n, r, rr) -> taken[x * actions + a] = n);
      for (int x = 0; x < met.length; x++) {
        sums.state(behavior, h, x, taken);
      }
    }
    long rows = 0;
    long[] unseen = new long[actions];
    for (int x = 0; x < met.length; x++) {
      rows += met[x];
      for (int a = 0; a < actions; a++) {
        unseen[a] += seen[x * actions + a] == 0 ? met[x] : 0;
      }
    }
    List<Taken> all = new ArrayList<>();
    for (int a = 0; a < actions; a++) {
      all.add(
          new Taken(
              names.name(a),
              sums.taken[a],
              sums.taken[a] / (double) rows,
              sums.least[a],
              sums.most[a],
              unseen[a] / (double) rows));
    }
    all.sort(Comparator.comparingLong((Taken t) -> -t.rows()).thenComparing(Taken::action));
    return new ActionUse(List.copyOf(all), sums.bins());
  }

  private static void add(long[] seen, long[] met, int state, int pair, long n) {
    seen[pair] += n;
    met[state] += n;
  }

  /** What is added up over steps and states. */
  private static final class Sums {
    private final int actions;
    private final long[] taken;
    private final double[] least;
    private final double[] most;
    private final long[] decisions = new long[BINS];
    private final double[] expected = new double[BINS];
    private final double[] variance = new double[BINS];
    private final long[] chosen = new long[BINS];

    Sums(int actions) {
      this.actions = actions;
      taken = new long[actions];
      least = new double[actions];
      most = new double[actions];
      java.util.Arrays.fill(least, 1);
    }

    void state(Policy policy, int step, int state, long[] counts) {
      long here = 0;
      for (int a = 0; a < actions; a++) {
        here += counts[state * actions + a];
      }
      for (int a = 0; here > 0 && a < actions; a++) {
        long n = counts[state * actions + a];
        double p = policy.probability(step, state, a);
        int bin = Math.min(BINS - 1, (int) (p * BINS));
        taken[a] += n;
        least[a] = Math.min(least[a], p);
        most[a] = Math.max(most[a], p);
        decisions[bin] += here;
        chosen[bin] += n;
        expected[bin] += here * p;
        variance[bin] += here * p * (1 - p);
      }
    }

    List<Bin> bins() {
      List<Bin> bins = new ArrayList<>();
      for (int b = 0; b < BINS; b++) {
        if (decisions[b] > 0) {
          double all = decisions[b];
          bins.add(
              new Bin(
                  b / (double) BINS,
                  (b + 1) / (double) BINS,
                  decisions[b],
                  expected[b] / all,
                  chosen[b] / all,
                  Math.sqrt(variance[b]) / all));
        }
      }
      return bins;
    }
  }
}
