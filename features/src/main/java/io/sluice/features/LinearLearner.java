package io.sluice.features;

import io.sluice.learning.Learner;
import io.sluice.policy.Score;
import io.sluice.policy.StepModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Learns a score for every action and step, linear in φ, backward. With Λ_a and θ̂_a from the rows
 * of action a, and the bonus b_a(x) = β·σ̂_a·√(φᵀΛ_a⁻¹φ):
 *
 * <pre>
 * vi    φᵀθ̂_a                     outcomes r + V̂(x′)
 * psl   φᵀθ̂_a − b_a               outcomes r
 * pvi   φᵀθ̂_a − b_a               outcomes r + V̂_p(x′)
 * spvi  φᵀθ̂_a − b_a − carried_a   outcomes r + V̂(x′),  carried_a(x) = E[|c_a(x,x′)|·Γ(x′) | x]
 * </pre>
 *
 * V̂_p, V̂ and V̂_o are of the policy that is learned, Γ = V̂_o − V̂_p, and c_a is that of {@link
 * ActionShift}. β = scale·√(2 ln(A·H·d/δ)), d functions. No promise rests on it: what is learned is
 * judged on other episodes.
 */
final class LinearLearner {
  /** An action without rows is not worth trying. */
  static final double NEVER = -1e12;

  private final List<ScoreRegression> steps;
  private final List<@Nullable ActionShift> shifts;
  private final int actions;
  private final double beta;
  private final Limits limits;

  /** What values can be. */
  interface Limits {
    /** A value from a step on, counted from 0, as far as it is possible. */
    double of(int step, double value);
  }

  /** Where no range is declared. */
  LinearLearner(
      List<ScoreRegression> steps, List<@Nullable ActionShift> shifts, int actions, double beta) {
    this(steps, shifts, actions, beta, (step, value) -> value);
  }

  /**
   * @param shifts of every step but the last
   */
  LinearLearner(
      List<ScoreRegression> steps,
      List<@Nullable ActionShift> shifts,
      int actions,
      double beta,
      Limits limits) {
    this.steps = steps;
    this.shifts = shifts;
    this.actions = actions;
    this.beta = beta;
    this.limits = limits;
  }

  /** What a policy is worth from each row of a step on. */
  private record Values(double[] point, double[] low, double[] high) {
    static Values none(int rows) {
      return new Values(new double[rows], new double[rows], new double[rows]);
    }

    double[] gap() {
      double[] gap = new double[low.length];
      for (int i = 0; i < gap.length; i++) {
        gap[i] = Math.max(0, high[i] - low[i]);
      }
      return gap;
    }
  }

  List<StepModel> learn(Learner learner, double scale) {
    List<StepModel> models = new ArrayList<>();
    Values later = Values.none(0);
    for (int k = steps.size() - 1; k >= 0; k--) {
      List<Score> scores = new ArrayList<>();
      later = step(k, learner, scale, later, scores);
      models.add(0, new StepModel.Scores(scores));
    }
    return models;
  }

  private Values step(int k, Learner learner, double scale, Values later, List<Score> scores) {
    ScoreRegression regression = steps.get(k);
    boolean bandit = learner == Learner.PSL;
    double[] point = bandit ? new double[later.point.length] : later.point;
    double[][] theta = regression.theta(point);
    boolean certain = bandit || learner == Learner.VI;
    double[][] low = certain ? theta : regression.theta(later.low);
    double[][] high = learner == Learner.SPVI ? regression.theta(later.high) : theta;
    double[] spreads = regression.spreads(point, theta);
    double times = learner == Learner.VI ? 0 : beta * scale;
    for (int a = 0; a < actions; a++) {
      ActionShift shift = learner == Learner.SPVI ? shifts.get(k) : null;
      double[] carried =
          shift == null ? new double[0] : regression.overAll(shift.carried(a, later.gap()));
      double[] weights = learner == Learner.PVI ? low[a] : theta[a];
      scores.add(score(regression, a, weights, times * spreads[a], carried));
    }
    if (k == 0 || bandit) {
      return Values.none(regression.rows().size()); // nothing looks at them
    }
    return values(k, regression, scores, new double[][][] {theta, low, high}, times, spreads);
  }

  private static Score score(
      ScoreRegression regression, int a, double[] weights, double factor, double[] carried) {
    double[] own = weights.clone();
    own[0] += regression.count(a) == 0 ? NEVER : 0;
    return new Score(own, triangle(regression.inverse(a), own.length, factor), carried);
  }

  /** The lower triangle of factor²·M, with what is off the diagonal twice. */
  static double[] triangle(double[] matrix, int size, double factor) {
    if (factor == 0) {
      return new double[0];
    }
    double[] all = new double[size * (size + 1) / 2];
    int place = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        all[place++] = factor * factor * matrix[i * size + j] * (i == j ? 1 : 2);
      }
    }
    return all;
  }

  private Values values(
      int k,
      ScoreRegression regression,
      List<Score> scores,
      double[][][] theta,
      double times,
      double[] spreads) {
    StepRows rows = regression.rows();
    Values values = Values.none(rows.size());
    for (int i = rows.firstFollowing(); i < rows.size(); i++) {
      double[] f = rows.phi[i];
      int best = Score.highest(scores, f);
      double bonus = times * spreads[best] * length(regression.inverse(best), f);
      values.point[i] = limits.of(k, Ridge.dot(f, theta[0][best]));
      values.low[i] = limits.of(k, Ridge.dot(f, theta[1][best]) - bonus);
      values.high[i] = limits.of(k, Ridge.dot(f, theta[2][best]) + bonus);
    }
    return values;
  }

  /** √(φᵀMφ), four rows of M at a time: one alone would wait for each addition. */
  static double length(double[] matrix, double[] f) {
    int size = f.length;
    double sum = 0;
    int i = 0;
    for (; i + 4 <= size; i += 4) {
      int first = i * size;
      int second = first + size;
      int third = second + size;
      int fourth = third + size;
      double r0 = 0;
      double r1 = 0;
      double r2 = 0;
      double r3 = 0;
      for (int j = 0; j < size; j++) {
        r0 += matrix[first + j] * f[j];
        r1 += matrix[second + j] * f[j];
        r2 += matrix[third + j] * f[j];
        r3 += matrix[fourth + j] * f[j];
      }
      sum += f[i] * r0;
      sum += f[i + 1] * r1;
      sum += f[i + 2] * r2;
      sum += f[i + 3] * r3;
    }
    for (; i < size; i++) {
      double row = 0;
      for (int j = 0; j < size; j++) {
        row += matrix[i * size + j] * f[j];
      }
      sum += f[i] * row;
    }
    return Math.sqrt(Math.max(0, sum));
  }
}
