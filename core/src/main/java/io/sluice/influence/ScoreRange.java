package io.sluice.influence;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;

/**
 * What {@link RobustScores} can be, whatever an episode does: from the ranges of rewards and
 * weights that were declared, and from Q̂, which other episodes have fixed. Nothing is taken from
 * the episodes that are scored.
 *
 * <p>Backward over the steps. Let G_k = V̂_k + ρ_k(r_k + G_{k+1} − Q̂_k), so that ψ_π = G_1 and ψ_h
 * = Σ_a (π−π_b)Q̂_h + (ρ_h−1)(r_h + G_{h+1} − Q̂_h), and R_k = Σ_a π_b Q̂_k − Q̂_k + r_k + R_{k+1},
 * so that Σ_h ψ_h = G_1 − R_1. Any state may follow any other, one that no log has shown included,
 * and so may the end. All of these are linear in ρ, r and G: their extremes lie at the ends.
 */
public final class ScoreRange {
  private final Shape shape;
  private final double[] low; // of the steps, the total and the value, as scores have them
  private final double[] high;
  private final PolicyValues q;
  private final LoggedProbabilities logged;
  private final DeclaredWeights weights;
  private Span later = new Span(0, 0); // G_{k+1}
  private Span returns = new Span(0, 0); // R_{k+1}

  /** The ends of a range that grows. */
  private static final class Span {
    double low;
    double high;

    Span(double low, double high) {
      this.low = low;
      this.high = high;
    }

    static Span nothing() {
      return new Span(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    void take(double value) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }

  private ScoreRange(PolicyValues q, LoggedProbabilities logged, DeclaredWeights weights) {
    this.shape = q.shape();
    this.low = new double[shape.horizon() + 2];
    this.high = new double[shape.horizon() + 2];
    this.q = q;
    this.logged = logged;
    this.weights = weights;
  }

  /**
   * @param q what scores are made with, for both folds
   * @param logged where scores take the whole logged policy to be known; the same for both folds
   */
  public static ScoreRange of(
      PolicyValues q, LoggedProbabilities logged, DeclaredWeights weights, ValueRange range) {
    ScoreRange made = new ScoreRange(q, logged, weights);
    for (int h = made.shape.horizon(); h >= 1; h--) {
      made.addStep(h, range);
    }
    int horizon = made.shape.horizon();
    made.low[horizon] = made.later.low - made.returns.high;
    made.high[horizon] = made.later.high - made.returns.low;
    made.low[horizon + 1] = made.later.low;
    made.high[horizon + 1] = made.later.high;
    return made;
  }

  double low(int score) {
    return low[score];
  }

  double high(int score) {
    return high[score];
  }

  private void addStep(int step, ValueRange range) {
    Span score = step > 1 ? new Span(0, 0) : Span.nothing(); // 0 if the episode has ended
    Span value = Span.nothing();
    Span earned = Span.nothing();
    Policy behavior = logged.behavior();
    for (int x = 0; x < shape.states(); x++) {
      boolean known = logged.isKnown(0, step, x);
      double average = 0; // Σ_a π_b Q̂
      for (int a = 0; known && a < shape.actions(); a++) {
        average += behavior.probability(step, x, a) * q.actionValue(step, x, a);
      }
      for (int a = 0; a < shape.actions(); a++) {
        if (weights.isTaken(step, x, a)) {
          double own = q.actionValue(step, x, a);
          double less = known ? average - own : 0;
          take(score, value, q.value(step, x), own, less, weights.least(step, x, a));
          take(score, value, q.value(step, x), own, less, weights.most(step, x, a));
          earned.take(less + returns.low);
          earned.take(less + 1 + returns.high);
        }
      }
    }
    double elsewhere = q.elsewhere(step);
    take(score, value, elsewhere, elsewhere, 0, 0);
    take(score, value, elsewhere, elsewhere, 0, weights.mostAnywhere());
    earned.take(returns.low);
    earned.take(1 + returns.high);
    if (step > 1) {
      value.take(range.ended(step));
      earned.take(range.ended(step));
    }
    low[step - 1] = score.low;
    high[step - 1] = score.high;
    later = value;
    returns = earned;
  }

  /**
   * @param less Σ_a π_b Q̂ − Q̂ where π_b is known, else 0
   */
  private void take(Span score, Span value, double v, double own, double less, double weight) {
    for (double y : new double[] {later.low, 1 + later.high}) { // r + G
      value.take(v + weight * (y - own));
      score.take(v - weight * own + (weight - 1) * y - less);
    }
  }
}
