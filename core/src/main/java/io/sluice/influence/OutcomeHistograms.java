package io.sluice.influence;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How outcomes y = r_h + V̂_{h+1}(x_{h+1}) are distributed at chosen steps, by state and action and
 * by half of the log: histograms over what the declared ranges allow. They give the quantiles that
 * {@link SensitivitySums} needs, each for the episodes of the other half.
 */
public final class OutcomeHistograms implements EpisodeAccumulator<OutcomeHistograms> {
  private static final int BINS = 256;

  /** Pairs with fewer rows take the quantile of residuals of their action. */
  private static final int LEAST = 20;

  private final CrossFitValues values;
  private final List<Integer> steps;
  private final int actions;
  private final int pairs;
  private final Map<Long, Long> ofPairs = new HashMap<>(); // of y
  private final Map<Long, Long> ofActions = new HashMap<>(); // of y − Q̂

  public OutcomeHistograms(CrossFitValues values, List<Integer> steps) {
    this.values = values;
    this.steps = List.copyOf(steps);
    actions = values.forFirst().shape().actions();
    pairs = values.forFirst().shape().states() * actions;
  }

  @Override
  public OutcomeHistograms empty() {
    return new OutcomeHistograms(values, steps);
  }

  @Override
  public void add(Episode episode) {
    // Those of the half that the quantiles are for: outcomes there are made with the same values.
    PolicyValues q = values.ofFold(1 - episode.fold());
    for (int h : steps) {
      if (h <= episode.length()) {
        int pair = episode.state(h) * actions + episode.action(h);
        double y = episode.unitReward(h) + q.value(h + 1, episode.next(h));
        double low = q.range().bottom(h);
        double range = q.range().top(h) - low;
        double left = y - q.actionValue(h, episode.state(h), episode.action(h));
        long place = (long) h * 2 + episode.fold();
        count(ofPairs, (place * pairs + pair) * BINS, (y - low) / range);
        count(ofActions, (place * actions + episode.action(h)) * BINS, left / range / 2 + 0.5);
      }
    }
  }

  private static void count(Map<Long, Long> counts, long first, double share) {
    int bin = (int) Math.max(0, Math.min(BINS - 1, Math.floor(share * BINS)));
    counts.merge(first + bin, 1L, Long::sum);
  }

  @Override
  public OutcomeHistograms plus(OutcomeHistograms later) {
    later.ofPairs.forEach((key, n) -> ofPairs.merge(key, n, Long::sum));
    later.ofActions.forEach((key, n) -> ofActions.merge(key, n, Long::sum));
    return this;
  }

  /**
   * Quantiles for the rows of all pairs.
   *
   * @param shares which quantiles, in (0, 1)
   */
  Quantiles quantiles(List<Double> shares) {
    Map<Long, double[]> found = new HashMap<>();
    Map<Long, double[]> rest = new HashMap<>();
    for (int h : steps) {
      for (int fold = 0; fold < 2; fold++) {
        long other = (long) h * 2 + 1 - fold;
        PolicyValues q = values.ofFold(fold);
        double low = q.range().bottom(h);
        double range = q.range().top(h) - low;
        for (int pair = 0; pair < pairs; pair++) {
          double[] own = quantiles(ofPairs, (other * pairs + pair) * BINS, shares, LEAST);
          if (own.length > 0) {
            found.put(((long) h * 2 + fold) * pairs + pair, scaled(own, low, range));
          }
        }
        for (int a = 0; a < actions; a++) {
          double[] own = quantiles(ofActions, (other * actions + a) * BINS, shares, 1);
          if (own.length > 0) {
            rest.put(((long) h * 2 + fold) * actions + a, scaled(own, -range, 2 * range));
          }
        }
      }
    }
    return new Quantiles(values, actions, pairs, shares.size(), found, rest);
  }

  private static double[] scaled(double[] shares, double low, double range) {
    double[] all = new double[shares.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = low + range * shares[i];
    }
    return all;
  }

  private static double[] quantiles(
      Map<Long, Long> counts, long first, List<Double> shares, long least) {
    long[] bins = new long[BINS];
    long all = 0;
    for (int i = 0; i < BINS; i++) {
      bins[i] = counts.getOrDefault(first + i, 0L);
      all += bins[i];
    }
    if (all < least) {
      return new double[0];
    }
    double[] found = new double[shares.size()];
    for (int s = 0; s < found.length; s++) {
      long passed = 0;
      int bin = 0;
      while (bin < BINS - 1 && passed + bins[bin] < shares.get(s) * all) {
        passed += bins[bin++];
      }
      found[s] = (bin + 0.5) / BINS;
    }
    return found;
  }

  /** Quantiles of outcomes, for rows of the other half than they were found in. */
  static final class Quantiles implements Serializable {
    private final CrossFitValues values;
    private final int actions;
    private final int pairs;
    private final int count;
    private final HashMap<Long, double[]> ofPairs;
    private final HashMap<Long, double[]> ofActions;

    private Quantiles(
        CrossFitValues values,
        int actions,
        int pairs,
        int count,
        Map<Long, double[]> ofPairs,
        Map<Long, double[]> ofActions) {
      this.values = values;
      this.actions = actions;
      this.pairs = pairs;
      this.count = count;
      this.ofPairs = new HashMap<>(ofPairs);
      this.ofActions = new HashMap<>(ofActions);
    }

    CrossFitValues values() {
      return values;
    }

    /** Writes the quantiles for a row. */
    void of(Episode episode, int step, double[] into) {
      int x = episode.state(step);
      int a = episode.action(step);
      long place = (long) step * 2 + episode.fold();
      double[] own = ofPairs.get(place * pairs + (long) x * actions + a);
      double[] rest = own == null ? ofActions.get(place * actions + a) : null;
      double expected = values.ofFold(episode.fold()).actionValue(step, x, a);
      for (int i = 0; i < count; i++) {
        into[i] = own != null ? own[i] : expected + (rest == null ? 0 : rest[i]);
      }
    }
  }

  /** The probability of an action by a policy, for an episode's row. */
  static double ratio(Policy evaluated, Episode episode, int step) {
    return evaluated.probability(step, episode.state(step), episode.action(step))
        / episode.propensity(step);
  }
}
