package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;

/**
 * The doubly robust estimate whose prediction for each row comes from all other rows: see {@link
 * WeightedEstimator#leaveOneOut}.
 *
 * <p>A row of pair (x,a) with reward r has the prediction (S − r + 2R̄)/(n − 1 + 2) for its own
 * pair and (S + 2R̄)/(n + 2) for the others, so its term is linear in r and sums follow from the
 * counts.
 *
 * <p>Where rows of all steps tell about rewards, those in a state were drawn by the mean of π_b
 * over them: weights divide by that, as the model's do by n.
 */
final class LeaveOneOut {
  private final TransitionCounts counts;
  private final int step;
  private final Policy behavior;
  private final Policy evaluated;
  private final double[][] n;
  private final double[][] sum; // S, Σr
  private final double[][] squares; // Σr²
  private final double[][] logged; // N·(mean of π_b)
  private final double[] rows; // N, of each state
  private final double[] first; // Σ of the terms, of each state
  private final double[] second; // Σ of their squares
  private final double mean; // R̄
  private double low; // the range of the terms; that of an episode that has ended is 0
  private double high;

  LeaveOneOut(
      TransitionCounts counts, int step, boolean pooled, Policy behavior, Policy evaluated) {
    this.counts = counts;
    this.step = step;
    this.behavior = behavior;
    this.evaluated = evaluated;
    Shape shape = counts.shape();
    n = new double[shape.states()][shape.actions()];
    sum = new double[shape.states()][shape.actions()];
    squares = new double[shape.states()][shape.actions()];
    logged = new double[shape.states()][shape.actions()];
    rows = new double[shape.states()];
    first = new double[shape.states()];
    second = new double[shape.states()];
    int last = pooled ? shape.horizon() : step;
    for (int k = pooled ? 1 : step; k <= last; k++) {
      addUpRows(k);
    }
    double all = 0;
    double rewards = 0;
    for (int x = 0; x < rows.length; x++) {
      all += rows[x];
      for (double r : sum[x]) {
        rewards += r;
      }
    }
    mean = all == 0 ? 0.5 : rewards / all;
    for (int x = 0; x < rows.length; x++) {
      addUpTerms(x);
    }
  }

  private void addUpRows(int k) {
    counts.forEachPair(
        k,
        (x, a, count, r, rr) -> {
          n[x][a] += count;
          sum[x][a] += r;
          squares[x][a] += rr;
        });
    StateVector visits = counts.visits(k);
    for (int x = 0; x < rows.length; x++) {
      rows[x] += visits.at(x);
      for (int a = 0; a < logged[x].length; a++) {
        logged[x][a] += visits.at(x) * behavior.probability(k, x, a);
      }
    }
  }

  private void addUpTerms(int x) {
    double direct = 0; // Σ_a (π−π_b)·prediction
    for (int a = 0; a < n[x].length; a++) {
      direct += change(x, a) * prediction(sum[x][a], n[x][a]);
    }
    for (int a = 0; a < n[x].length; a++) {
      if (n[x][a] > 0) {
        double c = change(x, a);
        double w = c == 0 ? 0 : c * rows[x] / logged[x][a]; // ω − 1
        double r = sum[x][a];
        double others = n[x][a] - 1;
        double base = direct - c * prediction(r, n[x][a]) + (c - w) * prediction(r, others);
        double slope = w - (c - w) / (others + RewardPrediction.ROWS);
        first[x] += n[x][a] * base + slope * r;
        second[x] += n[x][a] * base * base + 2 * base * slope * r + slope * slope * squares[x][a];
        low = Math.min(low, Math.min(base, base + slope));
        high = Math.max(high, Math.max(base, base + slope));
      }
    }
  }

  private double prediction(double rewards, double seen) {
    return (rewards + RewardPrediction.ROWS * mean) / (seen + RewardPrediction.ROWS);
  }

  private double change(int state, int action) {
    return evaluated.probability(step, state, action) - behavior.probability(step, state, action);
  }

  /**
   * The effect at the step's states, and the variance of one episode: (m−1)/N·s² + (z̄ − estimate)²
   * averaged over the states of the step, with z̄ and s² the mean and variance of the terms in a
   * state, m of whose N rows are of the step. With rows of one step that is the terms' variance.
   */
  ImmediateEffect estimate(double raise, double delta) {
    StateVector visits = counts.visits(step);
    long episodes = counts.episodes();
    double estimate = 0;
    for (int x = 0; x < rows.length; x++) {
      estimate += visits.at(x) == 0 ? 0 : visits.at(x) / episodes * first[x] / rows[x];
    }
    double total = visits.at(rows.length) * estimate * estimate; // of episodes that have ended
    for (int x = 0; x < rows.length; x++) {
      if (visits.at(x) > 0) {
        double state = first[x] / rows[x];
        double spread = rows[x] < 2 ? 0 : Math.max(0, second[x] - first[x] * state) / (rows[x] - 1);
        double between = (state - estimate) * (state - estimate);
        total += visits.at(x) * ((visits.at(x) - 1) / rows[x] * spread + between);
      }
    }
    double variance = episodes < 2 ? 0 : total / (episodes - 1);
    variance += raise * (high - low) * Math.sqrt(variance / episodes);
    return new ImmediateEffect(
        step,
        estimate,
        Radius.NORMAL.of(episodes, variance, high - low, delta),
        delta,
        "loo-normal");
  }
}
