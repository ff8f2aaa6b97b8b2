package io.sluice.interval;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.WeightedEstimator;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

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
  private final ValueRange range;
  private final int step;
  private final double delta;
  private double[] arriving; // Δ_{k+1}
  private double estimate;
  private final double own; // the radius of the step's own mean
  private double later; // those of later steps, added up

  private WeightedEffect(ModelEvaluation evaluation, StepWeights weights, double delta) {
    this.counts = evaluation.counts();
    this.range = evaluation.backups().range();
    this.step = weights.step;
    this.delta = delta;
    this.arriving = new double[counts.shape().states() + 1];
    this.own = ownStep(weights);
  }

  /** Whether π_b takes all that π takes, from the step on. */
  static boolean isPossible(ModelEvaluation evaluation, int step) {
    return possible(evaluation)[step];
  }

  /** The same for every step, from 1 on. */
  static boolean[] possible(ModelEvaluation evaluation) {
    int horizon = evaluation.counts().shape().horizon();
    boolean[] possible = new boolean[horizon + 1];
    boolean later = true;
    for (int k = horizon; k >= 1; k--) {
      boolean here =
          new WeightedEstimator(
                  evaluation.counts(), k, evaluation.behavior(), evaluation.evaluated(), 1)
              .isPossible();
      possible[k] = here && (later || evaluation.isExogenous(k));
      later &= here;
    }
    return possible;
  }

  static Interval at(ModelEvaluation evaluation, int step, double delta) {
    return Objects.requireNonNull(at(evaluation, h -> h == step, delta).get(step));
  }

  /**
   * The intervals of several steps, which share the weights of the steps after them.
   *
   * @param wanted for which steps
   * @param delta the probability with which each may miss
   */
  static Map<Integer, Interval> at(ModelEvaluation evaluation, IntPredicate wanted, double delta) {
    int horizon = evaluation.counts().shape().horizon();
    Map<Integer, Interval> intervals = new HashMap<>();
    List<WeightedEffect> begun = new ArrayList<>();
    for (int k = 1; k <= horizon; k++) {
      boolean immediate = k == horizon || evaluation.isExogenous(k);
      if (wanted.test(k) && immediate) {
        intervals.put(k, immediate(evaluation, k, delta));
      }
      if (!begun.isEmpty() || wanted.test(k) && !immediate) {
        StepWeights weights = new StepWeights(evaluation, k);
        begun.forEach(effect -> effect.laterStep(weights));
        if (wanted.test(k) && !immediate) {
          begun.add(new WeightedEffect(evaluation, weights, delta));
        }
      }
    }
    begun.forEach(effect -> intervals.put(effect.step, effect.interval()));
    return intervals;
  }

  /** The interval of a step whose decisions have no effect on later ones. */
  private static Interval immediate(ModelEvaluation evaluation, int step, double delta) {
    ImmediateEffect effect =
        new WeightedEstimator(
                evaluation.counts(), step, evaluation.behavior(), evaluation.evaluated(), delta)
            .bernstein();
    Part part = Part.of(Part.Source.IMMEDIATE, "weights π/π_b, Bernstein", effect.radius());
    return Interval.of("sharp", effect.estimate(), new Failure(0, delta), List.of(part));
  }

  private Interval interval() {
    return Interval.of(
        "sharp",
        estimate,
        new Failure(0, delta),
        List.of(
            new Part(
                Part.Source.REWARD_AND_NEXT,
                "effect on r + V(x′)",
                "weights π/π_b, Bernstein",
                own,
                own),
            Part.of(Part.Source.LATER_ERRORS, "Σ_k V_max √(Σ Δ²E[ω²]/n · ln(8(H−h)/δ)/2)", later)));
  }

  /** Adds up the rows of the step, and returns the radius of their mean. */
  private double ownStep(StepWeights weights) {
    double episodes = counts.episodes();
    double top = range.top(step);
    double squares = 0; // Σ (ω−1)²
    for (CellCursor at = counts.walk(step); at.advance(); ) {
      int i = at.cell();
      double excess = weights.of(at.state(), at.action()) - 1;
      long n = counts.count(i);
      estimate += excess * (counts.rewardSum(i) - n * top / 2) / episodes;
      arriving[at.next()] += excess * n / episodes;
      squares += excess * excess * n;
    }
    double largest = weights.largestExcess;
    double u = largest * largest * Math.log(4 / delta) / (2 * episodes);
    double deviation = Math.sqrt(u) + Math.sqrt(u + squares / episodes);
    double log = Math.log(4 / delta);
    return top * (deviation * Math.sqrt(log / (2 * episodes)) + largest * log / (3 * episodes));
  }

  /** Lets Δ_k move on by the rows of step k, and adds the radius of what they add. */
  private void laterStep(StepWeights weights) {
    Shape shape = counts.shape();
    int k = weights.step;
    double[] mass = arriving;
    double top = range.top(k);
    estimate += mass[shape.end()] * range.ended(k);
    double squares = 0; // Σ_x Δ²/n · E[ω²|x]
    double largest = 0; // the most that one row can be off
    double[] perVisit = new double[shape.states()];
    for (int x = 0; x < shape.states(); x++) {
      if (mass[x] != 0) {
        double visits = weights.visits.at(x);
        perVisit[x] = mass[x] / visits;
        estimate += mass[x] * top / 2;
        squares += mass[x] * mass[x] / visits * weights.mean[x];
        largest = Math.max(largest, Math.abs(mass[x]) / visits * (weights.most[x] + 1) * top / 2);
      }
    }
    arriving = new double[shape.states() + 1];
    for (CellCursor at = counts.walk(k); at.advance(); ) {
      double weight = perVisit[at.state()] * weights.of(at.state(), at.action());
      long n = counts.count(at.cell());
      estimate += weight * (counts.rewardSum(at.cell()) - n * top / 2);
      arriving[at.next()] += weight * n;
    }
    int steps = shape.horizon() - step;
    double log = Math.log(8 * steps / delta);
    later += top * Math.sqrt(squares * log / 2) + largest * log / 3;
  }

  /** The weights of one step, for all pairs. */
  private static final class StepWeights {
    final int step;
    final StateVector visits;
    private final int actions;
    private final double[] ofPair; // ω
    final double[] mean; // E[ω²|x] under π_b
    final double[] most; // max_a ω
    final double largestExcess; // max |ω−1| over what π_b does

    StepWeights(ModelEvaluation evaluation, int step) {
      this.step = step;
      Shape shape = evaluation.counts().shape();
      visits = evaluation.counts().visits(step);
      actions = shape.actions();
      ofPair = new double[shape.states() * actions];
      mean = new double[shape.states()];
      most = new double[shape.states()];
      double largest = 0;
      for (int x = 0, i = 0; x < shape.states(); x++) {
        for (int a = 0; a < actions; a++, i++) {
          double wanted = evaluation.evaluated().probability(step, x, a);
          double logged = evaluation.behavior().probability(step, x, a);
          ofPair[i] = wanted == 0 ? 0 : wanted / logged;
          mean[x] += wanted * ofPair[i];
          most[x] = Math.max(most[x], ofPair[i]);
          largest = logged > 0 ? Math.max(largest, Math.abs(ofPair[i] - 1)) : largest;
        }
      }
      largestExcess = largest;
    }

    double of(int state, int action) {
      return ofPair[state * actions + action];
    }
  }
}
