package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.distributions.NormalTail;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * Does the log cover what a policy does? The weights of episodes up to each step, w_h = Π_{k≤h}
 * π/π_b: their effective sample size, the largest, and their mean, which is 1 if the logged policy
 * does all that π does and its probabilities are right. An ended episode keeps its last weight.
 *
 * <p>The mean is tested by t = Σd/√Σd², d = Σ(w_h − 1) over the episodes of a cluster. Above 1 the
 * normal law serves: a large weight enlarges the denominator, too. Below 1 it does not: weights are
 * skewed, and samples without their large values are frequent. There P(Σw ≤ n − s) ≤ exp(−s²/2Σw²),
 * which holds for any weights ≥ 0 with their true squares; for the squares of the sample it is
 * multiplied by exp(γs³/3), γ = Σd³/(Σd²)^{3/2}, s in units of √Σw² (the leading correction of
 * Jing, Shao and Wang 2003). Steps share the level. Where no large weight was seen although there
 * are some, all of this is too optimistic, so nothing is concluded below an effective sample size
 * of {@value #LEAST}.
 */
public final class OverlapTest implements EpisodeAccumulator<OverlapTest> {
  /** The probability of an alarm where the mean weight is 1 at all steps, about. */
  public static final double LEVEL = 0.001;

  /** The effective sample size that conclusions need. */
  public static final int LEAST = 100;

  private static final double MOST = 1e60; // so that no cube is infinite

  private final Policy evaluated;
  private final double[] sum;
  private final double[] square;
  private final double[] largest;
  private final double[][] powers; // Σd, Σd², Σd³ of clusters that are complete
  private final double[] open; // d of the cluster that is being added
  private long episodes;
  private long cluster = -1;

  /**
   * The weights up to a step.
   *
   * @param t of the mean against 1
   * @param pValue of that
   */
  public record StepWeights(
      int step, double effectiveSampleSize, double largest, double mean, double t, double pValue) {}

  public OverlapTest(Policy evaluated) {
    this.evaluated = evaluated;
    int horizon = evaluated.shape().horizon();
    sum = new double[horizon];
    square = new double[horizon];
    largest = new double[horizon];
    open = new double[horizon];
    powers = new double[3][horizon];
  }

  @Override
  public OverlapTest empty() {
    return new OverlapTest(evaluated);
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    episodes++;
    double w = 1;
    for (int h = 1; h <= sum.length; h++) {
      if (h <= episode.length()) {
        w *= evaluated.probability(h, episode.state(h), episode.action(h)) / episode.propensity(h);
      }
      w = Math.min(w, MOST);
      sum[h - 1] += w;
      square[h - 1] += w * w;
      largest[h - 1] = Math.max(largest[h - 1], w);
      open[h - 1] += w - 1;
    }
  }

  private void close() {
    for (int i = 0; i < open.length; i++) {
      double d = open[i];
      powers[0][i] += d;
      powers[1][i] += d * d;
      powers[2][i] += d * d * d;
      open[i] = 0;
    }
  }

  @Override
  public OverlapTest plus(OverlapTest later) {
    close();
    later.close();
    episodes += later.episodes;
    for (int i = 0; i < sum.length; i++) {
      sum[i] += later.sum[i];
      square[i] += later.square[i];
      largest[i] = Math.max(largest[i], later.largest[i]);
      for (int k = 0; k < powers.length; k++) {
        powers[k][i] += later.powers[k][i];
      }
    }
    return this;
  }

  /** The weights up to each step. */
  public List<StepWeights> steps() {
    close();
    List<StepWeights> steps = new ArrayList<>();
    for (int i = 0; i < sum.length; i++) {
      double size = square[i] == 0 ? 0 : sum[i] * sum[i] / square[i];
      double sd = Math.sqrt(powers[1][i]);
      double t = sd <= 1e-9 * episodes ? 0 : powers[0][i] / sd;
      double skew = sd == 0 ? 0 : powers[2][i] / (sd * sd * sd);
      steps.add(
          new StepWeights(
              i + 1, size, largest[i], sum[i] / episodes, t, pValue(t, skew, below(i))));
    }
    return steps;
  }

  private double below(int i) {
    double all = Math.max(square[i], powers[1][i]);
    return all == 0 ? 0 : powers[0][i] / Math.sqrt(all);
  }

  /**
   * @param t of the mean against 1
   * @param skew Σd³/(Σd²)^{3/2}
   * @param below the same as t, with Σw² in the place of Σd²
   */
  private static double pValue(double t, double skew, double below) {
    if (t >= 0) {
      return Math.min(1, 2 * NormalTail.above(t));
    }
    return pBelow(Math.max(0, -below), skew);
  }

  /**
   * The probability, at most, that a mean of weights is so far below 1: see above.
   *
   * @param x how far, in units of √Σw² or, if that is larger, √Σd²
   * @param skew Σd³/(Σd²)^{3/2}, or more
   */
  public static double pBelow(double x, double skew) {
    return Math.min(1, 2 * Math.exp(Math.max(0, skew) * x * x * x / 3 - x * x / 2));
  }
}
