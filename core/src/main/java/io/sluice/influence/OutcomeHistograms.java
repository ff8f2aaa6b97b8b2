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
  private static final int LEAST = 5;

  private final CrossFitValues values;
  private final List<Integer> steps;
  private final int actions;
  private final int pairs;
  private final ValueBins ofPairs = new ValueBins(BINS); // of y
  private final ValueBins ofActions = new ValueBins(BINS); // of y − Q̂

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
        ofPairs.count(place * pairs + pair, (y - low) / range, y);
        ofActions.count(place * actions + episode.action(h), left / range / 2 + 0.5, left);
      }
    }
  }

  @Override
  public OutcomeHistograms plus(OutcomeHistograms later) {
    ofPairs.add(later.ofPairs);
    ofActions.add(later.ofActions);
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
        for (int pair = 0; pair < pairs; pair++) {
          double[] own = ofPairs.quantiles(other * pairs + pair, shares, LEAST);
          if (own.length > 0) {
            found.put(((long) h * 2 + fold) * pairs + pair, own);
          }
        }
        for (int a = 0; a < actions; a++) {
          double[] own = ofActions.quantiles(other * actions + a, shares, 1);
          if (own.length > 0) {
            rest.put(((long) h * 2 + fold) * actions + a, own);
          }
        }
      }
    }
    return new Quantiles(values, actions, pairs, shares.size(), found, rest);
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
      PolicyValues q = values.ofFold(episode.fold());
      double expected = q.actionValue(step, x, a);
      for (int i = 0; i < count; i++) {
        double found = own != null ? own[i] : expected + (rest == null ? 0 : rest[i]);
        into[i] = Math.max(q.range().bottom(step), Math.min(q.range().top(step), found));
      }
    }
  }

  /** The probability of an action by a policy, for an episode's row. */
  static double ratio(Policy evaluated, Episode episode, int step) {
    return evaluated.probability(step, episode.state(step), episode.action(step))
        / episode.propensity(step);
  }
}
