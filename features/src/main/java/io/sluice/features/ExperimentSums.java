package io.sluice.features;

import io.sluice.design.StateDesign;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * How rows of each step, segment and action add to the variance of a score, which says what they
 * would add if actions were taken with other probabilities.
 *
 * <p>A row adds (c_k(y_k − Q̂_k))², c_k being proportional to 1/π_b(a|x). If actions of a segment
 * are taken with probability q_a instead, rows of the action a add Σ π_b·(c_k(y_k − Q̂_k))²/q_a in
 * expectation, rows of other steps being as they are.
 */
final class ExperimentSums {
  private final int actions;
  private final boolean known;
  private final double[][][] squares; // Σ π_b·c²(y − Q̂)², by step, segment and action
  private final double[][][] weights; // Σ π_b·c²
  private final double[][][] differences; // Σ (π − π_b)², at the steps of the effect
  private final double[][][] logged; // Σ π_b, or rows where that is not known
  private final double[][][] taken; // Σ 1/π_b over rows
  private final double[][][] earned; // Σ G/π_b, G being what the episode earned from there on
  private final long[][][] rows;
  private final double[] outcomes; // by step
  private final double[] outcomeSquares;
  private final double[] least; // the lowest G
  private long episodes;

  ExperimentSums(int horizon, int segments, int actions, boolean known) {
    this.actions = actions;
    this.known = known;
    squares = new double[horizon][segments][actions];
    weights = new double[horizon][segments][actions];
    differences = new double[horizon][segments][actions];
    logged = new double[horizon][segments][actions];
    taken = new double[horizon][segments][actions];
    earned = new double[horizon][segments][actions];
    rows = new long[horizon][segments][actions];
    outcomes = new double[horizon];
    outcomeSquares = new double[horizon];
    least = new double[horizon];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
  }

  /**
   * @param c weights of the rows, from step 1 at index 0
   * @param step whose effect it is; none for the total
   */
  void add(FeatureEpisode episode, EpisodeScores scores, double[] c, OptionalInt step) {
    episodes++;
    double onward = 0;
    for (int k = episode.length(); k >= 1; k--) {
      onward += episode.reward(k);
      int s = episode.segment(k);
      int a = episode.action(k);
      double propensity = episode.propensity(k);
      double y = scores.taken(k) + scores.residual(k);
      rows[k - 1][s][a]++;
      squares[k - 1][s][a] += propensity * Math.pow(c[k - 1] * scores.residual(k), 2);
      weights[k - 1][s][a] += propensity * c[k - 1] * c[k - 1];
      taken[k - 1][s][a] += 1 / propensity;
      earned[k - 1][s][a] += onward / propensity;
      outcomes[k - 1] += y;
      outcomeSquares[k - 1] += y * y;
      least[k - 1] = Math.min(least[k - 1], onward);
      for (int other = 0; other < actions; other++) {
        double p = known ? episode.behavior(k, other) : other == a ? 1 : 0;
        logged[k - 1][s][other] += p;
        if (step.orElse(k) == k) {
          // An action without any row has π_b near 0, where that is not known.
          differences[k - 1][s][other] +=
              Math.pow(episode.evaluated(k, other) - (known ? p : 0), 2);
        }
      }
    }
  }

  private long rows(int step, int segment) {
    return Arrays.stream(rows[step - 1][segment]).sum();
  }

  /** Rows per episode. */
  double met(int step, int segment) {
    return rows(step, segment) / (double) episodes;
  }

  /** The mean of π_b(a|x) in a segment; empty without rows. */
  double[] logged(int step, int segment) {
    long all = rows(step, segment);
    return all == 0
        ? new double[0]
        : Arrays.stream(logged[step - 1][segment]).map(sum -> sum / all).toArray();
  }

  /**
   * The probabilities with which rows of a segment would add least; empty without rows.
   *
   * <p>So that a few rows with equal outcomes are not taken to be certain, every action counts as
   * if one more row had been off by a standard deviation of the step's outcomes. One that has no
   * rows although the policies differ in it is taken to vary as all outcomes of the step do.
   */
  double[] best(int step, int segment) {
    double[] p = logged(step, segment);
    if (p.length == 0) {
      return p;
    }
    StateDesign design = new StateDesign(new double[actions], p);
    double spread = spread(step);
    for (int a = 0; a < actions; a++) {
      long n = rows[step - 1][segment][a];
      if (n > 0 && p[a] > 0) {
        design.seen(
            a,
            squares[step - 1][segment][a] / p[a],
            weights[step - 1][segment][a] / n * spread / p[a]);
      } else {
        design.neverSeen(a, 2 * Math.sqrt(differences[step - 1][segment][a] * spread));
      }
    }
    return design.best();
  }

  /** The variance of y_k. */
  private double spread(int step) {
    double n = 0;
    for (long[] segment : rows[step - 1]) {
      n += Arrays.stream(segment).sum();
    }
    double mean = outcomes[step - 1] / n;
    return Math.max(0, outcomeSquares[step - 1] / n - mean * mean);
  }

  /** What rows of a segment add if actions are taken with these probabilities. */
  double added(int step, int segment, double[] q) {
    double sum = missing(step, segment, q);
    for (int a = 0; a < q.length; a++) {
      double square = squares[step - 1][segment][a];
      sum += square == 0 ? 0 : square / q[a];
    }
    return sum;
  }

  /**
   * The part of it of actions that the segment has no row of, although the policies differ in them;
   * infinite if one is never taken.
   */
  double missing(int step, int segment, double[] q) {
    double sum = 0;
    for (int a = 0; a < q.length; a++) {
      boolean unseen = rows[step - 1][segment][a] == 0;
      double square = unseen ? differences[step - 1][segment][a] * spread(step) : 0;
      sum += square == 0 ? 0 : square / q[a];
    }
    return sum;
  }

  /**
   * How much less an episode earns if, in one segment at one step, actions are taken with other
   * probabilities. Actions without rows are taken to earn the lowest that any row of the step did.
   */
  double cost(int step, int segment, double[] q) {
    double[] p = logged(step, segment);
    double sum = 0;
    for (int a = 0; a < q.length; a++) {
      double times = taken[step - 1][segment][a];
      double mean = times == 0 ? least[step - 1] : earned[step - 1][segment][a] / times;
      sum += (p[a] - q[a]) * mean;
    }
    return met(step, segment) * sum;
  }
}
