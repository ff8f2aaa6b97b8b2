package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import java.util.List;

/**
 * A finite-sample interval for α^(h) by the weights ω = π/π_b of a known π_b, at every step: ours,
 * not the paper's. It needs no bonus, no value bounds and no pair to have been seen.
 *
 * <p>With m_k = V_max^(k)/2, the estimate is the mean of (ω_h−1)(r_h + V̂_{h+1}(x_{h+1}) − m_h),
 * where V̂_k(x) is m_k plus the mean of ω_k(r_k + V̂_{k+1}(x_{k+1}) − m_k) over the rows of step k
 * in x. Let Δ_{h+1}(x′) be the mean of (ω_h−1)1{x_{h+1} = x′}, and Δ_{k+1} what weights ω_k make of
 * it after step k: noise, where actions do not move the next state. Then
 *
 * <pre>
 * estimate − α = [mean of (ω_h−1)(r_h + V_{h+1} − m_h)] − α
 *                + Σ_{k>h} Σ_x Δ_k(x) · mean over the rows in x of [ω_k(r_k + V_{k+1} − m_k) + m_k − V_k(x)]
 * </pre>
 *
 * with the true V_k, which are fixed functions.
 *
 * <ol>
 *   <li>The first bracket is a mean of T independent terms with expectation α, at most
 *       (V_max²/4)·E(ω_h−1)² in variance: Bernstein. E(ω_h−1)² is at most (√u + √(u + W))², W being
 *       its mean in the log and u = max(ω_h−1)²·ln(4/δ)/(2T) (the lower tail of terms that are not
 *       negative).
 *   <li>Given the states of step k and all before, Δ_k is fixed and the terms of step k are
 *       independent with expectation 0 and variance at most (V_max²/4)·E[ω_k²|x]: Bernstein again,
 *       once for each step, with no union over states. Where Δ is noise this part is of the order
 *       √|X|/T.
 * </ol>
 *
 * Half of δ goes to the first mean, a quarter to E(ω_h−1)², a quarter to the later steps.
 */
final class WeightedEffect {
  private final TransitionCounts counts;
  private final Policy behavior;
  private final Policy evaluated;
  private final ValueRange range;
  private final int step;
  private final double delta;
  private double[] arriving; // Δ_{k+1}
  private double estimate;

  private WeightedEffect(ModelEvaluation evaluation, int step, double delta) {
    this.counts = evaluation.counts();
    this.behavior = evaluation.behavior();
    this.evaluated = evaluation.evaluated();
    this.range = evaluation.backups().range();
    this.step = step;
    this.delta = delta;
    this.arriving = new double[counts.shape().states() + 1];
  }

  /** Whether π_b takes all that π takes, from the step on. */
  static boolean isPossible(ModelEvaluation evaluation, int step) {
    int last = evaluation.isExogenous(step) ? step : evaluation.counts().shape().horizon();
    for (int k = step; k <= last; k++) {
      if (!new WeightedEstimator(
              evaluation.counts(), k, evaluation.behavior(), evaluation.evaluated(), 1)
          .isPossible()) {
        return false;
      }
    }
    return true;
  }

  static Interval at(ModelEvaluation evaluation, int step, double delta) {
    TransitionCounts counts = evaluation.counts();
    if (step == counts.shape().horizon() || evaluation.isExogenous(step)) {
      ImmediateEffect effect =
          new WeightedEstimator(counts, step, evaluation.behavior(), evaluation.evaluated(), delta)
              .bernstein();
      Part part = Part.of("immediate effect", "weights π/π_b, Bernstein", effect.radius());
      return Interval.of("sharp", effect.estimate(), new Failure(0, delta), List.of(part));
    }
    WeightedEffect weighted = new WeightedEffect(evaluation, step, delta);
    double own = weighted.ownStep();
    double later = 0;
    for (int k = step + 1; k <= counts.shape().horizon(); k++) {
      later += weighted.laterStep(k);
    }
    return Interval.of(
        "sharp",
        weighted.estimate,
        new Failure(0, delta),
        List.of(
            Part.of("effect on r + V(x′)", "weights π/π_b, Bernstein", own),
            Part.of("errors of later steps", "Σ_k V_max √(Σ Δ²E[ω²]/n · ln(8(H−h)/δ)/2)", later)));
  }

  private double weight(int k, int state, int action) {
    double wanted = evaluated.probability(k, state, action);
    return wanted == 0 ? 0 : wanted / behavior.probability(k, state, action);
  }

  /** Adds up the rows of the step, and returns the radius of their mean. */
  private double ownStep() {
    Shape shape = counts.shape();
    double episodes = counts.episodes();
    double top = range.top(step);
    double squares = 0; // Σ (ω−1)²
    for (int i = counts.firstCell(step), end = counts.firstCell(step + 1); i < end; i++) {
      double excess = weight(step, counts.state(i), counts.action(i)) - 1;
      long n = counts.count(i);
      estimate += excess * (counts.rewardSum(i) - n * top / 2) / episodes;
      arriving[counts.next(i)] += excess * n / episodes;
      squares += excess * excess * n;
    }
    double largest = 0; // max |ω−1|
    for (int x = 0; x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++) {
        if (behavior.probability(step, x, a) > 0) {
          largest = Math.max(largest, Math.abs(weight(step, x, a) - 1));
        }
      }
    }
    double u = largest * largest * Math.log(4 / delta) / (2 * episodes);
    double deviation = Math.sqrt(u) + Math.sqrt(u + squares / episodes);
    double log = Math.log(4 / delta);
    return top * (deviation * Math.sqrt(log / (2 * episodes)) + largest * log / (3 * episodes));
  }

  /** Lets Δ_k move on by the rows of step k, and returns the radius of what they add. */
  private double laterStep(int k) {
    Shape shape = counts.shape();
    double[] mass = arriving;
    double top = range.top(k);
    StateVector visits = counts.visits(k);
    estimate += mass[shape.end()] * range.ended(k);
    double squares = 0; // Σ_x Δ²/n · E[ω²|x]
    double largest = 0; // the most that one row can be off
    for (int x = 0; x < shape.states(); x++) {
      if (mass[x] != 0) {
        double mean = 0;
        double most = 0;
        for (int a = 0; a < shape.actions(); a++) {
          mean += evaluated.probability(k, x, a) * weight(k, x, a);
          most = Math.max(most, weight(k, x, a));
        }
        estimate += mass[x] * top / 2;
        squares += mass[x] * mass[x] / visits.at(x) * mean;
        largest = Math.max(largest, Math.abs(mass[x]) / visits.at(x) * (most + 1) * top / 2);
      }
    }
    arriving = new double[shape.states() + 1];
    for (int i = counts.firstCell(k), end = counts.firstCell(k + 1); i < end; i++) {
      int x = counts.state(i);
      double weight = mass[x] / visits.at(x) * weight(k, x, counts.action(i));
      estimate += weight * (counts.rewardSum(i) - counts.count(i) * top / 2);
      arriving[counts.next(i)] += weight * counts.count(i);
    }
    int steps = shape.horizon() - step;
    double log = Math.log(8 * steps / delta);
    return top * Math.sqrt(squares * log / 2) + largest * log / 3;
  }
}
