package io.sluice.features;

import java.io.Serializable;
import java.util.Arrays;

/**
 * What an action may still do that it was not seen to do. An outcome that an action never had in n
 * rows may have a probability of up to about 3/n, and neither the estimate nor its standard error
 * shows it: of 100 rows with a click in 200, most have none, and none vary.
 *
 * <p>So a settled verdict must survive ⌈−ln δ⌉ further outcomes (three at 5%) of one action at one
 * step that are as low, or as high, as those of the step's other actions: with R the rewards of the
 * step, R_a those of action a, w_a the mean of (ρ − 1)⁺ over the rows of a and v_a that of (1 −
 * ρ)⁺,
 *
 * <pre>
 * up    ⌈−ln δ⌉/T · max over a of  w_a·(max R − max R_a)  and  v_a·(min R_a − min R)
 * down  ⌈−ln δ⌉/T · max over a of  v_a·(max R − max R_a)  and  w_a·(min R_a − min R)
 * </pre>
 *
 * With clusters a further outcome is a cluster of them. What no action was seen to do, and what
 * later steps may do, is not covered: rewards have no declared range here.
 */
final class UnseenOutcomes implements Serializable {
  private final double[][] least; // [step][action]
  private final double[][] most;
  private final double[][] above; // Σ(ρ − 1)⁺
  private final double[][] below;
  private final long[][] rows;
  private long episodes;

  UnseenOutcomes(int horizon, int actions) {
    least = filled(horizon, actions, Double.POSITIVE_INFINITY);
    most = filled(horizon, actions, Double.NEGATIVE_INFINITY);
    above = filled(horizon, actions, 0);
    below = filled(horizon, actions, 0);
    rows = new long[horizon][actions];
  }

  private static double[][] filled(int horizon, int actions, double value) {
    double[][] all = new double[horizon][actions];
    for (double[] ofStep : all) {
      Arrays.fill(ofStep, value);
    }
    return all;
  }

  UnseenOutcomes empty() {
    return new UnseenOutcomes(rows.length, rows[0].length);
  }

  UnseenOutcomes plus(UnseenOutcomes later) {
    episodes += later.episodes;
    for (int k = 0; k < rows.length; k++) {
      for (int a = 0; a < rows[k].length; a++) {
        least[k][a] = Math.min(least[k][a], later.least[k][a]);
        most[k][a] = Math.max(most[k][a], later.most[k][a]);
        above[k][a] += later.above[k][a];
        below[k][a] += later.below[k][a];
        rows[k][a] += later.rows[k][a];
      }
    }
    return this;
  }

  void add(FeatureEpisode episode) {
    episodes++;
    for (int k = 0; k < episode.length(); k++) {
      int a = episode.action(k + 1);
      double off = episode.ratio(k + 1) - 1;
      rows[k][a]++;
      least[k][a] = Math.min(least[k][a], episode.reward(k + 1));
      most[k][a] = Math.max(most[k][a], episode.reward(k + 1));
      above[k][a] += Math.max(0, off);
      below[k][a] += Math.max(0, -off);
    }
  }

  /** How far further outcomes may raise the estimate of a step. */
  double up(int step, double delta, double perCluster) {
    return shift(step, delta, perCluster, above, below);
  }

  /** How far they may lower it. */
  double down(int step, double delta, double perCluster) {
    return shift(step, delta, perCluster, below, above);
  }

  private double shift(
      int step, double delta, double perCluster, double[][] ofHigh, double[][] ofLow) {
    int k = step - 1;
    double highest = Arrays.stream(most[k]).max().orElse(0);
    double lowest = Arrays.stream(least[k]).min().orElse(0);
    double worst = 0;
    for (int a = 0; a < rows[k].length; a++) {
      if (rows[k][a] > 0) {
        double high = ofHigh[k][a] * (highest - most[k][a]) / rows[k][a];
        double low = ofLow[k][a] * (least[k][a] - lowest) / rows[k][a];
        worst = Math.max(worst, Math.max(high, low));
      }
    }
    return Math.ceil(-Math.log(delta)) * perCluster * worst / episodes;
  }
}
