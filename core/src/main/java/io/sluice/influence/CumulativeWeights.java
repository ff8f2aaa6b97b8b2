package io.sluice.influence;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up the weights w_h = ρ_1⋯ρ_h of episodes, step by step. An episode that has ended goes on
 * with its last weight.
 */
public final class CumulativeWeights implements Serializable {
  private final double[] sum; // of the episodes that have a step h, from index 1
  private final double[] squares;
  private final double[] most;
  private final double[] endedSum; // of the last weights of episodes of this length
  private final double[] endedSquares;
  private final double[] endedMost;
  private long episodes;

  /**
   * The weights of one step.
   *
   * @param effectiveSampleSize (Σw)²/Σw²
   * @param mean which is 1 on average, if the propensities are right
   */
  public record AtStep(int step, double effectiveSampleSize, double largest, double mean) {}

  public CumulativeWeights(int horizon) {
    sum = new double[horizon + 1];
    squares = new double[horizon + 1];
    most = new double[horizon + 1];
    endedSum = new double[horizon + 1];
    endedSquares = new double[horizon + 1];
    endedMost = new double[horizon + 1];
  }

  /**
   * Adds an episode.
   *
   * @param weights of its steps, from index 1
   */
  public void add(int length, double[] weights) {
    for (int h = 1; h <= length; h++) {
      double w = weights[h];
      sum[h] += w;
      squares[h] += w * w;
      most[h] = Math.max(most[h], w);
    }
    double last = weights[length];
    endedSum[length] += last;
    endedSquares[length] += last * last;
    endedMost[length] = Math.max(endedMost[length], last);
    episodes++;
  }

  public CumulativeWeights plus(CumulativeWeights later) {
    for (int h = 0; h < sum.length; h++) {
      sum[h] += later.sum[h];
      squares[h] += later.squares[h];
      most[h] = Math.max(most[h], later.most[h]);
      endedSum[h] += later.endedSum[h];
      endedSquares[h] += later.endedSquares[h];
      endedMost[h] = Math.max(endedMost[h], later.endedMost[h]);
    }
    episodes += later.episodes;
    return this;
  }

  /** Σ w_h over all episodes, step h at index h. */
  public double[] totals() {
    double[] totals = new double[sum.length];
    double ended = 0;
    for (int h = 1; h < sum.length; h++) {
      totals[h] = sum[h] + ended;
      ended += endedSum[h];
    }
    return totals;
  }

  /** Of every step. */
  public List<AtStep> steps() {
    List<AtStep> steps = new ArrayList<>();
    double[] totals = totals();
    double ended = 0;
    double largest = 0;
    for (int h = 1; h < sum.length; h++) {
      double square = squares[h] + ended;
      double size = square == 0 ? 0 : totals[h] * totals[h] / square;
      steps.add(new AtStep(h, size, Math.max(most[h], largest), totals[h] / episodes));
      ended += endedSquares[h];
      largest = Math.max(largest, endedMost[h]);
    }
    return List.copyOf(steps);
  }
}
