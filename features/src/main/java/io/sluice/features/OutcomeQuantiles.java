package io.sluice.features;

import io.sluice.influence.ConfoundedMeans;
import io.sluice.influence.ValueBins;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;

/**
 * Quantiles of outcomes y_h = r_h + V̂_{h+1}(x_{h+1}) for the bounds of {@link ConfoundedMeans},
 * each for the episodes of a fold from all other folds, with that fold's own Q̂. A bound is valid
 * with any q that its episodes had no hand in, and tightest at the true quantile.
 *
 * <p>Rows of an action are put in {@value #LEVELS} groups by Q̂_h(x, a). Within a group, q is
 * either the quantile of y, which suits outcomes with few values, or Q̂ plus the quantile of y −
 * Q̂: whichever would make the bound tighter on the folds that it comes from.
 */
final class OutcomeQuantiles implements Serializable {
  private static final int LEVELS = 10;
  private static final int BINS = 64;

  /** Groups with fewer rows take what all rows of their action say. */
  private static final int LEAST = 20;

  private final List<Integer> steps;
  private final List<Nuisances> folds;
  private final int actions;
  private final Outcomes outcomes;
  private final ValueBins whole = new ValueBins(BINS); // of y
  private final ValueBins left = new ValueBins(BINS); // of y − Q̂
  private final HashMap<Long, Found> found = new HashMap<>();

  /** What is found for a group: q, or what q is above Q̂. */
  private static final class Found implements Serializable {
    private final double[] q = new double[ConfoundedMeans.SHARES.size()];
    private final boolean[] added = new boolean[q.length];
  }

  /** Means and standard deviations of y, by step from 1. */
  static final class Outcomes implements Serializable {
    private final double[] mean;
    private final double[] deviation;

    Outcomes(int horizon) {
      mean = new double[horizon + 1];
      deviation = new double[horizon + 1];
    }

    void set(int step, double mean, double variance) {
      this.mean[step] = mean;
      deviation[step] = variance > 0 ? Math.sqrt(variance) : 1;
    }

    /** Where a value is on a line from so many standard deviations below the mean to above it. */
    private double share(int step, double value, double deviations) {
      return 0.5 + (value - mean[step]) / deviation[step] / deviations / 2;
    }

    private double shareLeft(int step, double value, double deviations) {
      return 0.5 + value / deviation[step] / deviations / 2;
    }
  }

  OutcomeQuantiles(List<Integer> steps, List<Nuisances> folds, int actions, Outcomes outcomes) {
    this.steps = List.copyOf(steps);
    this.folds = folds;
    this.actions = actions;
    this.outcomes = outcomes;
  }

  OutcomeQuantiles empty() {
    return new OutcomeQuantiles(steps, folds, actions, outcomes);
  }

  private long key(int step, int fold, int action, int level) {
    return (((long) step * folds.size() + fold) * actions + action) * (LEVELS + 1) + level;
  }

  private int level(int step, double q) {
    return (int) Math.max(0, Math.min(LEVELS - 1, Math.floor(outcomes.share(step, q, 2) * LEVELS)));
  }

  /**
   * Adds an episode to what other folds take from it.
   *
   * @param phi φ of its rows
   */
  void add(FeatureEpisode episode, double[][] phi) {
    for (int f = 0; f < folds.size(); f++) {
      for (int h : steps) {
        if ((f != episode.fold() || folds.size() == 1) && h <= episode.length()) {
          add(episode, phi, h, f);
        }
      }
    }
  }

  private void add(FeatureEpisode episode, double[][] phi, int h, int f) {
    int action = episode.action(h);
    double y = episode.reward(h);
    for (int a = 0; h < episode.length() && a < actions; a++) {
      double chosen = episode.evaluated(h + 1, a);
      y += chosen == 0 ? 0 : chosen * folds.get(f).value(h + 1, a, phi[h]);
    }
    double q = folds.get(f).value(h, action, phi[h - 1]);
    for (int level : new int[] {level(h, q), LEVELS}) {
      long key = key(h, f, action, level);
      whole.count(key, outcomes.share(h, y, 4), y);
      left.count(key, outcomes.shareLeft(h, y - q, 4), y - q);
    }
  }

  OutcomeQuantiles plus(OutcomeQuantiles later) {
    whole.add(later.whole);
    left.add(later.left);
    return this;
  }

  /** To be called once all episodes are added. */
  OutcomeQuantiles completed() {
    OutcomeQuantiles done = empty();
    for (int h : steps) {
      for (int f = 0; f < folds.size(); f++) {
        for (int a = 0; a < actions; a++) {
          for (int level = 0; level <= LEVELS; level++) {
            find(done, key(h, f, a, level), level == LEVELS ? 1 : LEAST);
          }
        }
      }
    }
    return done;
  }

  private void find(OutcomeQuantiles into, long key, int least) {
    double[] plain = whole.quantiles(key, ConfoundedMeans.SHARES, least);
    double[] above = left.quantiles(key, ConfoundedMeans.SHARES, least);
    if (plain.length == 0) {
      return;
    }
    Found one = new Found();
    for (int i = 0; i < plain.length; i++) {
      double strength = ConfoundedMeans.STRENGTHS.get(i / 2);
      boolean upper = i % 2 == 1;
      one.added[i] =
          left.moved(key, strength, above[i], upper) < whole.moved(key, strength, plain[i], upper);
      one.q[i] = one.added[i] ? above[i] : plain[i];
    }
    into.found.put(key, one);
  }

  /** Writes the quantiles for a row, as {@link ConfoundedMeans#SHARES} has them. */
  void of(FeatureEpisode episode, int step, double[] phi, double[] into) {
    int action = episode.action(step);
    double q = folds.get(episode.fold()).value(step, action, phi);
    Found own = found.get(key(step, episode.fold(), action, level(step, q)));
    Found one = own != null ? own : found.get(key(step, episode.fold(), action, LEVELS));
    for (int i = 0; i < into.length; i++) {
      into[i] = one == null ? q : one.added[i] ? q + one.q[i] : one.q[i];
    }
  }
}
