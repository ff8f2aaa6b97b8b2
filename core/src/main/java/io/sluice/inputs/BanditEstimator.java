package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;

/**
 * Offline contextual-bandit estimates of the immediate effect θ^(h) = E[R(x,π) − R(x,π_b)], {@code
 * eq:immediate-TE-estimand}, from the rows of step h alone.
 *
 * <p>What is random: the T episodes, drawn independently under π_b. An episode that ended before
 * step h counts with effect 0. Terms are functions of (x, a, r), so their sums follow from the
 * counts; their range follows from the two policies and r ∈ [0, 1], never from the sample.
 *
 * <p>{@code Radius.NORMAL} promises nothing for a finite log; the other two hold with probability
 * 1−δ.
 */
public final class BanditEstimator {
  private final TransitionCounts counts;
  private final int step;
  private final Policy behavior;
  private final Policy evaluated;
  private final double delta;

  /**
   * @param counts the episodes to estimate from
   * @param delta the probability with which an interval may miss
   */
  public BanditEstimator(
      TransitionCounts counts, int step, Policy behavior, Policy evaluated, double delta) {
    counts.shape().requireStep(step);
    behavior.shape().requireSame("bandit estimator: the behavior policy", counts.shape());
    evaluated.shape().requireSame("bandit estimator: the evaluated policy", counts.shape());
    if (counts.episodes() == 0) {
      throw new IllegalArgumentException("bandit estimator: needs at least one episode, got none");
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("bandit estimator: δ must lie in (0, 1), got " + delta);
    }
    this.counts = counts;
    this.step = step;
    this.behavior = behavior;
    this.evaluated = evaluated;
    this.delta = delta;
  }

  /**
   * Inverse propensity scoring: the mean of (π/π_b − 1)·r.
   *
   * @throws IllegalArgumentException where π does what π_b never does: no weight can make up for it
   */
  public ImmediateEffect ips(Radius radius) {
    return mean("ips", radius, new Terms());
  }

  /**
   * Doubly robust: the mean of Σ_a (π−π_b)R̂ + (π/π_b − 1)(r − R̂(x,a)).
   *
   * @param rewards a model of the rewards from other episodes; made from the same ones, every
   *     radius is only asymptotically valid
   */
  public ImmediateEffect doublyRobust(Radius radius, Model rewards) {
    return doublyRobust(radius, RewardPrediction.of(rewards, step));
  }

  /**
   * The same with a prediction in the place of R̂. With {@link RewardPrediction#MIDDLE} it needs no
   * other episodes: the mean of (π/π_b − 1)(r − ½), with half the range of {@link #ips}.
   */
  public ImmediateEffect doublyRobust(Radius radius, RewardPrediction prediction) {
    Terms terms = new Terms();
    Shape shape = counts.shape();
    for (int x = 0; x < shape.states(); x++) {
      double direct = 0;
      for (int a = 0; a < shape.actions(); a++) {
        direct += change(x, a) * prediction.of(x, a);
      }
      for (int a = 0; a < shape.actions(); a++) {
        terms.base[x][a] = direct - terms.weight[x][a] * prediction.of(x, a);
      }
    }
    return mean("dr", radius, terms);
  }

  /** One episode's term is base(x,a) + weight(x,a)·r. */
  private final class Terms {
    final double[][] base = new double[counts.shape().states()][counts.shape().actions()];
    final double[][] weight = new double[counts.shape().states()][counts.shape().actions()];

    Terms() {
      for (int x = 0; x < weight.length; x++) {
        for (int a = 0; a < weight[x].length; a++) {
          weight[x][a] = ratio(x, a) - 1;
        }
      }
    }
  }

  private ImmediateEffect mean(String method, Radius radius, Terms terms) {
    Shape shape = counts.shape();
    double low = 0; // the term of an episode that ended before
    double high = 0;
    for (int x = 0; x < shape.states(); x++) {
      for (int a = 0; a < shape.actions(); a++) {
        if (behavior.probability(step, x, a) > 0) {
          double base = terms.base[x][a];
          double most = base + terms.weight[x][a];
          low = Math.min(low, Math.min(base, most));
          high = Math.max(high, Math.max(base, most));
        }
      }
    }
    Sums sums = new Sums();
    counts.forEachPair(
        step,
        (x, a, n, r, rr) -> {
          double base = terms.base[x][a];
          double w = terms.weight[x][a];
          sums.first += n * base + w * r;
          sums.second += n * base * base + 2 * base * w * r + w * w * rr;
        });
    long episodes = counts.episodes();
    double mean = sums.first / episodes;
    double variance = sampleVariance(episodes, sums.first, sums.second);
    return effect(method, radius, mean, radius.of(episodes, variance, high - low, delta));
  }

  /**
   * Self-normalised: Σ(π/π_b)r / Σ(π/π_b) minus the mean reward.
   *
   * <p>Finite-sample radii: for the true value μ, the mean of (π/π_b)(r − μ) is bounded as any mean
   * of independent terms of range w_max, and dividing by the mean weight w̄ bounds the ratio; the
   * mean reward gets the other half of δ. The Bernstein form replaces the unknown μ in the variance
   * by the estimate, at a standard deviation of the weights times the error.
   */
  public ImmediateEffect selfNormalized(Radius radius) {
    double top = 1; // an episode that ended before has weight 1
    for (int x = 0; x < counts.shape().states(); x++) {
      for (int a = 0; a < counts.shape().actions(); a++) {
        top = Math.max(top, ratio(x, a));
      }
    }
    WeightSums s = new WeightSums();
    counts.forEachPair(step, (x, a, n, r, rr) -> s.add(n, r, rr, ratio(x, a)));
    long episodes = counts.episodes();
    s.weight += episodes - s.rows;
    s.weightSquare += episodes - s.rows;
    if (s.weight == 0) {
      throw new IllegalArgumentException(
          "self-normalised estimate at step %s: needs some logged action that π takes too, got weights that are all 0 (use the direct method)"
              .formatted(step));
    }
    double meanWeight = s.weight / episodes;
    double meanReward = s.reward / episodes;
    double value = s.weightReward / s.weight;
    double bound =
        switch (radius) {
          case HOEFFDING ->
              radius.of(episodes, 0, top, delta / 2) / meanWeight
                  + radius.of(episodes, 0, 1, delta / 2);
          case BERNSTEIN -> {
            double noise = sampleVariance(episodes, 0, s.residualSquare(value));
            double spread = sampleVariance(episodes, s.weight, s.weightSquare);
            double slack = meanWeight - radius.of(episodes, spread, 0, delta / 2);
            double rewards = sampleVariance(episodes, s.reward, s.rewardSquare);
            yield (slack > 0 ? Math.min(1, radius.of(episodes, noise, top, delta / 2) / slack) : 1)
                + radius.of(episodes, rewards, 1, delta / 2);
          }
          case NORMAL -> {
            double variance = s.influenceSquare(value, meanReward, meanWeight, episodes);
            yield radius.of(episodes, variance / (episodes - 1.0), 1, delta);
          }
        };
    return effect("snips", radius, value - meanReward, bound);
  }

  /**
   * The direct method: Σ_x d̂(x) Σ_a (π−π_b)(a|x) R̂(x,a), with R̂ the mean reward of the pair at
   * this step.
   *
   * <p>Given which pairs were met, R̂'s error is a weighted sum of independent rewards: with c =
   * d̂(x)(π−π_b)(a|x), Hoeffding gives √(Σc²/n · ln(4/δ)/2), with no union over states; Bernstein
   * goes pair by pair. A pair never seen is taken to earn ½, and adds |c|/2. Replacing d by d̂
   * costs 2τ√(ln(4/δ)/(2T)), τ the largest total-variation distance of the two policies.
   */
  public ImmediateEffect direct(Radius radius) {
    return new DirectMethod(counts, step, behavior, evaluated, delta).estimate(radius);
  }

  private ImmediateEffect effect(String method, Radius radius, double estimate, double bound) {
    String name = method + "-" + radius.name().toLowerCase(java.util.Locale.ROOT);
    return new ImmediateEffect(step, estimate, bound, delta, name);
  }

  private double change(int state, int action) {
    return evaluated.probability(step, state, action) - behavior.probability(step, state, action);
  }

  private double ratio(int state, int action) {
    double logged = behavior.probability(step, state, action);
    double wanted = evaluated.probability(step, state, action);
    if (logged == 0 && wanted > 0) {
      throw new IllegalArgumentException(
          "step %s, state %s, action %s: weighting needs π_b > 0 wherever π > 0, got π_b = 0 and π = %s (use the direct method)"
              .formatted(step, state, action, wanted));
    }
    return logged == 0 ? 1 : wanted / logged;
  }

  /** Σ(z − z̄)²/(n−1), not below 0 when rounding makes it so. */
  static double sampleVariance(long n, double sum, double squares) {
    return n < 2 ? 0 : Math.max(0, (squares - sum * sum / n) / (n - 1));
  }

  private static final class Sums {
    double first;
    double second;
  }

  /** Sums over rows with w = π/π_b. */
  private static final class WeightSums {
    long rows;
    double reward;
    double rewardSquare;
    double weight;
    double weightSquare;
    double weightReward;
    double weightRewardSquare; // Σ w r²
    double squareReward; // Σ w² r
    double squareRewardSquare; // Σ w² r²

    void add(long n, double r, double rr, double w) {
      rows += n;
      reward += r;
      rewardSquare += rr;
      weight += w * n;
      weightSquare += w * w * n;
      weightReward += w * r;
      weightRewardSquare += w * rr;
      squareReward += w * w * r;
      squareRewardSquare += w * w * rr;
    }

    /** Σ w²(r − v)², with the rows of ended episodes (w = 1, r = 0) in weightSquare. */
    double residualSquare(double v) {
      return Math.max(0, squareRewardSquare - 2 * v * squareReward + v * v * weightSquare);
    }

    /** Σ of the squared influence w(r − v)/w̄ − (r − r̄). */
    double influenceSquare(double v, double meanReward, double meanWeight, long episodes) {
      double rewards = rewardSquare - episodes * meanReward * meanReward;
      double cross = weightRewardSquare - (v + meanReward) * weightReward + v * meanReward * weight;
      double sum = residualSquare(v) / (meanWeight * meanWeight) - 2 * cross / meanWeight + rewards;
      return Math.max(0, sum);
    }
  }
}
