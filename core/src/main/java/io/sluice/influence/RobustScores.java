package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one episode says about the effect of every step, their sum and V_π, if its propensities are
 * right and whatever else is wrong: the scores whose means are the {@code robust} estimates.
 *
 * <p>With ρ = π/π_b of a row, by the propensity that the row itself has, and the residual δ_k = r_k
 * + V̂_{k+1}(x_{k+1}) − Q̂_k(x_k,a_k),
 *
 * <pre>
 * ψ_h = Σ_a (π−π_b)(a|x_h) Q̂_h(x_h,a) + c_h δ_h + Σ_{k>h} c_k δ_k,   c_h = ρ_h − 1,  c_k = c_{k−1} ρ_k
 * ψ_π = V̂_1(x_1) + Σ_k ρ_1⋯ρ_k δ_k
 * </pre>
 *
 * Each is unbiased for any Q̂ from other episodes with V̂ = Σ_a π Q̂: the terms of Q̂ cancel step
 * by step, by the tower rule over the actions alone. Neither the Markov property nor alike steps
 * are used. See {@code docs/robust.md}.
 *
 * <p>Where only the logged action's propensity is known, the first two terms of ψ_h become Σ_a π
 * Q̂_h + ρ_h(y − Q̂_h) − y with y = r_h + V̂_{h+1}, which has the same mean and more noise. Where π
 * is known to be π_b in a state, ρ is 1 and the first two terms are 0, not even rounded.
 *
 * <p>An episode that ended before step h has ψ_h = 0. In [0, 1] units, and linear in the length of
 * the episode: Σ_{k>h} c_k δ_k = c_h S_h with S_h = ρ_{h+1}(δ_{h+1} + S_{h+1}).
 */
public final class RobustScores implements Serializable {
  private final Shape shape;
  private final Policy evaluated;
  private final LoggedProbabilities logged;
  private final CrossFitValues values;
  private final double cap; // on ρ of a row

  public RobustScores(CrossFitValues values, LoggedProbabilities logged, Policy evaluated) {
    this(values, logged, evaluated, Double.POSITIVE_INFINITY);
  }

  private RobustScores(
      CrossFitValues values, LoggedProbabilities logged, Policy evaluated, double cap) {
    this.cap = cap;
    this.shape = evaluated.shape();
    this.evaluated = evaluated;
    this.logged = logged;
    this.values = values;
    values.forFirst().shape().requireSame("robust: the values", shape);
    logged.behavior().shape().requireSame("robust: the logged policy", shape);
  }

  /** The same with no weight of a row above a cap: less noise, and biased. */
  RobustScores trimmed(double cap) {
    return new RobustScores(values, logged, evaluated, cap);
  }

  /** How many scores an episode has: of the steps 1 … H, then of V_π − V_πb, then of V_π. */
  public int size() {
    return shape.horizon() + 2;
  }

  int horizon() {
    return shape.horizon();
  }

  /**
   * Scores an episode.
   *
   * @param scores where they are written, {@link #size} of them
   * @param weights where ρ_1⋯ρ_k is written, step k at index k; as long as the episode
   */
  public void score(Episode episode, double[] scores, double[] weights) {
    score(episode, scores, weights, null);
    weights[0] = 1;
    for (int h = 1; h <= episode.length(); h++) {
      weights[h] *= weights[h - 1];
    }
  }

  /**
   * Scores an episode, with what it takes to go on from there.
   *
   * @param ratios where ρ of every row is written, exactly 1 where π is known to be π_b; step k at
   *     index k
   * @param expected where Q̂ of every row is written, likewise
   */
  void score(Episode episode, double[] scores, double[] ratios, double @Nullable [] expected) {
    PolicyValues q = values.ofFold(episode.fold());
    int length = episode.length();
    double later = 0; // S_h
    double total = 0;
    Arrays.fill(scores, 0);
    for (int h = length; h >= 1; h--) {
      int x = episode.state(h);
      int a = episode.action(h);
      double y = episode.unitReward(h) + q.value(h + 1, episode.next(h));
      double mean = q.actionValue(h, x, a);
      double residual = y - mean;
      boolean known = logged.isKnown(episode.fold(), h, x);
      boolean same = known && isSame(h, x);
      double ratio = same ? 1 : weight(episode, h);
      double own =
          known
              ? (same ? 0 : effect(q, h, x)) + (ratio - 1) * residual
              : q.value(h, x) + ratio * residual - y;
      scores[h - 1] = own + (ratio - 1) * later;
      total += scores[h - 1];
      later = ratio * (residual + later);
      ratios[h] = ratio;
      if (expected != null) {
        expected[h] = mean;
      }
    }
    scores[shape.horizon()] = total;
    scores[shape.horizon() + 1] = q.value(1, episode.state(1)) + later;
  }

  /** ρ of a row; exactly 1 where π is known to be π_b. */
  double ratio(Episode episode, int step) {
    int x = episode.state(step);
    boolean same = logged.isKnown(episode.fold(), step, x) && isSame(step, x);
    return same ? 1 : weight(episode, step);
  }

  private double weight(Episode episode, int step) {
    return Math.min(
        cap,
        evaluated.probability(step, episode.state(step), episode.action(step))
            / episode.propensity(step));
  }

  /** What values can be, as declared. */
  ValueRange range() {
    return values.forFirst().range();
  }

  /**
   * How far outcomes are from what is expected of them, y − Q̂.
   *
   * @param into step k at index k; as long as the episode
   */
  void residuals(Episode episode, double[] into) {
    PolicyValues q = values.ofFold(episode.fold());
    for (int h = 1; h <= episode.length(); h++) {
      double y = episode.unitReward(h) + q.value(h + 1, episode.next(h));
      into[h] = y - q.actionValue(h, episode.state(h), episode.action(h));
    }
  }

  private boolean isSame(int step, int state) {
    for (int a = 0; a < shape.actions(); a++) {
      if (evaluated.probability(step, state, a) != logged.behavior().probability(step, state, a)) {
        return false;
      }
    }
    return true;
  }

  /** Σ_a (π−π_b)(a|x) Q̂_h(x,a). */
  private double effect(PolicyValues q, int step, int state) {
    double sum = 0;
    for (int a = 0; a < shape.actions(); a++) {
      double more =
          evaluated.probability(step, state, a) - logged.behavior().probability(step, state, a);
      sum += more * q.actionValue(step, state, a);
    }
    return sum;
  }
}
